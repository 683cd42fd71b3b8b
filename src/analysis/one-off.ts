import { relative, sep } from 'node:path';

const ONE_OFF = [
  /(?:^|\/)(?:seed(?:s|er|ers)?|migrat(?:e|ions?)|__tests__|__mocks__|tests?|e2e|cypress)\//iu,
  // What shows or tries out the code: plugins of a test server, the repetition of a bug.
  /(?:^|\/)(?:__fixtures__|examples?|example-[\w-]+|playgrounds?|dev-server|test-(?:plugins?|utils|server|app)|issue-\d+)\//iu,
  /(?:^|\/)seed(?:s|er|ers)?(?:[-_][\w-]*)?\.[cm]?[jt]sx?$/iu,
  /\.(?:seed|seeder|test|spec|e2e-spec|stories)\.[cm]?[jt]sx?$/iu,
];

/** Seeds, migrations, tests and examples run once, by hand or alone: nothing races with them. */
export function isOneOff(file: string, cwd: string): boolean {
  const path = relative(cwd, file).split(sep).join('/');
  return ONE_OFF.some(pattern => pattern.test(path));
}
