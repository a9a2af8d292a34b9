/** The process entry: every command, `serve` among them. */
import { runCli } from './cli/cli.ts';
import { serve } from './serve.ts';

const exitCode = await runCli(process.argv.slice(2), { serve });
// Not left to the event loop: a stop that was forced leaves work behind on purpose.
process.exit(exitCode);
