import { defineConfig } from 'vitest/config';
import { TestOrder } from './tools/test-order.ts';

export default defineConfig({
  test: {
    include: ['{contract,server,sdk,tools,dashboard,e2e}/**/*.test.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: TestOrder },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A shared machine may stand still for a second in the middle of a promise about one. Twice is no accident.
    retry: process.env.CI ? 1 : 0,
  },
});
