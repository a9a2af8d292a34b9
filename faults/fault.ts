/** What `npm run faults` runs: something that goes wrong, and the promises that have to hold all the same. */

/** One promise after a run. */
export interface Verdict {
  /** `I1`, or words of its own: `zero failed requests`. */
  promise: string;
  /** What was held against what, with numbers: a promise that nothing was compared for is not kept. */
  compared: string;
  /** Sentences about what broke; none when it held. */
  broken: readonly string[];
}

export interface FaultContext {
  /** As asked for, else as the fault wishes. */
  seconds: number;
  /** Everything that chance decides follows from it. */
  seed: number;
  /** A second checkout of the project, whose processes take part; undefined is none. */
  other: string | undefined;
  /** Of this run: its report, and the logs of its processes. */
  folder: string;
  /** A line of progress, on the terminal and in the report. */
  say(text: string): void;
  /** A section of the report, in Markdown. */
  note(title: string, text: string): void;
}

export interface Fault {
  name: string;
  /** One line. */
  about: string;
  /** Default of `--seconds`, where the fault lasts as long as one wants. */
  seconds?: number;
  /** Ends everything it started. What it throws is a broken promise too. */
  run(context: FaultContext): Promise<readonly Verdict[]>;
}

/** A fault that this machine cannot play, for want of a program or a right. Told, and not counted as broken. */
export class CannotRun extends Error {}
