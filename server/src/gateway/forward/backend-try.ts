/** One sending of a request to one backend, from the moment it is wanted until its answer or failure is known. */
import type { TrafficClass } from '@serai/contract/operation.ts';
import type { Clock, Timer } from '../../platform/clock.ts';

/** How a single try ended. `sent` tells whether a byte of the request may have left us. */
export type Try =
  | { kind: 'answered'; status: number; headers: string[]; body: Buffer }
  | { kind: 'failed'; sent: boolean; cause: unknown };

export interface TryOptions {
  trafficClass: TrafficClass;
  path: string;
  /** What lets us in. Our own and long, so not looked through for what no header may hold. */
  token: string;
  /** Names in lower case and values in turn. */
  headers: readonly string[];
  body: Buffer;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** Who has the try at the moment: the queue, then a connection. */
interface Holder {
  /** The try is over; nothing of it may be sent any more. */
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

  /** From here on a failure can no longer say that nothing left us. */
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
    this.failed(new Error('the backend did not answer in time'));
  };

  #finish(result: Try): void {
    this.#timer.cancel();
    this.options.signal?.removeEventListener('abort', this.#giveUp);
    this.#resolve(result);
  }
}
