/** The command line: finds the command, gives it what it needs, and turns every outcome into text and an exit code. */
import { type Config, inspectSettings, readConfig } from '../config.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { StartError } from '../platform/start-error.ts';
import type { ServeOptions } from '../serve.ts';
import { VERSION } from '../version.ts';
import { commandsFrom } from './command-table.ts';
import type { Surroundings } from './frame/command.ts';
import { commandsOf, findCommand, parseCommandLine, unknownCommand } from './frame/command-line.ts';
import { connectClient } from './frame/connect-client.ts';
import { CliFailure, EXIT, usageFailure } from './frame/failure.ts';
import { processTerminal, type Terminal } from './frame/terminal.ts';
import { commandHelp, generalHelp, groupHelp } from './help.ts';
import { COLOUR_STYLE, PLAIN_STYLE, type Style } from './text/style.ts';

export interface CliDeps {
  /** Runs the service until it stops, and answers the exit code. */
  serve(options: ServeOptions): Promise<number>;
  env?: NodeJS.ProcessEnv;
  terminal?: Terminal;
  clock?: Clock;
  signal?: AbortSignal;
}

/** `argv` without node and script. Never throws; the number is the exit code. */
export async function runCli(argv: readonly string[], deps: CliDeps): Promise<number> {
  const { env, terminal = processTerminal(), clock = systemClock } = deps;
  const style = terminal.isTty && wantsColour(env) ? COLOUR_STYLE : PLAIN_STYLE;
  let config: Config | undefined;
  const surroundings: Surroundings = {
    terminal,
    style,
    clock,
    env,
    signal: deps.signal,
    config: () => {
      config ??= readConfig(env);
      return config;
    },
    serve: options => deps.serve(options),
  };
  try {
    return (await showHelp(argv, surroundings)) ?? (await runCommand(argv, surroundings));
  } catch (error) {
    return report(error, { terminal, style, json: argv.includes('--json') });
  }
}

async function showHelp(
  argv: readonly string[],
  { terminal, style }: Surroundings,
): Promise<number | undefined> {
  const words = argv[0] === 'help' ? argv.slice(1) : argv;
  const asked = words !== argv || argv.length === 0 || argv.includes('--help') || argv.includes('-h');
  if (argv[0] === '--version' || argv[0] === 'version') {
    terminal.out(`${VERSION}\n`);
    return EXIT.ok;
  }
  const plain = words.filter(word => !word.startsWith('-'));
  const commands = await commandsFrom(plain[0]);
  const found = findCommand(plain, commands);
  const group = commandsOf(plain[0] ?? '', commands).length > 0 && plain.length === 1 ? plain[0] : undefined;
  if (!asked) {
    if (group === undefined || found !== undefined) return undefined;
    terminal.err(groupHelp(group, commands, PLAIN_STYLE));
    return EXIT.usage;
  }
  if (found !== undefined) terminal.out(commandHelp(found.command, style));
  else if (group !== undefined) terminal.out(groupHelp(group, commands, style));
  else if (plain.length > 0) throw unknownCommand(plain, commands);
  else terminal.out(generalHelp(commands, VERSION, style));
  return EXIT.ok;
}

async function runCommand(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  if (argv[0]?.startsWith('-')) {
    throw usageFailure(
      `${argv[0]} stands before a command.`,
      'Options follow the command: serai keys list --json.',
    );
  }
  const commands = await commandsFrom(argv[0]);
  const found = findCommand(argv, commands);
  if (found === undefined) throw unknownCommand(argv, commands);
  const { options, args } = parseCommandLine(found.command, found.rest);
  return found.command.run({
    ...surroundings,
    options: options as never,
    args,
    json: options.json === true,
    client: () => connectClient(surroundings.config(), options.url as string | undefined),
  });
}

interface Reporting {
  terminal: Terminal;
  style: Style;
  json: boolean;
}

function report(error: unknown, { terminal, style, json }: Reporting): number {
  if (error instanceof CliFailure) {
    const { details = [], hint, body } = error.extras;
    if (json && body !== undefined) terminal.err(`${body.trimEnd()}\n`);
    else terminal.err(failureText(error.message, details, hint, style));
    return error.exitCode;
  }
  if (error instanceof StartError) {
    terminal.err(failureText(error.message, [], error.hint, style));
    return EXIT.failed;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  terminal.err(failureText('The command failed unexpectedly.', [text], undefined, style));
  return EXIT.failed;
}

function failureText(
  message: string,
  details: readonly string[],
  hint: string | undefined,
  style: Style,
): string {
  const lines = [
    style.bad(message),
    ...details.map(detail => `  ${detail}`),
    ...(hint === undefined ? [] : [hint]),
  ];
  return `${lines.join('\n')}\n`;
}

function wantsColour(env: NodeJS.ProcessEnv | undefined): boolean {
  return inspectSettings(env).find(({ name }) => name === 'NO_COLOR')?.value === undefined;
}
