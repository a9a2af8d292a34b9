/** What a command is: the words that call it, what it takes, and what it does. */
import type { parseArgs } from 'node:util';
import type { Config } from '../../config.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ServeOptions } from '../../serve.ts';
import type { OperatorClient } from '../operator-client.ts';
import type { Style } from '../text/style.ts';
import type { ExitCode } from './failure.ts';
import type { Terminal } from './terminal.ts';

export interface OptionSpec {
  type: 'string' | 'boolean';
  multiple?: boolean;
  short?: string;
  /** How help calls the value: `<number>`. */
  value?: string;
  description: string;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** The options of a call, typed by their declaration. */
export type OptionValues<Options extends OptionSpecs> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>['values'];

/** What the process gives a command. Tests give their own. */
export interface Surroundings {
  terminal: Terminal;
  style: Style;
  clock: Clock;
  env: NodeJS.ProcessEnv | undefined;
  /** Ends what would go on for ever. */
  signal: AbortSignal | undefined;
  /** Reads and checks the settings. Throws when one is wrong. */
  config(): Config;
  serve(options: ServeOptions): Promise<number>;
}

export interface Call<Options extends OptionSpecs = OptionSpecs> extends Surroundings {
  options: OptionValues<Options>;
  /** By place, as many as the command declares, or more where the last may repeat. */
  args: readonly string[];
  json: boolean;
  /** The operator interface of the service, at `--url` or where the settings say. */
  client(): OperatorClient;
}

interface CommandFields<Options extends OptionSpecs> {
  /** `keys create`. */
  name: string;
  summary: string;
  /** More than the summary, in whole sentences. */
  description?: string;
  /** Names of what is given by place, each required; the last may end in `…` and then takes one or more. */
  args?: readonly string[];
  options?: Options;
  /** It calls the service, so it takes `--url`. */
  remote?: boolean;
  examples: readonly string[];
  run(call: Call<Options>): Promise<ExitCode | number>;
}

export interface Command extends Omit<CommandFields<OptionSpecs>, 'run'> {
  run(call: Call<never>): Promise<ExitCode | number>;
}

export function defineCommand<const Options extends OptionSpecs>(fields: CommandFields<Options>): Command {
  return fields as Command;
}
