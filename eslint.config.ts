import eslintPlugin from 'eslint-plugin-eslint-plugin';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores(['dist', 'fixtures', 'coverage']),
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'max-lines': ['error', { max: 250, skipBlankLines: true }],
      'max-params': ['error', 5],
      'max-depth': ['error', 4],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
      '@typescript-eslint/consistent-type-imports': 'error',
      // Types of syntax nodes are compared as text: an enum would have to be loaded at run time.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    // State at module level outlives a lint: one file's answers would reach the next.
    files: ['src/**/*.ts', 'rules/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'Program > VariableDeclaration[kind!="const"]', message: 'Keep state in an object that a host owns.' },
        {
          selector: 'Program > ExportNamedDeclaration > VariableDeclaration[kind!="const"]',
          message: 'Keep state in an object that a host owns.',
        },
      ],
      'no-console': 'error',
    },
  },
  { files: ['src/rule-kit/**/*.ts', 'src/cli/**/*.ts'], extends: [eslintPlugin.configs.recommended] },
  {
    files: ['rules/*.ts'],
    rules: { 'max-lines': ['error', { max: 150, skipBlankLines: true }] },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true }],
      'no-restricted-properties': [
        'error',
        { object: 'it', property: 'only', message: 'It would hide every other test.' },
        { object: 'describe', property: 'only', message: 'It would hide every other test.' },
      ],
    },
  },
);
