/**
 * `npm start` and `npm run dev`: installs, builds and starts the server. Further arguments are passed to `serve`.
 */
import { runTool } from './run-tool.mjs';

runTool(async args => {
  const { join } = await import('node:path');
  const { ensureInstalled, pinnedNode, repositoryRoot } = await import('./install.mjs');
  const { ensureDashboardBuilt } = await import('./dashboard-build.mjs');
  const { launch } = await import('./process/launch.mjs');

  await ensureInstalled();
  await ensureDashboardBuilt(repositoryRoot);
  const watch = args.includes('--watch') ? ['--watch', '--watch-preserve-output'] : [];
  const rest = args.filter(arg => arg !== '--watch');
  const main = join(repositoryRoot, 'server/src/main.ts');
  return launch(pinnedNode(), [...watch, main, 'serve', ...rest]);
});
