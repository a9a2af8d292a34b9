/** A command: its name, the options and arguments it takes, and what it does. */
import type { Config } from '../../config.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ServeOptions } from '../../serve.ts';
import type { OperatorClient } from '../operator-client.ts';
import type { Style } from '../text/style.ts';
import type { ExitCode } from './failure.ts';
import type { Terminal } from './terminal.ts';

interface OptionFields {
  description: string;
  short?: string;
  /** Placeholder of the value in help. Most types have one of their own. */
  value?: string;
  /** The option may be repeated. Values may also be separated by commas. */
  multiple?: boolean;
  /** Commas belong to the value. This is always so for `setting`. */
  keepsCommas?: boolean;
  required?: boolean;
  /** Used if the option is omitted, written as a user would type it. */
  default?: string;
  /** What the service uses if the option is omitted. Only shown in help. */
  serviceDefault?: string;
  /** The word that stands for `null`, for example `never`. */
  nullWord?: string;
}

/** One option with the type that its value is checked against. */
export type OptionSpec = OptionFields &
  (
    | { type: 'flag' | 'switch' | 'duration' | 'url' | 'money' | 'setting' | 'json' }
    | { type: 'text'; upperCase?: boolean }
    | { type: 'number'; minimum?: number; maximum?: number; fraction?: boolean }
    /** A duration is subtracted from the current time, or added to it if `ahead` is set. */
    | { type: 'time'; ahead?: boolean }
    | { type: 'choice'; choices: readonly string[] }
  );

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

interface ValuesByType {
  flag: boolean;
  switch: boolean;
  number: number;
  /** Seconds. */
  duration: number;
  money: { amount: string; currency: string };
  setting: readonly [string, string | number | boolean];
}

type ValueOf<Spec extends OptionSpec> = Spec extends { choices: readonly (infer Choice)[] }
  ? Choice
  : Spec['type'] extends keyof ValuesByType
    ? ValuesByType[Spec['type']]
    : string;

type Given<Spec extends OptionSpec> = Spec extends { multiple: true }
  ? readonly ValueOf<Spec>[]
  : ValueOf<Spec>;

/** The parsed options of a call, typed by their declaration. */
export type OptionValues<Options extends OptionSpecs> = {
  readonly [Name in keyof Options]: Options[Name] extends { required: true } | { default: string }
    ? Given<Options[Name]>
    : Given<Options[Name]> | undefined;
};

/** What the process passes to a command. Tests pass their own. */
export interface Surroundings {
  terminal: Terminal;
  style: Style;
  clock: Clock;
  env: NodeJS.ProcessEnv | undefined;
  /** Ends commands that would otherwise run until they are interrupted. */
  signal: AbortSignal | undefined;
  /** Reads and checks the settings. Throws if one is invalid. */
  config(): Config;
  serve(options: ServeOptions): Promise<number>;
}

export interface Call<Options extends OptionSpecs = OptionSpecs> extends Surroundings {
  options: OptionValues<Options>;
  /** The positional arguments: as many as the command declares, or more if the last one may repeat. */
  args: readonly string[];
  json: boolean;
  /** A client for the operator interface at `--url`, or where the settings point. */
  client(): OperatorClient;
}

interface CommandFields<Options extends OptionSpecs> {
  /** For example `keys create`. */
  name: string;
  /** One sentence. */
  summary: string;
  description?: string;
  /** Names of the positional arguments. All are required. A last name that ends in `…` takes one or more. */
  args?: readonly string[];
  options?: Options;
  /** The command calls the service, so it takes `--url`. */
  remote?: boolean;
  examples: readonly string[];
  /** Still works, but help does not list it. */
  deprecated?: true;
  /** Operations of the contract that this command covers. */
  operations?: readonly string[];
  /** Finds mistakes that concern more than one option. Each problem is a sentence. */
  check?(options: OptionValues<Options>, args: readonly string[], nowMs: number): Iterable<string>;
  run(call: Call<Options>): Promise<ExitCode | number>;
}

export interface Command extends Omit<CommandFields<OptionSpecs>, 'run' | 'check'> {
  check?(options: never, args: readonly string[], nowMs: number): Iterable<string>;
  run(call: Call<never>): Promise<ExitCode | number>;
}

export function defineCommand<const Options extends OptionSpecs>(fields: CommandFields<Options>): Command {
  return fields as Command;
}
