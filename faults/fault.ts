/** A fault that `npm run faults` runs, and the guarantees that must hold in spite of it. */

/** The result of checking one guarantee after a run. */
export interface Verdict {
  /** `I1`, or a guarantee specific to this fault, such as `zero failed requests`. */
  guarantee: string;
  /**
   * A description of what was compared, with numbers. A guarantee for which nothing was compared does not count as
   * kept.
   */
  compared: string;
  /** One sentence per violation. Empty if no violation was found. */
  broken: readonly string[];
}

export interface FaultContext {
  /** The value of `--seconds`, or the default of the fault. */
  seconds: number;
  seed: number;
  /** A second checkout of the project, some of whose processes take part in the run. */
  other: string | undefined;
  /** Folder for the report of this run and the logs of its processes. */
  folder: string;
  /** Prints a line of progress and adds it to the report. */
  say(text: string): void;
  /** Adds a section to the report, in Markdown. */
  note(title: string, text: string): void;
}

export interface Fault {
  name: string;
  about: string;
  /** The default of `--seconds`, if the fault can run for any length of time. */
  seconds?: number;
  /** Must stop everything that it starts. An exception counts as a broken guarantee. */
  run(context: FaultContext): Promise<readonly Verdict[]>;
}

/**
 * Thrown if this machine lacks a program or permission that the fault needs. It is reported but not counted as a
 * failure.
 */
export class CannotRun extends Error {}
