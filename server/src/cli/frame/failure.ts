/** How a command ends: its exit codes, and a failure with what to do about it. */

export const EXIT = {
  ok: 0,
  /** The operation was refused or failed. */
  failed: 1,
  /** The command was not written as it must be. */
  usage: 2,
  /** Nothing answers where the service should be. */
  unreachable: 3,
  /** The token is missing or wrong, or its role may not do this. */
  notAllowed: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_MEANINGS: Readonly<Record<ExitCode, string>> = {
  0: 'it worked',
  1: 'the operation failed or was refused',
  2: 'the command was not written correctly',
  3: 'the service cannot be reached',
  4: 'not allowed: the operator token is missing, wrong, or its role is too weak',
};

interface FailureExtras {
  details?: readonly string[];
  /** What to do next, in whole sentences. */
  hint?: string;
  /** The interface's own answer, for `--json`. */
  body?: string;
  cause?: unknown;
}

export class CliFailure extends Error {
  override readonly name = 'CliFailure';
  readonly exitCode: ExitCode;
  readonly extras: FailureExtras;

  constructor(exitCode: ExitCode, message: string, extras: FailureExtras = {}) {
    super(message, { cause: extras.cause });
    this.exitCode = exitCode;
    this.extras = extras;
  }
}

export function usageFailure(message: string, hint?: string): CliFailure {
  return new CliFailure(EXIT.usage, message, hint === undefined ? {} : { hint });
}
