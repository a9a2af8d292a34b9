/** Help, printed from what the commands declare. Pure. */
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
    '\nserai <command> --help tells more about one of them. All take --json.\n',
    `\n${style.bold('Exit codes')}\n`,
    indent(columns(Object.entries(EXIT_MEANINGS).map(([code, meaning]) => [code, meaning]))),
    '\nSettings come from the environment; serai settings lists them.\n',
  ].join('');
}

export function groupHelp(group: string, commands: readonly Command[], style: Style): string {
  return [
    `Usage: serai ${group} <command> [options]\n`,
    `\n${style.bold('Commands')}\n`,
    commandList(commandsOf(group, commands)),
    `\nserai ${group} <command> --help tells more about one of them.\n`,
  ].join('');
}

export function commandHelp(command: Command, style: Style): string {
  const { name, summary, description, args = [], examples } = command;
  const words = ['serai', name, ...args.map(arg => `<${arg}>`), '[options]'];
  return [
    `${summary}\n`,
    description === undefined ? '' : `\n${description}\n`,
    `\nUsage: ${words.join(' ')}\n`,
    `\n${style.bold('Options')}\n`,
    optionList(optionsOf(command)),
    `\n${style.bold('Examples')}\n`,
    indent(examples.map(example => `${example}\n`).join('')),
    '\nExit codes: serai help lists them.\n',
  ].join('');
}

function commandList(commands: readonly Command[]): string {
  return indent(columns(commands.map(({ name, summary }) => [name, summary])));
}

function optionList(options: OptionSpecs): string {
  return indent(
    columns(Object.entries(options).map(([name, spec]) => [optionText(name, spec), spec.description])),
  );
}

export function optionText(name: string, { type, short, value = '<value>', multiple }: OptionSpec): string {
  const letter = short === undefined ? '' : `-${short}, `;
  return `${letter}--${name}${type === 'string' ? ` ${value}` : ''}${multiple ? ' …' : ''}`;
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
