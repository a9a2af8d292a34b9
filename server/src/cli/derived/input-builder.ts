import type { OperatorOperation } from '@serai/contract/operator-operation.ts';
import { issueMessage } from '../../platform/operations/validate.ts';
import type { OptionSpec, OptionSpecs } from '../frame/command.ts';
import { CliFailure } from '../frame/failure.ts';
import { parseOptionValue } from '../frame/option-value.ts';
import { explainIssue, type FieldLabels } from './explain-issue.ts';
import { type OptionField, type OptionOverride, optionFields } from './option-fields.ts';

export interface Argument {
  name: string;
  /** The fields that the argument may set, usually one. */
  fields: readonly string[];
  /** Takes all remaining words, joined by spaces. */
  rest?: boolean;
  /** Turns the text of an argument that can have several meanings into input. */
  input?(text: string): object;
}

/** A flag that sets part of the input. Fields that are `undefined` are not sent. */
export interface Flag {
  description: string;
  input: object | ((nowMs: number) => object);
}

type Values = Readonly<Record<string, unknown>>;

export interface Declared<Input = never> {
  /** Default: every required field whose name ends in `Id`. */
  args?: readonly (string | Argument)[];
  /** Changes to derived options, keyed by the dotted path of the field. `false` leaves the field out. */
  options?: Readonly<Record<string, OptionOverride | false>>;
  flags?: Readonly<Record<string, Flag>>;
  /** Input that is always sent. */
  fixed?: object;
  /**
   * Fills in values that depend on other values. `values` contains all options, including those that are not part of
   * the input.
   */
  complete?(input: Input, nowMs: number, values: Values): object;
  /** Reports mistakes that the schema cannot detect. `given` lists the options that were typed. */
  check?(input: Input, given: readonly string[], values: Values): Iterable<string>;
}

type Input = Record<string, unknown>;

export interface InputBuilder {
  args: readonly (Argument & { source: OptionField | undefined })[];
  fields: readonly OptionField[];
  options: OptionSpecs;
  input(values: Values, args: readonly string[], nowMs: number): Input;
  problems(values: Values, args: readonly string[], nowMs: number): Iterable<string>;
}

export function inputBuilder(operation: OperatorOperation, declared: Declared): InputBuilder {
  const all = optionFields(operation, declared.options);
  const args = argumentsOf(all, declared.args);
  const inArguments = new Set([
    ...args.flatMap(({ fields }) => fields),
    ...Object.keys(declared.fixed ?? {}),
  ]);
  const fields = all.filter(({ path }) => !inArguments.has(path.join('.')));
  const flags = Object.entries(declared.flags ?? {});
  const labels = fieldLabels(args, fields, flags);

  function input(values: Values, words: readonly string[], nowMs: number): Input {
    const built: Input = fields.some(({ path }) => path[0] === 'page') ? { page: {} } : {};
    for (const [at, { name, source, input: standsFor, rest }] of args.entries()) {
      const text = rest ? words.slice(at).join(' ') : (words[at] ?? '');
      if (text === '') continue;
      if (standsFor !== undefined) Object.assign(built, standsFor(text));
      else if (source !== undefined)
        put(built, source, parseOptionValue(source.spec, [text], `<${name}>`, nowMs));
    }
    for (const field of fields) {
      if (values[field.option] !== undefined) put(built, field, values[field.option]);
    }
    Object.assign(built, declared.fixed);
    for (const [name, flag] of flags) if (values[name]) Object.assign(built, inputOf(flag, nowMs));
    return { ...built, ...declared.complete?.(built as never, nowMs, values) };
  }

  function* problems(values: Values, words: readonly string[], nowMs: number): Generator<string> {
    yield* conflicts(values, fields, flags);
    let built: Input;
    try {
      built = input(values, words, nowMs);
    } catch (error) {
      if (!(error instanceof CliFailure)) throw error;
      yield error.message;
      return;
    }
    yield* declared.check?.(built as never, Object.keys(values), values) ?? [];
    const { error } = operation.input.safeParse(built, { error: issueMessage });
    yield* new Set(error?.issues.map(issue => explainIssue(issue, built, labels)));
    const isUpdate = operation.name.endsWith('/update');
    if (isUpdate && Object.keys(built).every(name => name.endsWith('Id'))) {
      const changes = fields
        .filter(({ path }) => !path[0]?.endsWith('Id'))
        .map(({ option }) => `--${option}`);
      yield `Nothing to change. Use at least one of ${changes.join(', ')}.`;
    }
  }

  return { args, fields, options: optionsOf(fields, flags), input, problems };
}

function argumentsOf(all: readonly OptionField[], declared: Declared['args']): InputBuilder['args'] {
  const ids = all.filter(({ path, spec }) => path.length === 1 && path[0]?.endsWith('Id') && spec.required);
  return (declared ?? ids.map(({ path }) => path.join('.'))).map(arg => {
    const argument = typeof arg === 'string' ? { name: arg, fields: [arg] } : arg;
    return { ...argument, source: all.find(({ path }) => path.join('.') === argument.fields[0]) };
  });
}

function optionsOf(fields: readonly OptionField[], flags: readonly [string, Flag][]): OptionSpecs {
  const specs = fields.map(({ option, path, spec }): [string, OptionSpec] => {
    const instead = flags.filter(([, flag]) => path[0] !== undefined && path[0] in inputOf(flag, 0));
    if (!spec.required || instead.length === 0) return [option, spec];
    const names = instead.map(([name]) => `--${name}`).join(' or ');
    return [
      option,
      { ...spec, required: false, description: `${spec.description} Required unless ${names} is used.` },
    ];
  });
  const more = flags.map(([name, { description }]): [string, OptionSpec] => [
    name,
    { type: 'flag', description },
  ]);
  return Object.fromEntries([...specs, ...more]);
}

/** A flag cannot be combined with options that set the same fields. */
function* conflicts(
  values: Values,
  fields: readonly OptionField[],
  flags: readonly [string, Flag][],
): Generator<string> {
  const setters: [string, string][] = fields.map(({ option, path }) => [path[0] ?? '', option]);
  for (const [name, flag] of flags) {
    if (!values[name]) continue;
    for (const [field, option] of setters) {
      const isSet = values[option] !== undefined && field in inputOf(flag, 0);
      if (isSet) yield `--${name} and --${option} cannot be combined.`;
    }
    setters.push(...Object.keys(inputOf(flag, 0)).map((field): [string, string] => [field, name]));
  }
}

/**
 * Lists every way to set a field, such as `--scope or --all-scopes`. The options of an object are joined, as in
 * `--last-name with --email`.
 */
function fieldLabels(
  args: readonly Argument[],
  fields: readonly OptionField[],
  flags: readonly [string, Flag][],
): FieldLabels {
  const labels: Record<string, string> = {};
  const add = (field: string, label: string, joint: string) => {
    labels[field] = labels[field] === undefined ? label : `${labels[field]}${joint}${label}`;
  };
  for (const { name, fields: own } of args) for (const field of own) add(field, `<${name}>`, ' or ');
  for (const { option, path } of fields) {
    add(path.join('.'), `--${option}`, ' or ');
    if (path.length > 1) add(path[0] ?? '', `--${option}`, ' with ');
  }
  for (const [name, flag] of flags)
    for (const field of Object.keys(inputOf(flag, 0))) add(field, `--${name}`, ' or ');
  return labels;
}

function inputOf({ input }: Flag, nowMs: number): object {
  return typeof input === 'function' ? input(nowMs) : input;
}

function put(
  input: Input,
  { path, spec, word }: Pick<OptionField, 'path' | 'spec' | 'word'>,
  value: unknown,
): void {
  let target = input;
  for (const part of path.slice(0, -1)) {
    target[part] = { ...(target[part] as Input | undefined) };
    target = target[part] as Input;
  }
  const last = path.at(-1) ?? '';
  if (word !== undefined) target[last] = [...((target[last] as string[] | undefined) ?? []), word];
  else target[last] = spec.type === 'setting' ? Object.fromEntries(value as [string, unknown][]) : value;
}
