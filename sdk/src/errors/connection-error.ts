/** Errors of requests that got no answer of the service. */
import { type Outcome, SeraiError } from './serai-error.ts';

interface Fields {
  outcome: Outcome;
  cause?: unknown;
}

/** The connection failed, or the response was not the service's: a 5xx without its error envelope is an unknown outcome. */
export class ConnectionError extends SeraiError {
  static override readonly kind: string = 'ConnectionError';
  /** Of the call as a whole: `unknown` as soon as one of its attempts may have arrived. */
  readonly outcome: Outcome;
  /** Status of an answer that was not the service's, such as the 502 of a proxy in between. */
  readonly status: number | null;
  /** `X-Request-ID` of the answer, where there was one. */
  readonly requestId: string | null;

  constructor(
    message: string,
    fields: Fields & { status?: number | undefined; requestId?: string | null | undefined },
  ) {
    super(message, fields);
    this.outcome = fields.outcome;
    this.status = fields.status ?? null;
    this.requestId = fields.requestId ?? null;
  }
}

/** The time that was allowed passed without an answer. */
export class TimeoutError extends SeraiError {
  static override readonly kind: string = 'TimeoutError';
  readonly outcome: Outcome;
  /** Milliseconds that were allowed. */
  readonly timeout: number;

  constructor(message: string, fields: Fields & { timeout: number }) {
    super(message, fields);
    this.outcome = fields.outcome;
    this.timeout = fields.timeout;
  }
}

/** The caller's `AbortSignal` ended the call. */
export class AbortedError extends SeraiError {
  static override readonly kind: string = 'AbortedError';
  readonly outcome: Outcome;

  constructor(message: string, fields: Fields) {
    super(message, fields);
    this.outcome = fields.outcome;
  }
}
