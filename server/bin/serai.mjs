#!/usr/bin/env node
/**
 * The `serai` command. Runs the server's TypeScript with the packaged Node.js. If none is packaged for this platform,
 * the installed Node.js is used.
 */
import { runTool } from '../../tools/run-tool.mjs';

runTool(async args => {
  const { join } = await import('node:path');
  const { pinnedNode, repositoryRoot } = await import('../../tools/install.mjs');
  const { launch } = await import('../../tools/process/launch.mjs');

  const watch = `${import.meta.resolve('./watch-parent.mjs')}?parent=${process.pid}`;
  return launch(pinnedNode(), ['--import', watch, join(repositoryRoot, 'server/src/main.ts'), ...args]);
});
