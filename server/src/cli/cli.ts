/** The command line: finds the command, runs it, and turns every outcome into text and an exit code. */
import type { OperatorOperation } from '@serai/contract/operator-operation.ts';
import { type Config, inspectSettings, readConfig } from '../config.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { StartError } from '../platform/start-error.ts';
import type { ServeOptions } from '../serve.ts';
import { VERSION } from '../version.ts';
import { declaredCommands, derivedCommands, everyCommand } from './command-table.ts';
import type { Command, Surroundings } from './frame/command.ts';
import { commandsOf, findCommand, parseCommandLine, unknownCommand } from './frame/command-line.ts';
import { CliFailure, EXIT, usageFailure } from './frame/failure.ts';
import { processTerminal, type Terminal } from './frame/terminal.ts';
import { commandHelp, generalHelp, groupHelp } from './help.ts';
import { connectClient } from './operator-client.ts';
import { COLOUR_STYLE, PLAIN_STYLE, type Style } from './text/style.ts';

export interface CliDeps {
  /** Runs the service until it stops, and returns the exit code. */
  serve(options: ServeOptions): Promise<number>;
  env?: NodeJS.ProcessEnv;
  terminal?: Terminal;
  clock?: Clock;
  signal?: AbortSignal;
  /** Default: the operator operations in the contract. */
  operations?: readonly OperatorOperation[];
}

/** `argv` does not include the paths of Node.js and the script. Never throws. Returns the exit code. */
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
    const all = () => everyCommand(deps.operations);
    return (await showHelp(argv, surroundings, all)) ?? (await runCommand(argv, surroundings, all));
  } catch (error) {
    return report(error, { terminal, style, json: argv.includes('--json') });
  }
}

type AllCommands = () => Promise<readonly Command[]>;

/** Shows help, the version or the commands of a group. Returns undefined if none of these was requested. */
async function showHelp(
  argv: readonly string[],
  { terminal, style }: Surroundings,
  all: AllCommands,
): Promise<number | undefined> {
  const words = argv[0] === 'help' ? argv.slice(1) : argv;
  const isHelp = words !== argv || argv.length === 0 || argv.includes('--help') || argv.includes('-h');
  if (argv[0] === '--version' || argv[0] === 'version') {
    terminal.out(`${VERSION}\n`);
    return EXIT.ok;
  }
  const plain = words.filter(word => !word.startsWith('-'));
  if (!isHelp) {
    const [group = ''] = plain;
    if (plain.length !== 1 || (await lookUp(argv, all)) !== undefined) return undefined;
    const commands = await all();
    if (commandsOf(group, commands).length === 0) return undefined;
    terminal.err(groupHelp(group, commands, PLAIN_STYLE));
    return EXIT.usage;
  }
  const found = await lookUp(plain, all);
  if (found !== undefined) terminal.out(commandHelp(found.command, style));
  else {
    const commands = await all();
    const [group = ''] = plain;
    if (plain.length === 0) terminal.out(generalHelp(commands, VERSION, style));
    else if (plain.length === 1 && commandsOf(group, commands).length > 0)
      terminal.out(groupHelp(group, commands, style));
    else throw unknownCommand(plain, commands);
  }
  return EXIT.ok;
}

async function runCommand(
  argv: readonly string[],
  surroundings: Surroundings,
  all: AllCommands,
): Promise<number> {
  if (argv[0]?.startsWith('-')) {
    throw usageFailure(
      `${argv[0]} comes before the command.`,
      'Put options after the command: serai keys list --json.',
    );
  }
  const found = await lookUp(argv, all);
  if (found === undefined) throw unknownCommand(argv, await all());
  const { options, args } = parseCommandLine(found.command, found.rest, surroundings.clock.nowMs());
  return found.command.run({
    ...surroundings,
    options: options as never,
    args,
    json: options.json === true,
    client: () => connectClient(surroundings.config(), options.url as string | undefined),
  });
}

/** Loads all commands only if the files for the first word may not contain the command. */
async function lookUp(argv: readonly string[], all: AllCommands) {
  const [word = ''] = argv;
  const declared = await declaredCommands(word);
  const found = declared && findCommand(argv, declared);
  // A one-word command such as `usage` may also be the start of a longer command that no file declares.
  const isComplete =
    found !== undefined && (found.command.name.includes(' ') || !/^[a-z]/.test(argv[1] ?? ''));
  if (isComplete) return found;
  return findCommand(argv, await derivedCommands(word, declared ?? [])) ?? findCommand(argv, await all());
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
