#!/usr/bin/env node
/** The command `serai`: hands over to the packaged Node, which runs the server's TypeScript. */
import { runTool } from '../../tools/run-tool.mjs';

runTool(async args => {
  const { join } = await import('node:path');
  const { pinnedNode, repositoryRoot } = await import('../../tools/install.mjs');
  const { launch } = await import('../../tools/process/launch.mjs');

  return launch(pinnedNode(), [join(repositoryRoot, 'server/src/main.ts'), ...args]);
});
