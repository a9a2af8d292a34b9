/** `npm test`: every test, or those whose file matches the arguments, and a closing line with the counts. */
import { runTool } from './run-tool.mjs';

runTool(async args => {
  const { mkdtempSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const { ensureInstalled, pinnedNode, repositoryRoot } = await import('./install.mjs');
  const { ensureDashboardBuilt } = await import('./dashboard-build.mjs');
  const { launch } = await import('./process/launch.mjs');
  const { readReport, renderReport } = await import('./test-report.mjs');

  await ensureInstalled();
  await ensureDashboardBuilt(repositoryRoot);
  const folder = mkdtempSync(join(tmpdir(), 'serai-test-'));
  try {
    const report = join(folder, 'report.json');
    const vitest = join(repositoryRoot, 'node_modules/vitest/vitest.mjs');
    const reporters = ['--reporter=default', `--reporter=${join(repositoryRoot, 'tools/test-reporter.mjs')}`];
    const code = await launch(pinnedNode(), [vitest, 'run', ...reporters, ...args], {
      cwd: repositoryRoot,
      env: { ...process.env, SERAI_TEST_REPORT: report },
    });
    console.log(renderReport(readReport(report)));
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
