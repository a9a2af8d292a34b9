/** The connections to one backend, pooled by traffic class so that slow searches cannot block bookings. */
import { TRAFFIC_CLASSES, type TrafficClass } from '@serai/contract/operation.ts';
import { ENVIRONMENTS } from '@serai/contract/shared/answer.ts';
import type { ClassCaps } from '../../platform/admission/admission.ts';
import { SLOTS } from '../../platform/admission/overload.ts';
import type { Clock, Timer } from '../../platform/clock.ts';
import {
  BackendConnection,
  type ConnectionOwner,
  PendingTry,
  type Try,
  type TryOptions,
} from './backend-connection.ts';

/**
 * Characters that a header value must not contain. Some of them could end the header and start another. This is a
 * second safeguard, because Node's parser already rejects them from clients.
 */
const NO_HEADER_VALUE = /[^\t\x20-\x7e\x80-\xff]/;

/** Traffic classes whose requests may be sent to another backend while this backend may still be working on them. */
const READS: readonly TrafficClass[] = ['search', 'content', 'list', 'detail'];

/**
 * One connection per slot of the gateway, so that a request never waits until another request releases its connection.
 * Connections are opened on demand.
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

  /** Sends the request once and waits for the complete response. The returned promise never rejects. */
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

/** Shorter than the keep-alive timeout of our own servers, which is one minute. */
const KEEP_ALIVE_MS = 30_000;

/** The connections for one traffic class to one backend. Attempts wait for a connection in order of arrival. */
class ConnectionPool implements ConnectionOwner {
  readonly #url: URL;
  readonly #clock: Clock;
  readonly #max: number;
  readonly #open = new Set<BackendConnection>();
  /** Idle connections. The most recently used connection is reused first, so that surplus connections expire. */
  readonly #idle: BackendConnection[] = [];
  readonly #waiting = new Set<PendingTry>();
  #connecting = 0;
  #sweep: Timer | undefined;

  constructor(url: URL, clock: Clock, max: number) {
    this.#url = url;
    this.#clock = clock;
    this.#max = max;
  }

  take(pending: PendingTry): void {
    const connection = this.#takeIdle();
    if (connection !== undefined) connection.send(pending);
    else {
      this.#waiting.add(pending);
      this.#connect();
    }
  }

  abandon(pending: PendingTry): void {
    this.#waiting.delete(pending);
  }

  onFree(connection: BackendConnection, isNew: boolean, reusableMs: number): void {
    if (isNew) this.#connecting--;
    const next = this.#takeWaiting();
    if (next !== undefined) {
      connection.send(next);
      return;
    }
    const restMs = Math.min(KEEP_ALIVE_MS, reusableMs);
    connection.restsUntilMs = this.#clock.monotonicMs() + restMs;
    this.#idle.push(connection);
    this.#sweep ??= this.#clock.after(restMs, this.#dropOld);
  }

  onGone(connection: BackendConnection, wasConnected: boolean, cause: unknown): void {
    this.#open.delete(connection);
    if (wasConnected) {
      const place = this.#idle.indexOf(connection);
      if (place !== -1) this.#idle.splice(place, 1);
    } else {
      this.#connecting--;
      this.#takeWaiting()?.failed(cause);
    }
    this.#connect();
  }

  close(): void {
    this.#sweep?.cancel();
    const cause = new Error('the connections to the backend are closed');
    for (const pending of this.#waiting) pending.failed(cause);
    this.#waiting.clear();
    for (const connection of this.#open) connection.close();
  }

  /** Opens as many new connections as there are waiting attempts, up to the maximum. */
  #connect(): void {
    while (this.#connecting < this.#waiting.size && this.#open.size < this.#max) {
      this.#connecting++;
      this.#open.add(new BackendConnection(this.#url, this.#clock, this));
    }
  }

  #takeWaiting(): PendingTry | undefined {
    for (const first of this.#waiting) {
      this.#waiting.delete(first);
      return first;
    }
    return undefined;
  }

  #takeIdle(): BackendConnection | undefined {
    const connection = this.#idle.pop();
    if (connection === undefined || this.#clock.monotonicMs() < connection.restsUntilMs) return connection;
    this.#dropOld();
    connection.close();
    return this.#idle.pop();
  }

  readonly #dropOld = () => {
    this.#sweep?.cancel();
    this.#sweep = undefined;
    const nowMs = this.#clock.monotonicMs();
    let nextMs = Number.POSITIVE_INFINITY;
    for (const connection of [...this.#idle]) {
      if (connection.restsUntilMs <= nowMs) connection.close();
      else nextMs = Math.min(nextMs, connection.restsUntilMs);
    }
    if (this.#idle.length > 0) this.#sweep = this.#clock.after(nextMs - nowMs, this.#dropOld);
  };
}
