/** Connections to one backend, a pool for each class of traffic, so that slow searches leave bookings a way through. */
import type { TrafficClass } from '@serai/contract/operation.ts';
import { type Dispatcher, Pool } from 'undici';
import type { Clock, Timer } from '../../platform/clock.ts';

const CONNECT_TIMEOUT_MS = 1_000;
const KEEP_ALIVE_MS = 30_000;

/** How a single try ended. `sent` tells whether a byte of the request may have left us. */
export type Try =
  | { kind: 'answered'; status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }
  | { kind: 'failed'; sent: boolean; cause: unknown };

export interface TryOptions {
  trafficClass: TrafficClass;
  path: string;
  headers: string[];
  body: Buffer;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

export class BackendPool {
  readonly url: string;
  readonly #clock: Clock;
  readonly #pools = new Map<TrafficClass, Pool>();

  constructor(url: string, clock: Clock) {
    this.url = url;
    this.#clock = clock;
  }

  /** Sends once and waits for the whole answer. Never rejects. */
  try(options: TryOptions): Promise<Try> {
    return new Promise(resolve => {
      const handler = new CollectingHandler(options, this.#clock, resolve);
      this.#pool(options.trafficClass).dispatch(
        { path: options.path, method: 'POST', headers: options.headers, body: options.body },
        handler,
      );
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map(pool => pool.destroy()));
  }

  #pool(trafficClass: TrafficClass): Pool {
    let pool = this.#pools.get(trafficClass);
    if (pool === undefined) {
      pool = new Pool(this.url, {
        connections: 128,
        pipelining: 1,
        keepAliveTimeout: KEEP_ALIVE_MS,
        connect: { timeout: CONNECT_TIMEOUT_MS },
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      this.#pools.set(trafficClass, pool);
    }
    return pool;
  }
}

/** Collects an answer. The deadline is ours alone: undici's own timers are coarse. */
class CollectingHandler implements Dispatcher.DispatchHandler {
  readonly #resolve: (result: Try) => void;
  readonly #timer: Timer;
  readonly #signal: AbortSignal | undefined;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: Record<string, string | string[] | undefined> = {};
  #sent = false;
  #isDone = false;

  constructor(options: TryOptions, clock: Clock, resolve: (result: Try) => void) {
    this.#resolve = resolve;
    this.#signal = options.signal;
    this.#timer = clock.after(Math.max(0, options.timeoutMs), this.#giveUp);
    options.signal?.addEventListener('abort', this.#giveUp, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Given up while it waited for a connection: it must not leave us any more.
    if (this.#isDone) controller.abort(new Error('given up'));
    else this.#sent = true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const body = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    this.#finish({ kind: 'answered', status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, cause: Error): void {
    this.#finish({ kind: 'failed', sent: this.#sent, cause });
  }

  readonly #giveUp = () => {
    const cause = new Error('the backend did not answer in time');
    this.#controller?.abort(cause);
    this.#finish({ kind: 'failed', sent: this.#sent, cause });
  };

  #finish(result: Try): void {
    this.#isDone = true;
    this.#timer.cancel();
    this.#signal?.removeEventListener('abort', this.#giveUp);
    this.#resolve(result);
  }
}
