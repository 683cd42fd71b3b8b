import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Several tests start other programs.
    testTimeout: 60_000,
    maxWorkers: 2,
  },
});
