import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const TESTS = ['{contract,server,sdk,tools,dashboard,e2e,faults}/**/*.test.ts'];
/** Tests with whole programs or simulated time. Each file runs in a separate process. */
const ALONE = ['{e2e,server/test/simulation}/**/*.test.ts'];
/** The same, for tests that need Vite: they mock modules, or import packages that Node alone cannot load. */
const ALONE_WITH_VITE = [
  'sdk/test/**/*.test.ts',
  'server/test/after-sending.test.ts',
  'server/test/simulation/broken-rules.test.ts',
  'server/src/booking/suppliers/own-inventory/files/unsellable-stays.test.ts',
];
/** Tests of files with JSX, which Node cannot load. */
const WITH_JSX = ['dashboard/src/**/*.test.ts'];
/** `npm test` passes the files to exclude as a JSON list. */
const EXCLUDED = [...configDefaults.exclude, ...JSON.parse(process.env.SERAI_TEST_EXCLUDE ?? '[]')];
/** The projects in their order. */
const TURNS = ['alone', 'alone with Vite', 'shared', 'shared with Vite'];
/** Node loads the files of the service faster than Vite, which needs to transform them first. */
const BY_NODE = { viteModuleRunner: false, nodeLoader: false };
/** The slowest folders run first, so that no worker is left with a long file at the end. */
const SLOWEST = ['e2e/', 'server/test/simulation/', 'dashboard/test/', 'server/src/content/place-data/'];

class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // A worker that shares its process ends it when a file that runs alone is next, and would load the server again.
    const turn = ({ project }: TestSpecification) => TURNS.indexOf(project.name);
    return sorted.toSorted((a, b) => turn(a) - turn(b) || rank(a) - rank(b));
  }
}

function rank({ moduleId, project }: TestSpecification): number {
  const path = moduleId.slice(project.config.root.length + 1);
  const found = SLOWEST.findIndex(folder => path.startsWith(folder));
  return found === -1 ? SLOWEST.length : found;
}

export default defineConfig({
  test: {
    globalSetup: ['server/test/global-setup.ts'],
    setupFiles: ['server/test/overwrite-buffers.ts'],
    pool: 'forks',
    // One more worker than a small machine has cores, because some tests mostly wait.
    maxWorkers: 3,
    sequence: { sequencer: TestOrder },
    // These limits only end tests that hang. A busy machine may take ten times as long as a quiet one.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // A shared machine may be slow for some seconds during a test that depends on time. Three failures are real.
    retry: process.env.CI ? { count: 2, delay: 2_000 } : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: ALONE,
          exclude: [...EXCLUDED, ...ALONE_WITH_VITE],
          experimental: BY_NODE,
        },
      },
      { extends: true, test: { name: 'alone with Vite', include: ALONE_WITH_VITE, exclude: EXCLUDED } },
      // Loading the server takes longer than most of its tests, so these files share a process.
      {
        extends: true,
        test: {
          name: 'shared',
          include: TESTS,
          exclude: [...EXCLUDED, ...ALONE, ...ALONE_WITH_VITE, ...WITH_JSX],
          isolate: false,
          experimental: BY_NODE,
        },
      },
      {
        extends: true,
        test: { name: 'shared with Vite', include: WITH_JSX, exclude: EXCLUDED, isolate: false },
      },
    ],
  },
});
