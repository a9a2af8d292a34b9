/**
 * Builds a command from an operation in the contract. Without a declaration, the contract provides the command's name,
 * options, checks, help, example and output. A declaration states only what differs.
 */
import type { OperatorOperation } from '@serai/contract/operator-operation.ts';
import type { z } from 'zod';
import type { Call, Command, OptionSpecs } from '../frame/command.ts';
import { CliFailure, EXIT, type ExitCode, usageFailure } from '../frame/failure.ts';
import type { Style } from '../text/style.ts';
import { exampleOf } from './example.ts';
import { genericText } from './generic-text.ts';
import { type Declared, type InputBuilder, inputBuilder } from './input-builder.ts';

export interface View<Input> {
  style: Style;
  nowMs: number;
  input: Input;
}

export interface OperationCall<Input> extends Call {
  input: Input;
}

interface Declaration<Input, Output> extends Declared<Input> {
  /** Default: derived from the operation, so that `keys/create` becomes `keys create`. */
  name?: string;
  /** Default: the summary of the operation. */
  summary?: string;
  /** Added to the operation's description. */
  note?: string;
  /** Options that are not part of the operation's input. A function is called only if the command is used. */
  extra?: OptionSpecs | (() => OptionSpecs);
  fixed?: Partial<Input>;
  /** Asks for confirmation before the call, unless `--yes` is given. */
  confirm?: {
    question(call: OperationCall<Input>): string | Promise<string>;
    /** The text that the user must type. Default: y or yes. */
    answer?: string;
  };
  /** Default: one example, derived from the operation's request example. */
  examples?: readonly string[];
  empty?: string;
  /** Default: tables for lists, and name–value pairs otherwise. */
  render?(data: Output, view: View<Input>): string;
  exitCode?(data: Output): ExitCode;
  /**
   * Called after the input was checked and confirmed. It may add to the input. If it returns undefined, the command
   * continues as usual.
   */
  run?(call: OperationCall<Input>): Promise<number | undefined>;
}

const YES = { yes: { type: 'flag', short: 'y', description: 'Do not ask for confirmation.' } } as const;

export function operationCommand<Input extends z.ZodType, Output extends z.ZodType>(
  operation: OperatorOperation<Input, Output>,
  declaration: Declaration<z.input<Input>, z.output<Output>> = {},
): Command {
  const { name = operation.name.replaceAll('/', ' '), summary = operation.summary, note } = declaration;
  let known: InputBuilder | undefined;
  /** Converting the schema takes time, so only the schema of the command in use is converted. */
  const builder = () => {
    known ??= inputBuilder(operation, declaration);
    return known;
  };
  return {
    name,
    operations: [operation.name],
    remote: true,
    ...(operation.deprecated && { deprecated: true }),
    summary: summary.endsWith('.') ? summary : `${summary}.`,
    description: [operation.description, note].filter(Boolean).join(' '),
    get args() {
      return builder().args.map(({ name, rest }) => (rest ? `${name}…` : name));
    },
    get options() {
      const { extra, confirm } = declaration;
      return {
        ...builder().options,
        ...(typeof extra === 'function' ? extra() : extra),
        ...(confirm && YES),
      };
    },
    get examples() {
      return declaration.examples ?? [exampleOf(name, operation.examples.request as object, builder())];
    },
    check: (options, args, nowMs) => builder().problems(options, args, nowMs),
    async run(call: Call) {
      const input = builder().input(call.options, call.args, call.clock.nowMs()) as z.input<Input>;
      const withInput = { ...call, input };
      if (declaration.confirm && !(call.options as { yes?: boolean }).yes)
        await confirm(withInput, declaration.confirm);
      const code = await declaration.run?.(withInput);
      if (code !== undefined) return code;
      const { data, text } = await call.client().call(operation, input);
      call.terminal.out(call.json ? `${text}\n` : outputText(data, declaration, withInput));
      return declaration.exitCode?.(data) ?? EXIT.ok;
    },
  } as Command;
}

async function confirm<Input>(
  call: OperationCall<Input>,
  { question, answer }: NonNullable<Declaration<Input, never>['confirm']>,
): Promise<void> {
  const { ask } = call.terminal;
  if (ask === undefined) {
    throw usageFailure(
      'This command asks for confirmation, but there is no terminal.',
      'Add --yes to run it without confirmation.',
    );
  }
  const typed = (await ask(await question(call))).trim();
  const isMeant = answer === undefined ? /^y(es)?$/i.test(typed) : typed === answer;
  if (!isMeant) throw new CliFailure(EXIT.failed, 'Nothing was changed.');
}

function outputText<Input, Output>(
  data: Output,
  { render, empty }: Declaration<Input, Output>,
  { style, clock, input }: OperationCall<Input>,
): string {
  const lists = Object.values(data as object).filter(Array.isArray);
  if (empty !== undefined && lists.every(list => list.length === 0)) return `${empty}\n`;
  const text = render?.(data, { style, nowMs: clock.nowMs(), input }) ?? genericText(data, style);
  const cursor = (data as { page?: { nextCursor?: string | null } }).page?.nextCursor;
  if (cursor === undefined || cursor === null) return text;
  return `${text}\nThere are more results. Repeat the command with --cursor ${cursor}\n`;
}
