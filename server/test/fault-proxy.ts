/** A TCP proxy that misbehaves on demand: slow, unreachable, silent, resetting or truncating. */
import { type AddressInfo, createServer, connect as openSocket, type Server, type Socket } from 'node:net';
import { systemClock } from '../src/platform/clock.ts';

export type Direction = 'to-target' | 'to-client';

/** A fault without a direction affects both. */
export type Fault =
  | { kind: 'latency'; ms: number; direction?: Direction }
  /** Bytes are delayed, not lost. They arrive once the fault is cleared. */
  | { kind: 'black-hole'; direction?: Direction }
  /** New connections are refused and open connections are closed. */
  | { kind: 'down' }
  /** Open connections are reset. New connections are reset as soon as they send a byte. */
  | { kind: 'reset' }
  /**
   * Lets this many bytes through in the given direction, counted per connection from now on, and then resets the
   * connection.
   */
  | { kind: 'cut'; afterBytes: number; direction: Direction };

export interface FaultProxy {
  readonly port: number;
  /** The number of connections accepted since the start. */
  connections(): number;
  set(fault: Fault): Promise<void>;
  clear(): Promise<void>;
  /** Routes new connections to this target and resets open connections. */
  retarget(target: ProxyTarget): void;
  close(): Promise<void>;
}

export type ProxyTarget = { host: string; port: number } | { path: string };

interface Lane {
  direction: Direction;
  from: Socket;
  to: Socket;
  /** Chunks in order of arrival. A chunk never overtakes an earlier chunk, regardless of its delay. */
  waiting: { chunk: Buffer; dueMs: number }[];
  passedBytes: number;
}

export async function startFaultProxy(options: { target: ProxyTarget }): Promise<FaultProxy> {
  let { target: goal } = options;
  let fault: Fault | undefined;
  let taken = 0;
  const lanes = new Set<Lane>();
  const server = createServer({ allowHalfOpen: true }, accept);
  const port = await listen(server, 0);

  function accept(client: Socket): void {
    taken += 1;
    const target = openSocket({ ...goal, allowHalfOpen: true });
    target.setNoDelay(true);
    client.setNoDelay(true);
    addLane('to-target', client, target);
    addLane('to-client', target, client);
  }

  function addLane(direction: Direction, from: Socket, to: Socket): void {
    const lane: Lane = { direction, from, to, waiting: [], passedBytes: 0 };
    lanes.add(lane);
    if (acts('black-hole', direction)) from.pause();
    from.on('data', chunk => take(lane, chunk));
    from.on('end', () => afterWaiting(lane, () => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      lanes.delete(lane);
      afterWaiting(lane, () => to.destroy());
    });
  }

  function take(lane: Lane, chunk: Buffer): void {
    const delayMs = fault?.kind === 'latency' && acts('latency', lane.direction) ? fault.ms : 0;
    if (fault?.kind === 'reset') {
      resetLane(lane);
    } else if (delayMs === 0 && lane.waiting.length === 0) {
      pass(lane, chunk);
    } else {
      const dueMs = Math.max(systemClock.monotonicMs() + delayMs, lane.waiting.at(-1)?.dueMs ?? 0);
      lane.waiting.push({ chunk, dueMs });
      afterDue(dueMs, () => {
        const next = lane.waiting.shift();
        if (next !== undefined) pass(lane, next.chunk);
      });
    }
  }

  function pass(lane: Lane, chunk: Buffer): void {
    if (lane.to.destroyed) return;
    if (fault?.kind !== 'cut' || fault.direction !== lane.direction) {
      lane.to.write(chunk);
      return;
    }
    const room = Math.max(0, fault.afterBytes - lane.passedBytes);
    lane.passedBytes += chunk.length;
    if (room > 0) lane.to.write(chunk.subarray(0, room));
    if (chunk.length > room) setImmediate(resetLane, lane);
  }

  function acts(kind: 'latency' | 'black-hole', direction: Direction): boolean {
    return fault?.kind === kind && (fault.direction ?? direction) === direction;
  }

  function resetAll(): void {
    for (const lane of [...lanes]) resetLane(lane);
  }

  async function set(next: Fault | undefined): Promise<void> {
    const wasDown = fault?.kind === 'down';
    fault = next;
    for (const lane of lanes) {
      lane.passedBytes = 0;
      if (acts('black-hole', lane.direction)) lane.from.pause();
      else lane.from.resume();
    }
    if (next?.kind === 'down' && !wasDown) {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      resetAll();
      await closed;
    }
    if (next?.kind === 'reset') resetAll();
    if (wasDown && next?.kind !== 'down') await listen(server, port);
  }

  return {
    port,
    connections: () => taken,
    set,
    clear: () => set(undefined),
    retarget(target) {
      goal = target;
      resetAll();
    },
    async close() {
      if (fault?.kind !== 'down') await set({ kind: 'down' });
    },
  };
}

function resetLane(lane: Lane): void {
  for (const socket of [lane.to, lane.from]) {
    // A Unix socket cannot be reset.
    if (socket.remoteAddress === undefined) socket.destroy();
    else socket.resetAndDestroy();
  }
}

function afterWaiting(lane: Lane, task: () => void): void {
  const lastDueMs = lane.waiting.at(-1)?.dueMs;
  if (lastDueMs === undefined) task();
  else afterDue(lastDueMs, () => afterWaiting(lane, task));
}

/** A timer can fire almost 1 ms early. */
function afterDue(dueMs: number, task: () => void): void {
  systemClock.after(Math.ceil(dueMs - systemClock.monotonicMs()) + 1, task);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
