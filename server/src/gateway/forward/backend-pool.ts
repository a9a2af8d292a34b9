/** Connections to one backend, a pool for each class of traffic, so that slow searches leave bookings a way through. */
import { TRAFFIC_CLASSES, type TrafficClass } from '@serai/contract/operation.ts';
import { ENVIRONMENTS } from '@serai/contract/shared/answer.ts';
import type { ClassCaps } from '../../platform/admission/admission.ts';
import { SLOTS } from '../../platform/admission/overload.ts';
import type { Clock } from '../../platform/clock.ts';
import { PendingTry, type Try, type TryOptions } from './backend-try.ts';
import { ConnectionPool } from './connection-pool.ts';

/** Would end a header and begin another. Node's parser lets none through from a client; this is the second lock. */
const NO_HEADER_VALUE = /[^\t\x20-\x7e\x80-\xff]/;

/** What may be asked of another backend while this one may still be at it. */
const READS: readonly TrafficClass[] = ['search', 'content', 'list', 'detail'];

/**
 * One for each slot that the gateway has: a slow request never keeps one of another organisation or environment waiting for a
 * connection. They are opened on demand.
 */
const MAX_CONNECTIONS = Object.fromEntries(
  TRAFFIC_CLASSES.map(name => [name, SLOTS[name] * ENVIRONMENTS.length]),
) as ClassCaps;

export class BackendPool {
  readonly url: string;
  readonly #url: URL;
  readonly #clock: Clock;
  readonly #max: ClassCaps;
  readonly #pools = new Map<TrafficClass, ConnectionPool>();
  #isClosed = false;

  constructor(url: string, clock: Clock, maxConnections: ClassCaps = MAX_CONNECTIONS) {
    this.url = url;
    this.#max = maxConnections;
    this.#url = new URL(url);
    this.#clock = clock;
  }

  /** Sends once and waits for the whole answer. Never rejects. */
  try(options: TryOptions): Promise<Try> {
    const problem = this.#problemOf(options);
    if (problem !== undefined) {
      return Promise.resolve({ kind: 'failed', sent: false, cause: new Error(problem) });
    }
    return new Promise(resolve => {
      const pool = this.#pool(options.trafficClass);
      pool.take(new PendingTry(options, this.#clock, pool, resolve));
    });
  }

  /** Fails the reads under way, as a lost connection would, so that another backend is asked. */
  giveUpReads(): void {
    for (const trafficClass of READS) {
      this.#pools.get(trafficClass)?.close();
      this.#pools.delete(trafficClass);
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const pool of this.#pools.values()) pool.close();
  }

  /** Why it must not be sent. */
  #problemOf({ headers, signal }: TryOptions): string | undefined {
    if (this.#isClosed) return 'the connections to the backend are closed';
    if (signal?.aborted) return 'nobody waits for the answer';
    for (let i = 1; i < headers.length; i += 2) {
      if (NO_HEADER_VALUE.test(headers[i] as string)) return 'a header cannot be sent';
    }
    return undefined;
  }

  #pool(trafficClass: TrafficClass): ConnectionPool {
    let pool = this.#pools.get(trafficClass);
    if (pool === undefined) {
      pool = new ConnectionPool(this.#url, this.#clock, this.#max[trafficClass]);
      this.#pools.set(trafficClass, pool);
    }
    return pool;
  }
}
