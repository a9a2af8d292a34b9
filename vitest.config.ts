import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,server,sdk,tools,dashboard,e2e}/**/*.test.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
