/** Generates the help texts from the declarations of the commands. Pure. */
import type { Command, OptionSpec, OptionSpecs } from './frame/command.ts';
import { commandsOf, optionsOf } from './frame/command-line.ts';
import { EXIT_MEANINGS } from './frame/failure.ts';
import type { Style } from './text/style.ts';
import { columns } from './text/table.ts';

export function generalHelp(commands: readonly Command[], version: string, style: Style): string {
  return [
    `${style.bold(`Serai ${version}`)}: a hotel distribution service.\n`,
    '\nUsage: serai <command> [options]\n',
    `\n${style.bold('Commands')}\n`,
    commandList(commands),
    '\nFor help on a command, run serai <command> --help. All commands accept --json.\n',
    `\n${style.bold('Exit codes')}\n`,
    indent(columns(Object.entries(EXIT_MEANINGS).map(([code, meaning]) => [code, meaning]))),
    '\nSettings are read from the environment. serai settings lists them.\n',
  ].join('');
}

export function groupHelp(group: string, commands: readonly Command[], style: Style): string {
  return [
    `Usage: serai ${group} <command> [options]\n`,
    `\n${style.bold('Commands')}\n`,
    commandList(commandsOf(group, commands)),
    `\nFor help on a command, run serai ${group} <command> --help.\n`,
  ].join('');
}

export function commandHelp(command: Command, style: Style): string {
  const { summary, description, examples } = command;
  const options = optionsOf(command);
  return [
    `${summary}\n`,
    description ? `\n${description}\n` : '',
    `\nUsage: ${usageLine(command)}\n`,
    `\n${style.bold('Options')}\n`,
    indent(
      columns(Object.entries(options).map(([name, spec]) => [optionText(name, spec), optionHelp(spec)])),
    ),
    ...valueNotes(options).map(note => `\n${note}\n`),
    `\n${style.bold('Examples')}\n`,
    indent(examples.map(example => `${example}\n`).join('')),
    '\nserai help lists the exit codes.\n',
  ].join('');
}

/** Returns the usage line, for example `serai keys show <keyId> [options]`. */
export function usageLine({ name, args = [] }: Command): string {
  return ['serai', name, ...args.map(arg => `<${arg}>`), '[options]'].join(' ');
}

/** Returns the option with its value, for example `-y, --yes` or `--status <active|disabled>`. */
export function optionText(name: string, spec: OptionSpec): string {
  const short = spec.short === undefined ? '' : `-${spec.short}, `;
  const value = spec.type === 'flag' ? '' : ` ${spec.value ?? placeholder(spec)}`;
  return `${short}--${name}${value}${spec.multiple ? ' …' : ''}`;
}

const PLACEHOLDERS = {
  number: '<number>',
  text: '<text>',
  time: '<time>',
  duration: '<duration>',
  url: '<url>',
  money: '<amount>',
  setting: '<field=value>',
  json: '<json>',
  switch: '<on|off>',
} as const;

/**
 * The longest list of choices, in characters, that is shown in the placeholder. Longer lists are shown in the
 * description if they have at most MOST_CHOICES choices.
 */
const LONGEST_PLACEHOLDER = 40;
const MOST_CHOICES = 15;
/** Larger ranges are not shown. */
const MOST_RANGE = 1_000_000;

function placeholder(spec: OptionSpec): string {
  if (spec.type === 'flag') return '';
  if (spec.type !== 'choice') return PLACEHOLDERS[spec.type];
  const choices = choicesOf(spec).join('|');
  return choices.length <= LONGEST_PLACEHOLDER ? `<${choices}>` : '<name>';
}

function choicesOf(spec: OptionSpec): string[] {
  return spec.type === 'choice' ? spec.choices.map(choice => choice.toLowerCase()) : [];
}

export function optionHelp(spec: OptionSpec): string {
  const choices = choicesOf(spec);
  const isListed =
    optionText('', spec).includes('|') || choices.length === 0 || choices.length > MOST_CHOICES;
  const isStated = spec.description.includes('Default:');
  const byDefault = isStated ? undefined : (spec.default ?? spec.serviceDefault);
  return [
    spec.description,
    isListed ? '' : `One of: ${choices.join(', ')}.`,
    rangeText(spec),
    spec.nullWord && !spec.description.includes(`"${spec.nullWord}"`) ? `Or "${spec.nullWord}".` : '',
    spec.required ? 'Required.' : '',
    byDefault === undefined ? '' : `Default: ${byDefault}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function rangeText(spec: OptionSpec): string {
  if (spec.type !== 'number' || spec.minimum === undefined || spec.maximum === undefined) return '';
  return spec.maximum <= MOST_RANGE ? `${spec.minimum} to ${spec.maximum}.` : '';
}

/** Returns notes on values that would otherwise be repeated for many options. */
function valueNotes(options: OptionSpecs): string[] {
  const specs = Object.values(options);
  const types = new Set(specs.map(({ type }) => type));
  return [
    specs.some(({ multiple, type, keepsCommas }) => multiple && type !== 'setting' && !keepsCommas)
      ? 'Options with … may be repeated. Their values may also be separated by commas.'
      : '',
    types.has('time')
      ? 'A <time> is a timestamp such as 2027-06-30T12:00:00Z, a date, or a duration such as 15m, 24h or 7d. A duration counts back from now, or forward for future times such as --expires.'
      : '',
    types.has('duration') ? 'A <duration> is a number with a unit, such as 90s, 15m, 24h or 7d.' : '',
  ].filter(Boolean);
}

function commandList(commands: readonly Command[]): string {
  const listed = commands.filter(({ deprecated }) => !deprecated);
  const shown = listed.length > 0 ? listed : commands;
  return indent(columns(shown.map(({ name, summary }) => [name, summary])));
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
