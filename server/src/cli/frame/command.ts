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
  /** Placeholder for the value in the help. Every type that takes a value has a default placeholder. */
  value?: string;
  /** The option may be given more than once. Values may also be separated by commas. */
  multiple?: boolean;
  /** Commas are part of the value. This is always the case for `setting`. */
  keepsCommas?: boolean;
  required?: boolean;
  /** The value if the option is omitted, written as a user would type it. */
  default?: string;
  /** The value that the service uses if the option is omitted. Only shown in the help. */
  serviceDefault?: string;
  /** The word that users type for `null`, for example `never`. */
  nullWord?: string;
}

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
  /** In seconds. */
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

export type OptionValues<Options extends OptionSpecs> = {
  readonly [Name in keyof Options]: Options[Name] extends { required: true } | { default: string }
    ? Given<Options[Name]>
    : Given<Options[Name]> | undefined;
};

/** The resources that the process provides to a command. Tests provide their own. */
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
  /** The positional arguments. There are as many as the command declares, or more if the last argument may repeat. */
  args: readonly string[];
  json: boolean;
  /** Creates a client for the operator API at `--url` or at the URL in the settings. */
  client(): OperatorClient;
}

interface CommandFields<Options extends OptionSpecs> {
  /** For example `keys create`. */
  name: string;
  /** One sentence. */
  summary: string;
  description?: string;
  /**
   * Names of the positional arguments, all of which are required. If the last name ends in `…`, it accepts one or more
   * values.
   */
  args?: readonly string[];
  options?: Options;
  /** Whether the command calls the service and therefore accepts `--url`. */
  remote?: boolean;
  examples: readonly string[];
  /** Still works, but help does not list it. */
  deprecated?: true;
  /** Operations of the contract that this command covers. */
  operations?: readonly string[];
  /** Reports mistakes that the types of the options cannot detect. Each problem is a sentence. */
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
