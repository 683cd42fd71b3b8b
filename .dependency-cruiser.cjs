/** What each layer may import of ours, lowest layer first. */
const layers = {
  'src/schema': ['src/schema'],
  'src/values': ['src/values', 'src/operations', 'src/syntax'],
  'src/operations': ['src/values', 'src/operations', 'src/schema'],
  'src/syntax': ['src/syntax'],
  'src/modules': ['src/modules'],
  'src/adapters': ['src/adapters', 'src/values', 'src/operations', 'src/syntax', 'src/schema'],
  'src/flow': ['src/flow', 'src/adapters', 'src/modules', 'src/values', 'src/operations', 'src/syntax', 'src/schema'],
  'src/analysis': ['src/analysis', 'src/flow', 'src/adapters', 'src/modules', 'src/values', 'src/operations', 'src/syntax', 'src/schema'],
  'src/edits': ['src/edits'],
  'src/rewrites': [
    'src/rewrites', 'src/edits', 'src/analysis', 'src/adapters', 'src/modules', 'src/operations', 'src/syntax', 'src/schema', 'src/values',
  ],
  'src/rule-kit': ['src/rule-kit', 'src/rewrites', 'src/analysis', 'src/operations'],
  codemods: ['codemods', 'src/rewrites', 'src/analysis', 'src/operations', 'src/schema'],
  'src/testing': ['src/testing'],
  rules: ['src/rule-kit', 'src/analysis', 'src/operations', 'src/schema'],
};

const layerRules = Object.entries(layers).map(([layer, allowed]) => ({
  name: `layer-${layer.replace('src/', '')}`,
  severity: 'error',
  comment: `${layer} may only import ${allowed.join(', ')}, and packages.`,
  // The generated index is the one file of the folder that imports rules.
  from: { path: `^${layer}/`, pathNot: '^rules/index\\.ts$' },
  to: { path: '^(src|rules|codemods|test|scripts)/', pathNot: `^(${allowed.join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: 'no-cycle',
      severity: 'error',
      comment: 'Two files that need each other are one concept, or a third one is missing.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-type-cycle-between-layers',
      severity: 'error',
      comment: 'Only values and operations describe each other.',
      from: { path: '^(src/[^/]+|rules)/', pathNot: '^src/(values|operations)/' },
      to: { circular: true, via: { pathNot: '^$1/' } },
    },
    {
      name: 'disk-only-in-modules-and-cli',
      severity: 'error',
      comment: 'A rule or adapter that reads files by itself escapes the cache and its refresh.',
      // The SQL parser loads the grammar that its package ships.
      from: { path: '^(src|rules)/', pathNot: '^src/(modules/|cli/|adapters/sql/parser\\.ts$)' },
      to: { path: '^(node:)?fs(/|$)', dependencyTypes: ['core'] },
    },
    {
      name: 'nothing-imports-the-top',
      severity: 'error',
      from: { path: '^(src|rules)/', pathNot: '^src/(cli/|index\\.ts$)' },
      to: { path: '^src/(cli/|index\\.ts$)' },
    },
    {
      name: 'no-development-package',
      severity: 'error',
      comment: 'Users do not have it. Its types are fine.',
      from: { path: '^(src|rules)/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only', 'npm-peer'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Without it imports of types escape.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
