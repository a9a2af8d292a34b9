/**
 * The process entry for every command, including `serve`. Files are loaded after the compile cache is enabled, and
 * those of `serve` only for `serve`. So a command starts in a third of the time.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ServeOptions } from './serve.ts';

// In the folder of the installation, because other users could write to one below /tmp.
enableCompileCache(fileURLToPath(new URL('../../.cache/compiled', import.meta.url)));

const { runCli } = await import('./cli/cli.ts');
const serve = async (options: ServeOptions) => (await import('./serve.ts')).serve(options);
const exitCode = await runCli(process.argv.slice(2), { serve });
// Exits explicitly, because a forced stop leaves unfinished work in the event loop.
process.exit(exitCode);
