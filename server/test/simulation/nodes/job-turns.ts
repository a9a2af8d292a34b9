/** Makes one of the nodes check for due jobs: soon after a write, and when the next job is due. */
import type { Timer } from '../../../src/platform/clock.ts';
import type { OpenDatabase } from '../../../src/platform/database/connect.ts';
import type { SeededRandom } from '../chance/seeded-random.ts';
import type { Timeline } from '../timeline.ts';
import type { SharedConnection } from './shared-connection.ts';
import type { SimulatedNode } from './simulated-node.ts';

interface Parts {
  timeline: Timeline;
  random: SeededRandom;
  connection: SharedConnection;
  db: OpenDatabase;
  nodes: readonly SimulatedNode[];
}

/** The interval at which runners poll. */
const POLL_MS = 750;

export class JobTurns {
  readonly #parts: Parts;
  #planned: { atMs: number; timer: Timer } | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  touched(): void {
    this.#plan(this.#parts.random.between(POLL_MS / 3, POLL_MS));
  }

  #plan(delayMs: number): void {
    const { timeline } = this.#parts;
    const atMs = timeline.nowMs + delayMs;
    if (this.#planned !== undefined && this.#planned.atMs <= atMs) return;
    this.#planned?.timer.cancel();
    this.#planned = { atMs, timer: timeline.at(delayMs, () => this.#turn()) };
  }

  async #turn(): Promise<void> {
    const { nodes, random, timeline } = this.#parts;
    this.#planned = undefined;
    const dueMs = await this.#nextDueMs();
    if (dueMs === undefined) return;
    if (dueMs > timeline.nowMs) return this.#plan(dueMs - timeline.nowMs + random.between(0, POLL_MS));
    const alive = nodes.filter(({ process }) => process.isAlive);
    const awake = alive.filter(({ process }) => process.pauseLeftMs === 0);
    if (awake.length > 0) random.pick(awake).wake();
    this.#plan(Math.max(POLL_MS, awake.length > 0 ? 0 : leastPauseMs(alive)));
  }

  async #nextDueMs(): Promise<number | undefined> {
    const { connection, db } = this.#parts;
    const [row] = (await connection.run(
      db`SELECT min(coalesce(lease_until, run_at)) AS due FROM job WHERE dead_at IS NULL`,
    )) as readonly { due: Date | null }[];
    return row?.due?.getTime();
  }
}

function leastPauseMs(nodes: readonly SimulatedNode[]): number {
  return nodes.length === 0 ? 0 : Math.min(...nodes.map(({ process }) => process.pauseLeftMs));
}
