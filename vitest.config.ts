import { configDefaults, defineConfig } from 'vitest/config';
import { TestOrder } from './tools/test-order.ts';

const TESTS = ['{contract,server,sdk,tools,dashboard,e2e,faults}/**/*.test.ts'];
/** Whole programs, browsers and simulated time: each file has a process of its own. */
const ALONE = [
  '{e2e,dashboard/test,sdk/test,server/test/simulation}/**/*.test.ts',
  // These wrap modules of the server, which the files that share a process have already loaded.
  'server/test/after-sending.test.ts',
  'server/src/booking/suppliers/own-inventory/files/unsellable-stays.test.ts',
];
/** What `npm test` leaves out of a run, as a list in JSON. */
const EXCLUDED = [...configDefaults.exclude, ...JSON.parse(process.env.SERAI_TEST_EXCLUDE ?? '[]')];

export default defineConfig({
  test: {
    globalSetup: ['server/test/global-setup.ts'],
    pool: 'forks',
    // One more than a small machine has cores: there is always a test that waits for something.
    maxWorkers: 3,
    sequence: { sequencer: TestOrder },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A shared machine may stand still for a second in the middle of a promise about one. Twice is no accident.
    retry: process.env.CI ? 1 : 0,
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE, exclude: EXCLUDED } },
      // Loading the server takes longer than most of its tests: files share a process, one after the other.
      {
        extends: true,
        test: {
          name: 'shared',
          include: TESTS,
          exclude: [...EXCLUDED, ...ALONE],
          isolate: false,
        },
      },
    ],
  },
});
