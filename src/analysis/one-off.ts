import { relative, sep } from 'node:path';

const ONE_OFF =
  /(?:^|\/)(?:seed(?:s|er|ers)?|migrations?|__tests__|__mocks__|e2e|cypress)\/|(?:^|\/)seed[\w-]*\.[cm]?[jt]sx?$|\.(?:seed|seeder|test|spec|e2e-spec|stories)\.[cm]?[jt]sx?$/iu;

/** Seeds, migrations and tests run once, by hand or alone: nothing races with them. */
export const isOneOff = (file: string, cwd: string): boolean => ONE_OFF.test(relative(cwd, file).split(sep).join('/'));
