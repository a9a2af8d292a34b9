/** Runs a TypeScript program in this repository on the packaged Node: `node tools/run.mjs tools/check.ts`. */
import { runTool } from './run-tool.mjs';

runTool(async args => {
  const { ensureInstalled, pinnedNode } = await import('./install.mjs');
  const { launch } = await import('./process/launch.mjs');

  await ensureInstalled();
  return launch(pinnedNode(), args);
});
