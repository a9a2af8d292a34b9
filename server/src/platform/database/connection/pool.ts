/** A connection pool with a bounded queue. Every wait has a time limit. */
import type { Clock, Timer } from '../../clock.ts';
import { DatabaseError } from '../is-unavailable.ts';
import { type Binding, isSameScope } from '../scope.ts';
import type { Connection } from './connection.ts';

export interface PoolOptions {
  open(scope: Binding, onBroken: () => void): Connection;
  clock: Clock;
  max: number;
  waitMs: number;
  maxWaiting: number;
}

export interface Pool {
  /** Prefers a connection that is already bound to the scope. Otherwise the caller must bind it. */
  lease(scope: Binding): Promise<Connection>;
  release(connection: Connection): void;
  /**
   * Opens all connections immediately and replaces lost connections in the background. These connections are prepared
   * before a caller gets them.
   */
  keepReady(scope: Binding, makeReady: MakeReady): Promise<void>;
  use(): PoolUse;
  /** Rejects new callers, waits at most `waitMs` until all connections are released, and closes them. */
  close(): Promise<void>;
}

export interface PoolUse {
  max: number;
  open: number;
  idle: number;
  waiting: number;
}

type MakeReady = (connection: Connection) => Promise<void>;

interface Waiter {
  scope: Binding;
  grant(connection: Connection): void;
  refuse(error: DatabaseError): void;
  timer: Timer;
}

/** Connections are replaced after this time, so that a failover or a changed setting reaches all of them. */
const MAX_AGE_MS = 30 * 60_000;
const REFILL_MS = 1_000;

export function createPool({ open, clock, max, waitMs, maxWaiting }: PoolOptions): Pool {
  const connections = new Set<Connection>();
  const idle: Connection[] = [];
  const waiting = new Set<Waiter>();
  let drained: (() => void) | undefined;
  let closing: Promise<void> | undefined;
  let keptReady: { scope: Binding; make: MakeReady } | undefined;
  let refill: Timer | undefined;

  function add(scope: Binding): Connection {
    const connection = open(scope, () => {
      connections.delete(connection);
      const index = idle.indexOf(connection);
      if (index >= 0) idle.splice(index, 1);
      serveNext();
      refillLater();
    });
    connections.add(connection);
    return connection;
  }

  /**
   * Opens one connection at a time. The other slots stay free for waiting callers, which open their own connections.
   */
  function refillLater(): void {
    if (keptReady === undefined || closing !== undefined || connections.size >= max) return;
    refill ??= clock.after(REFILL_MS, () => void refillNow());
  }

  async function refillNow(): Promise<void> {
    if (connections.size < max) await ready(add(keptReady?.scope));
    refill = undefined;
    refillLater();
  }

  async function ready(connection: Connection): Promise<void> {
    // A failure here is ignored. It happens again, and is reported, when the statement is used.
    await keptReady?.make(connection).catch(() => {});
    release(connection);
  }

  function release(connection: Connection): void {
    if (connection.broken) return;
    const isOld = clock.monotonicMs() - connection.openedMs > MAX_AGE_MS;
    if (closing !== undefined || isOld) connection.discard();
    else idle.push(connection);
    serveNext();
  }

  function take(scope: Binding): Connection | undefined {
    if (idle.length > 0) return idle.splice(fittest(idle, scope), 1)[0];
    return connections.size < max ? add(scope) : undefined;
  }

  function serveNext(): void {
    if (connections.size === 0) drained?.();
    const [waiter] = waiting;
    if (waiter === undefined) return;
    const connection = take(waiter.scope);
    if (connection === undefined) return;
    waiting.delete(waiter);
    waiter.timer.cancel();
    waiter.grant(connection);
  }

  function wait(scope: Binding): Promise<Connection> {
    return new Promise((grant, refuse) => {
      const timer = clock.after(waitMs, () => {
        waiting.delete(waiter);
        refuse(new DatabaseError('POOL_BUSY', `No database connection became free within ${waitMs} ms`));
      });
      const waiter = { scope, grant, refuse, timer };
      waiting.add(waiter);
    });
  }

  async function close(): Promise<void> {
    refill?.cancel();
    for (const waiter of waiting) {
      waiter.timer.cancel();
      waiter.refuse(new DatabaseError('DATABASE_CLOSED', 'The database was closed'));
    }
    waiting.clear();
    for (const connection of [...idle]) connection.discard();
    if (connections.size === 0) return;
    await new Promise<void>(resolve => {
      drained = resolve;
      clock.after(waitMs, resolve);
    });
    for (const connection of [...connections]) connection.discard();
  }

  return {
    async lease(scope) {
      if (closing !== undefined) throw new DatabaseError('DATABASE_CLOSED', 'The database was closed');
      const connection = waiting.size === 0 ? take(scope) : undefined;
      if (connection !== undefined) return connection;
      if (waiting.size >= maxWaiting)
        throw new DatabaseError('POOL_BUSY', 'Too many statements are waiting for a database connection');
      return wait(scope);
    },
    release,
    async keepReady(scope, make) {
      keptReady = { scope, make };
      const missing = Array.from({ length: max - connections.size }, () => add(scope));
      await Promise.all([...idle.splice(0), ...missing].map(ready));
    },
    use: () => ({ max, open: connections.size, idle: idle.length, waiting: waiting.size }),
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/**
 * Returns the index of the best idle connection. A connection with the same scope is preferred, then one with the same
 * role, because the server plans every statement again for another role. Otherwise, the connection that was returned
 * last is most likely alive and prepared.
 */
function fittest(idle: readonly Connection[], scope: Binding): number {
  let sameRole: number | undefined;
  for (let i = idle.length - 1; i >= 0; i--) {
    const bound = (idle[i] as Connection).scope;
    if (isSameScope(bound, scope)) return i;
    if (isOfPartner(bound) && isOfPartner(scope)) sameRole ??= i;
  }
  return sameRole ?? idle.length - 1;
}

function isOfPartner(scope: Binding): boolean {
  return typeof scope === 'object';
}
