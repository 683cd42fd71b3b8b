import { relative, sep } from 'node:path';

const ONE_OFF = [
  /(?:^|\/)(?:seed(?:s|er|ers)?|migrat(?:e|ions?)|__tests__|__mocks__|e2e|cypress)\//iu,
  /(?:^|\/)seed(?:s|er|ers)?(?:[-_][\w-]*)?\.[cm]?[jt]sx?$/iu,
  /\.(?:seed|seeder|test|spec|e2e-spec|stories)\.[cm]?[jt]sx?$/iu,
];

/** Seeds, migrations and tests run once, by hand or alone: nothing races with them. */
export function isOneOff(file: string, cwd: string): boolean {
  const path = relative(cwd, file).split(sep).join('/');
  return ONE_OFF.some(pattern => pattern.test(path));
}
