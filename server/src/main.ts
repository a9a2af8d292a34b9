/**
 * The process entry point for every command, including `serve`. Other files are loaded after the compile cache has been
 * enabled, and the files for `serve` only if it is run. This makes commands start in a third of the time.
 */
import { enableCompileCache } from 'node:module';
import { COMPILE_CACHE } from './compile-cache.ts';
import type { ServeOptions } from './serve.ts';

enableCompileCache(COMPILE_CACHE);

const { runCli } = await import('./cli/cli.ts');
const serve = async (options: ServeOptions) => {
  const { beginSeed } = await import('./app/begin-seed.ts');
  const seedWork = beginSeed(options.role, options.config.settings);
  return (await import('./serve.ts')).serve({ ...options, seedWork });
};
const exitCode = await runCli(process.argv.slice(2), { serve });
// Exits explicitly, because a forced stop leaves unfinished work in the event loop.
process.exit(exitCode);
