/**
 * `npm test`: runs the tests that depend on the database on a PostgreSQL server, all others on the embedded database,
 * and reruns a selection on the oldest supported Node. Without a server, or with arguments, everything runs on the
 * embedded database. With SERAI_TEST_NODE=24, everything runs on that version. The last line shows the counts.
 */
import { runTool } from './run-tool.mjs';

/** All files that use a database import this file, directly or indirectly. */
const DATABASE_FOR_TESTS = 'server/test/database.ts';
/**
 * Not run on the PostgreSQL server: files that need the embedded database, or whose tests do not depend on the
 * database server.
 */
const WITHOUT_A_SERVER = [
  '**/embedded/**',
  '**/{cli,bin,sandbox,certification}/**',
  '**/test/examples/**',
  '**/place-data/{load-place-seed.test.ts,zones/**,import/{bad-files,import-effects}.test.ts}',
  '**/places/live/**',
  '**/catalogue-files/export-hotels.test.ts',
  '**/operations/{availability,places-search,booking-requests,code-lists,content-lists,content-mirror}*.test.ts',
  '**/admission/**',
  '**/operations/{prebooking,booking}.{scenarios,faults,provider,refusals,price}.test.ts',
  '**/operations/cancel.open.test.ts',
  '**/suppliers/test/**',
  '**/test/suppliers/**',
  '**/test/after-sending.test.ts',
  '**/simulation/{broken-rules,determinism}.test.ts',
  '**/gateway/{bad-requests,pipeline}.test.ts',
  '**/test/security/{canaries,configuration,contract-bounds,fuzz,hostile-connections,injected-members,routes-and-roles,security-page,sign-in-under-attack,starvation}.test.ts',
  '**/gateway/{keys/revocation,token/*}.test.ts',
  '**/webhooks/{notices/*,deliveries/{bad-receivers,killed-worker}}.test.ts',
];
/** Run on both databases: where the two versions of PostgreSQL could behave differently. */
const ON_BOTH = [/^server\/src\/platform\/database\//, /\.races\.test\.ts$/, /^server\/test\/row-security\//];
/** Rerun on the oldest supported Node: the service as a program, and what uses the newest parts of Node. */
const ON_OLDEST_NODE = [
  'e2e/key-life.test.ts',
  'server/src/account/people',
  'server/src/app/workers',
  'server/src/platform/database/connect',
  'server/src/platform/database/listen',
  'server/src/platform/http',
  'server/src/platform/secrets',
];
const EXCLUDED = JSON.stringify(WITHOUT_A_SERVER);

runTool(async args => {
  const { mkdtempSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const { ensureInstalled, pinnedNode, repositoryRoot } = await import('./install.mjs');
  const { oldestNode } = await import('./install/oldest-node.mjs');
  const { ensureDashboardBuilt } = await import('./dashboard-build.mjs');
  const { findImportingTests } = await import('./find-importing-tests.mjs');
  const { launch } = await import('./process/launch.mjs');
  const { addReports, readReport, renderReport } = await import('./test-report.mjs');

  await ensureInstalled();
  await ensureDashboardBuilt(repositoryRoot);
  const wanted = process.env.SERAI_TEST_NODE;
  const chosen = wanted === undefined ? pinnedNode() : await oldestNode(repositoryRoot, wanted);
  if (chosen === undefined) return 1;
  const node = chosen;
  const folder = mkdtempSync(join(tmpdir(), 'serai-test-'));

  /**
   * @param {string} name
   * @param {string[]} selection
   * @param {NodeJS.ProcessEnv} env
   */
  async function run(name, selection, env = {}, program = node) {
    const report = join(folder, `${name}.json`);
    const vitest = join(repositoryRoot, 'node_modules/vitest/vitest.mjs');
    const reporters = ['--reporter=default', `--reporter=${join(repositoryRoot, 'tools/test-reporter.mjs')}`];
    const code = await launch(program, [vitest, 'run', ...reporters, ...selection], {
      cwd: repositoryRoot,
      env: { ...process.env, ...env, SERAI_TEST_REPORT: report },
    });
    const ran = readReport(report);
    // Vitest reports success if it has excluded all files.
    const isEmpty = code === 0 && args.length === 0 && !ran?.passed;
    if (isEmpty) console.error('No test was run.');
    return { code: isEmpty ? 1 : code, report: ran };
  }

  async function runOnServer() {
    const found = await launch(node, [join(repositoryRoot, 'tools/find-postgres-server.ts')]);
    if (found !== 0) {
      console.log(
        'SKIPPED: the tests on a PostgreSQL server, because no server is installed and none could be downloaded.',
      );
      return undefined;
    }
    console.log('Running the tests that use a database, on a PostgreSQL server:');
    return run('server', findImportingTests(repositoryRoot, 'server', DATABASE_FOR_TESTS), {
      SERAI_TEST_DATABASE_URL: 'debian',
      SERAI_TEST_EXCLUDE: EXCLUDED,
    });
  }

  async function runOnOldestNode() {
    const oldest = await oldestNode(repositoryRoot);
    if (oldest === undefined) {
      console.log('SKIPPED: the tests on the oldest supported Node, because it could not be installed.');
      return undefined;
    }
    console.log('Running a selection of the tests again, on the oldest supported Node:');
    return run('oldest-node', ON_OLDEST_NODE, {}, oldest);
  }

  try {
    const isWholeRun = args.length === 0;
    const onServer = isWholeRun ? await runOnServer() : undefined;
    const done = (onServer?.report?.files ?? []).filter(file => !ON_BOTH.some(pattern => pattern.test(file)));
    if (isWholeRun) console.log('Running all other tests, on the embedded database:');
    const embedded = await run('embedded', args, { SERAI_TEST_EXCLUDE: JSON.stringify(done) });
    const onOldestNode = isWholeRun ? await runOnOldestNode() : undefined;
    const passes = [onServer, embedded, onOldestNode].filter(pass => pass !== undefined);
    console.log(renderReport(passes.map(({ report }) => report).reduce(addReports)));
    return passes.find(({ code }) => code !== 0)?.code ?? 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
