/** `npm run storefront`: starts the example shop with the SDK of this repository, which needs no build. */
import { runTool } from './run-tool.mjs';

runTool(async args => {
  const { join } = await import('node:path');
  const { pathToFileURL } = await import('node:url');
  const { ensureInstalled, pinnedNode, repositoryRoot } = await import('./install.mjs');
  const { launch } = await import('./process/launch.mjs');

  await ensureInstalled();
  const hook = pathToFileURL(join(repositoryRoot, 'tools/sdk-from-source.mjs')).href;
  return launch(pinnedNode(), [
    '--import',
    hook,
    join(repositoryRoot, 'examples/storefront/storefront.ts'),
    ...args,
  ]);
});
