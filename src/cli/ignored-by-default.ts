import path from 'node:path';

const FOLDERS = new Set([
  'node_modules',
  'bower_components',
  'jspm_packages',
  'vendor',
  // Build output.
  'dist',
  'build',
  'out',
  'coverage',
  // Tests.
  '__tests__',
  '__test__',
  '__mocks__',
  '__fixtures__',
  'test',
  'tests',
  'testdata',
  'fixtures',
  'mocks',
  'e2e',
  'cypress',
]);

const DECLARATIONS = /\.d\.(?:[\w-]+\.)?[cm]?ts$/u;
const MINIFIED = /[.-](?:min|bundle)\.[cm]?js$/u;
/** `user.test.ts`, `app.e2e-spec.ts`, `button.stories.tsx`. */
const TESTS = /(?:\.(?:[\w]+-)?|_)(?:test|tests|spec|specs|e2e|cy|bench|mock|mocks|fixture|fixtures|stories|story)\.[cm]?[jt]sx?$/u;

/** Folders that hold no source of the product: dependencies, build output, tests; and hidden ones. */
export function isFolderIgnoredByDefault(name: string): boolean {
  return name.startsWith('.') || FOLDERS.has(name);
}

export function isFileIgnoredByDefault(file: string): boolean {
  const name = path.basename(file);
  return name.startsWith('.') || DECLARATIONS.test(name) || MINIFIED.test(name) || TESTS.test(name);
}
