export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  notAllowed: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_MEANINGS: Readonly<Record<ExitCode, string>> = {
  0: 'success',
  1: 'the operation failed or was rejected',
  2: 'invalid usage: the command, an option or a value is wrong',
  3: 'the service or its database cannot be reached',
  4: 'not allowed: the operator token or API key is missing or wrong, or the operation is forbidden',
};

interface FailureExtras {
  details?: readonly string[];
  hint?: string | undefined;
  /** The response from the service, printed with `--json`. */
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

export function usageFailure(message: string, hint?: string, details: readonly string[] = []): CliFailure {
  return new CliFailure(EXIT.usage, message, { details, hint });
}
