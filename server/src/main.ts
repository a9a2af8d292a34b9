/** The process entry: every command, `serve` among them. */
import { runCli } from './cli/cli.ts';
import { serve } from './serve.ts';

process.exitCode = await runCli(process.argv.slice(2), { serve });
