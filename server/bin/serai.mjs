#!/usr/bin/env node
/** The command `serai`: hands over to the packaged Node, which runs the server's TypeScript. */
import { runTool } from '../../tools/run-tool.mjs';

runTool(async args => {
  const { join } = await import('node:path');
  const { pinnedNode, repositoryRoot } = await import('../../tools/install.mjs');
  const { launch } = await import('../../tools/process/launch.mjs');

  const watch = `${import.meta.resolve('./watch-parent.mjs')}?parent=${process.pid}`;
  return launch(pinnedNode(), ['--import', watch, join(repositoryRoot, 'server/src/main.ts'), ...args]);
});
