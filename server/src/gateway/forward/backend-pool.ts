/** The connections to one backend, pooled by traffic class so that slow searches cannot block bookings. */
import { TRAFFIC_CLASSES, type TrafficClass } from '@serai/contract/operation.ts';
import { ENVIRONMENTS } from '@serai/contract/shared/answer.ts';
import type { ClassCaps } from '../../platform/admission/admission.ts';
import { SLOTS } from '../../platform/admission/overload.ts';
import type { Clock } from '../../platform/clock.ts';
import { PendingTry, type Try, type TryOptions } from './backend-try.ts';
import { ConnectionPool } from './connection-pool.ts';

/**
 * Characters that could end a header and start another. Node's parser already rejects them from clients; this is a
 * second safeguard.
 */
const NO_HEADER_VALUE = /[^\t\x20-\x7e\x80-\xff]/;

/** Classes that may be sent to another backend while this one may still be working on the request. */
const READS: readonly TrafficClass[] = ['search', 'content', 'list', 'detail'];

/**
 * One connection per slot of the gateway, so that no request waits for a connection because of another organisation
 * or environment. Connections are opened on demand.
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

  /** Sends the request once and waits for the complete response. Never rejects. */
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

  /** Fails all reads in flight, so that they are sent to another backend. */
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

  /** Returns why the request must not be sent, if there is a reason. */
  #problemOf({ headers, signal }: TryOptions): string | undefined {
    if (this.#isClosed) return 'the connections to the backend are closed';
    if (signal?.aborted) return 'the client has disconnected';
    for (let i = 1; i < headers.length; i += 2) {
      if (NO_HEADER_VALUE.test(headers[i] as string)) return 'a header contains invalid characters';
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
