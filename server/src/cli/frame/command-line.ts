/** Reads what was typed: which command, which options. Strict: whatever is not known is refused, with a guess. */
import { parseArgs } from 'node:util';
import type { Command, OptionSpecs } from './command.ts';
import { usageFailure } from './failure.ts';
import { nearest } from './nearest.ts';

const COMMON_OPTIONS = {
  json: { type: 'boolean', description: 'Print JSON, as the interface answers it.' },
  help: { type: 'boolean', short: 'h', description: 'Show this help.' },
} as const satisfies OptionSpecs;

const REMOTE_OPTIONS = {
  url: { type: 'string', value: '<url>', description: 'Address of the dashboard, when it is not here.' },
} as const satisfies OptionSpecs;

export function optionsOf({ options, remote }: Pick<Command, 'options' | 'remote'>): OptionSpecs {
  return { ...options, ...(remote && REMOTE_OPTIONS), ...COMMON_OPTIONS };
}

/** The command that the first words name, and what follows them. A group alone, such as `keys`, is no command. */
export function findCommand(
  argv: readonly string[],
  commands: readonly Command[],
): { command: Command; rest: string[] } | undefined {
  const words = argv.slice(0, 2).filter(word => !word.startsWith('-'));
  for (let count = words.length; count > 0; count--) {
    const name = argv.slice(0, count).join(' ');
    const command = commands.find(candidate => candidate.name === name);
    if (command !== undefined) return { command, rest: argv.slice(count) };
  }
  return undefined;
}

/** Commands of a group: `keys` has `keys create` and others. */
export function commandsOf(group: string, commands: readonly Command[]): Command[] {
  return commands.filter(({ name }) => name.startsWith(`${group} `));
}

export function unknownCommand(argv: readonly string[], commands: readonly Command[]) {
  const typed = argv.filter(word => !word.startsWith('-')).slice(0, 2);
  const names = commands.map(({ name }) => name);
  const groups = names.map(name => name.split(' ')[0] ?? '');
  const inGroup = commandsOf(typed[0] ?? '', commands).length > 0;
  const word = inGroup ? typed.join(' ') : (typed[0] ?? '');
  const meant = nearest(word, inGroup ? names : [...new Set([...groups, ...names])]);
  const help = inGroup ? `serai ${typed[0]} --help` : 'serai help';
  return usageFailure(
    `There is no command "${word}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
    `${help} lists the commands.`,
  );
}

interface ParsedCommandLine {
  options: Record<string, unknown>;
  args: string[];
}

export function parseCommandLine(command: Command, rest: readonly string[]): ParsedCommandLine {
  const specs = optionsOf(command);
  const hint = `serai ${command.name} --help shows what it takes.`;
  refuseUnknown(specs, rest, hint);
  const { values, positionals } = parseStrictly(specs, rest, hint);
  const wanted = command.args ?? [];
  // `file…` stands for one or more.
  const most = wanted.at(-1)?.endsWith('…') ? Number.POSITIVE_INFINITY : wanted.length;
  if (values.help !== true && (positionals.length < wanted.length || positionals.length > most)) {
    const missing = wanted.slice(positionals.length).map(name => `<${name}>`);
    const surplus = positionals.slice(wanted.length).map(word => `"${word}"`);
    throw usageFailure(
      missing.length > 0
        ? `${missing.join(' and ')} is missing.`
        : `${surplus.join(' ')} is not expected here.`,
      hint,
    );
  }
  return { options: values, args: positionals };
}

/** Before the strict reading, whose error names no near option. */
function refuseUnknown(specs: OptionSpecs, rest: readonly string[], hint: string): void {
  const { tokens } = parseArgs({ args: [...rest], options: specs, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option' || token.name in specs) continue;
    const meant = nearest(token.name, Object.keys(specs));
    throw usageFailure(
      `There is no option ${token.rawName}.${meant === undefined ? '' : ` Did you mean --${meant}?`}`,
      hint,
    );
  }
}

function parseStrictly(specs: OptionSpecs, rest: readonly string[], hint: string) {
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...rest],
      options: specs,
      strict: true,
      allowPositionals: true,
      tokens: true,
    });
    refuseRepeated(specs, tokens, hint);
    return { values: values as Record<string, unknown>, positionals };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code?.startsWith('ERR_PARSE_ARGS') !== true) throw error;
    throw usageFailure(`${message.split('\n')[0]?.replace(/\.?$/, '.')}`, hint);
  }
}

/** Of two different values the last would win in silence. */
function refuseRepeated(
  specs: OptionSpecs,
  tokens: readonly { kind: string; name?: string; rawName?: string }[],
  hint: string,
): void {
  const seen = new Set<string>();
  for (const { kind, name = '', rawName } of tokens) {
    if (kind !== 'option' || specs[name]?.multiple) continue;
    if (seen.has(name)) throw usageFailure(`${rawName} may stand only once.`, hint);
    seen.add(name);
  }
}
