/** The connections of one traffic class to one backend. Attempts wait for a connection in order of arrival. */
import type { Clock, Timer } from '../../platform/clock.ts';
import { BackendConnection, type ConnectionOwner } from './backend-connection.ts';
import type { PendingTry } from './backend-try.ts';

/** Shorter than the keep-alive timeout of our own servers, which is one minute. */
const KEEP_ALIVE_MS = 30_000;

export class ConnectionPool implements ConnectionOwner {
  readonly #url: URL;
  readonly #clock: Clock;
  readonly #max: number;
  readonly #open = new Set<BackendConnection>();
  /** Idle connections. The last used one is reused first, so that surplus connections expire. */
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

  /** Removes an abandoned attempt from the queue. */
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

  /** Opens as many new connections as there are waiting attempts. */
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
