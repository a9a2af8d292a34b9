/** Finds the command that was typed and parses its options. Reports all mistakes together. */
import { parseArgs } from 'node:util';
import type { Command, OptionSpec, OptionSpecs } from './command.ts';
import { CliFailure, usageFailure } from './failure.ts';
import { nearest } from './nearest.ts';
import { parseOptionValue } from './option-value.ts';

const COMMON_OPTIONS = {
  json: { type: 'flag', description: 'Print the result as JSON.' },
  help: { type: 'flag', short: 'h', description: 'Show this help.' },
} as const satisfies OptionSpecs;

const REMOTE_OPTIONS = {
  url: { type: 'url', description: 'Dashboard URL, if it runs on another host.' },
} as const satisfies OptionSpecs;

export function optionsOf({ options, remote }: Pick<Command, 'options' | 'remote'>): OptionSpecs {
  return { ...options, ...(remote && REMOTE_OPTIONS), ...COMMON_OPTIONS };
}

/** The command named by the first words, and the rest of the line. A group such as `keys` is not a command. */
export function findCommand(
  argv: readonly string[],
  commands: readonly Command[],
): { command: Command; rest: string[] } | undefined {
  // A command has up to three words, such as `keys list` or `pricing rules list`.
  const words = argv.slice(0, 3).filter(word => !word.startsWith('-'));
  for (let count = words.length; count > 0; count--) {
    const name = argv.slice(0, count).join(' ');
    const command = commands.find(candidate => candidate.name === name);
    if (command !== undefined) return { command, rest: argv.slice(count) };
  }
  return undefined;
}

/** Returns the commands of a group. For example, `keys` contains `keys create`. */
export function commandsOf(group: string, commands: readonly Command[]): Command[] {
  return commands.filter(({ name }) => name.startsWith(`${group} `));
}

export function unknownCommand(argv: readonly string[], commands: readonly Command[]): CliFailure {
  const typed = argv.filter(word => !word.startsWith('-')).slice(0, 2);
  const names = commands.map(({ name }) => name);
  const groups = names.map(name => name.split(' ')[0] ?? '');
  const inGroup = commandsOf(typed[0] ?? '', commands).length > 0;
  const word = inGroup ? typed.join(' ') : (typed[0] ?? '');
  const help = inGroup ? `serai ${typed[0]} --help` : 'serai help';
  const meant = nearest(word, inGroup ? names : [...new Set([...groups, ...names])]);
  const guess = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  return usageFailure(`Unknown command "${word}".${guess}`, `Run ${help} to list the commands.`);
}

interface ParsedCommandLine {
  options: Record<string, unknown>;
  args: string[];
}

export function parseCommandLine(
  command: Command,
  rest: readonly string[],
  nowMs: number,
): ParsedCommandLine {
  const specs = optionsOf(command);
  const { given, args, problems, suggested } = readTokens(specs, rest);
  problems.push(...argumentProblems(command.args ?? [], args));
  const options: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(specs)) {
    const texts = given.get(name) ?? (spec.default === undefined ? undefined : [spec.default]);
    try {
      if (texts !== undefined) options[name] = parseOptionValue(spec, texts, `--${name}`, nowMs);
      // A misspelled option has already been reported.
      else if (spec.required && !suggested.has(name)) problems.push(`--${name} is required.`);
    } catch (error) {
      if (!(error instanceof CliFailure)) throw error;
      problems.push(error.message);
    }
  }
  // An option that was typed incorrectly is not also reported as missing.
  const reported = new Set([...problems.map(labelIn), ...[...suggested].map(name => `--${name}`)]);
  for (const problem of command.check?.(options as never, args, nowMs) ?? []) {
    if (!reported.has(labelIn(problem) ?? problem)) problems.push(problem);
  }
  if (problems.length > 0) throw invalidUsage(command, problems);
  return { options, args };
}

/** Returns the option or argument with which a problem text starts. */
function labelIn(problem: string): string | undefined {
  return /^--[\w-]+|^<[^>]+>/.exec(problem)?.[0];
}

function invalidUsage({ name }: Command, problems: readonly string[]): CliFailure {
  const hint = `Run serai ${name} --help to see how it is used.`;
  const [only = ''] = problems;
  return problems.length === 1
    ? usageFailure(only, hint)
    : usageFailure(`The command has ${problems.length} errors.`, hint, problems);
}

interface Tokens {
  given: Map<string, string[]>;
  args: string[];
  problems: string[];
  /** Known options whose names resemble an unknown option. */
  suggested: Set<string>;
}

function readTokens(specs: OptionSpecs, rest: readonly string[]): Tokens {
  const known = Object.entries(specs).map(([name, { type, short }]) => [
    name,
    { type: type === 'flag' ? 'boolean' : 'string', ...(short !== undefined && { short }) } as const,
  ]);
  const { tokens } = parseArgs({
    args: [...rest],
    options: Object.fromEntries(known),
    strict: false,
    tokens: true,
  });
  const read: Tokens = { given: new Map(), args: [], problems: [], suggested: new Set() };
  let unknownAt = Number.NaN;
  for (const token of tokens) {
    if (token.kind === 'positional') {
      // The word after an unknown option is probably its value.
      if (token.index !== unknownAt + 1) read.args.push(token.value);
    } else if (token.kind === 'option') {
      const spec = specs[token.name];
      if (spec === undefined) {
        reportUnknown(read, token, specs);
        unknownAt = token.value === undefined ? token.index : Number.NaN;
      } else readOption(read, spec, token);
    }
  }
  return read;
}

interface OptionToken {
  name: string;
  rawName: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
}

function readOption({ given, problems }: Tokens, spec: OptionSpec, token: OptionToken): void {
  const { name, rawName, value, inlineValue } = token;
  const earlier = given.get(name);
  if (spec.type === 'flag') {
    if (value !== undefined) problems.push(`${rawName} does not take a value.`);
  } else if (value === undefined) {
    problems.push(`${rawName} needs a value.`);
    return;
  } else if (!inlineValue && /^-[^\d]/.test(value)) {
    problems.push(`${rawName} needs a value. If the value is "${value}", write ${rawName}=${value}.`);
    return;
  }
  if (earlier === undefined) given.set(name, [value ?? '']);
  else if (spec.multiple) earlier.push(value ?? '');
  else problems.push(`${rawName} may be given only once.`);
}

function reportUnknown(
  { problems, suggested }: Tokens,
  { rawName, name }: OptionToken,
  specs: OptionSpecs,
): void {
  const meant = nearest(name, Object.keys(specs));
  if (meant !== undefined) suggested.add(meant);
  problems.push(`Unknown option ${rawName}.${meant === undefined ? '' : ` Did you mean --${meant}?`}`);
}

function argumentProblems(names: readonly string[], args: readonly string[]): string[] {
  const most = names.at(-1)?.endsWith('…') ? Number.POSITIVE_INFINITY : names.length;
  const missing = names.slice(args.length).map(name => `<${name}> is required.`);
  const surplus = args.length > most ? args.slice(names.length) : [];
  return [...missing, ...surplus.map(word => `Unexpected argument "${word}".`)];
}
