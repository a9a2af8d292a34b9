/**
 * The process entry: every command, `serve` among them. Loads its files only after the cache of compiled code is on,
 * and those of `serve` for `serve` alone: a command is there in a third of the time.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ServeOptions } from './serve.ts';

// In the installation's own folder: one below /tmp could be filled by other users.
enableCompileCache(fileURLToPath(new URL('../../.cache/compiled', import.meta.url)));

const { runCli } = await import('./cli/cli.ts');
const serve = async (options: ServeOptions) => (await import('./serve.ts')).serve(options);
const exitCode = await runCli(process.argv.slice(2), { serve });
// Not left to the event loop: a stop that was forced leaves work behind on purpose.
process.exit(exitCode);
