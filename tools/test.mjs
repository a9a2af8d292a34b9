/**
 * `npm test`: runs all tests on the embedded database, then reruns those that depend on the database on a PostgreSQL
 * server. With arguments, runs the matching files on the embedded database. The last line shows the counts.
 */
import { runTool } from './run-tool.mjs';

/** All files that use a database import this file, directly or indirectly. */
const DATABASE_FOR_TESTS = 'server/test/database.ts';
/**
 * Not rerun on the PostgreSQL server: files that need the embedded database, or whose tests do not depend on the
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
const EXCLUDED = JSON.stringify(['{contract,sdk,dashboard,tools,e2e}/**', ...WITHOUT_A_SERVER]);

runTool(async args => {
  const { mkdtempSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const { ensureInstalled, pinnedNode, repositoryRoot } = await import('./install.mjs');
  const { ensureDashboardBuilt } = await import('./dashboard-build.mjs');
  const { launch } = await import('./process/launch.mjs');
  const { addReports, readReport, renderReport } = await import('./test-report.mjs');

  await ensureInstalled();
  await ensureDashboardBuilt(repositoryRoot);
  const node = pinnedNode();
  const folder = mkdtempSync(join(tmpdir(), 'serai-test-'));

  /**
   * @param {string} name
   * @param {'run' | 'related'} command
   * @param {string[]} selection
   * @param {NodeJS.ProcessEnv} env
   */
  async function run(name, command, selection, env = {}) {
    const report = join(folder, `${name}.json`);
    const vitest = join(repositoryRoot, 'node_modules/vitest/vitest.mjs');
    const reporters = ['--reporter=default', `--reporter=${join(repositoryRoot, 'tools/test-reporter.mjs')}`];
    const code = await launch(node, [vitest, command, '--run', ...reporters, ...selection], {
      cwd: repositoryRoot,
      env: { ...process.env, ...env, SERAI_TEST_REPORT: report },
    });
    const ran = readReport(report);
    // Vitest reports success if a selection by imports is empty.
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
    console.log('Running the tests that use a database again, on a PostgreSQL server:');
    return run('server', 'related', [DATABASE_FOR_TESTS], {
      SERAI_TEST_DATABASE_URL: 'debian',
      SERAI_TEST_EXCLUDE: EXCLUDED,
    });
  }

  try {
    const first = await run('embedded', 'run', args);
    const second = args.length === 0 && first.code === 0 ? await runOnServer() : undefined;
    console.log(renderReport(second === undefined ? first.report : addReports(first.report, second.report)));
    return first.code || (second?.code ?? 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
