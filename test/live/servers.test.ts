import { afterEach, describe, expect, it, vi } from 'vitest';
import { reasonToSkip } from './live-suite.js';
import { remedyFor, start } from './servers.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('tests on a server that the machine does not have', () => {
  it('are left out, and say why', () => {
    expect(reasonToSkip(undefined, 'install it')).toBe('install it');
    expect(reasonToSkip('off', undefined)).toBe('LIVE_TESTS=off');
  });

  it('run, and fail, where they are demanded', () => {
    expect(reasonToSkip('required', 'install it')).toBeUndefined();
  });

  it('run where it has the server', () => {
    expect(reasonToSkip(undefined, undefined)).toBeUndefined();
    expect(remedyFor('postgresql')).toBeUndefined();
  });

  it('name the remedy', async () => {
    await expect(start('mariadb', [])).rejects.toThrow(
      'install mariadbd (Debian: apt-get install mariadb-server)',
    );
  });

  it('name the remedy where a server does not start', async () => {
    vi.stubEnv('TMPDIR', '/nowhere');
    await expect(start('postgresql')).rejects.toThrow('LIVE_TESTS=off');
  });
});
