/** One attempt to send a request to a backend, from queueing until its response or failure. */
import type { TrafficClass } from '@serai/contract/operation.ts';
import type { Clock, Timer } from '../../platform/clock.ts';

/** The result of one attempt. `sent` is true if any byte of the request may have left this process. */
export type Try =
  | { kind: 'answered'; status: number; headers: string[]; body: Buffer }
  | { kind: 'failed'; sent: boolean; cause: unknown };

export interface TryOptions {
  trafficClass: TrafficClass;
  path: string;
  /** The gateway's token. We signed it, so it is not checked for invalid characters. */
  token: string;
  /** Alternating lower-case names and values. */
  headers: readonly string[];
  body: Buffer;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** The current holder of the attempt: first the queue, then a connection. */
interface Holder {
  /** The attempt is over. Nothing more of it may be sent. */
  abandon(pending: PendingTry): void;
}

export class PendingTry {
  readonly options: TryOptions;
  readonly #resolve: (result: Try) => void;
  readonly #timer: Timer;
  #holder: Holder;
  #sent = false;

  constructor(options: TryOptions, clock: Clock, queue: Holder, resolve: (result: Try) => void) {
    this.options = options;
    this.#holder = queue;
    this.#resolve = resolve;
    this.#timer = clock.after(Math.max(0, options.timeoutMs), this.#giveUp);
    options.signal?.addEventListener('abort', this.#giveUp, { once: true });
  }

  /** After this call, a failure can no longer report that nothing was sent. */
  sendingOn(connection: Holder): void {
    this.#holder = connection;
    this.#sent = true;
  }

  answered(status: number, headers: string[], body: Buffer): void {
    this.#finish({ kind: 'answered', status, headers, body });
  }

  failed(cause: unknown): void {
    this.#finish({ kind: 'failed', sent: this.#sent, cause });
  }

  readonly #giveUp = () => {
    this.#holder.abandon(this);
    this.failed(new Error('the backend did not respond in time'));
  };

  #finish(result: Try): void {
    this.#timer.cancel();
    this.options.signal?.removeEventListener('abort', this.#giveUp);
    this.#resolve(result);
  }
}
