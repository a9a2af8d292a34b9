/** Has one node or the other look for due jobs: soon after anything was written, and when the next one falls due. */
import type { Timer } from '../../src/platform/clock.ts';
import type { OpenDatabase } from '../../src/platform/database/connect.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SharedConnection } from './shared-connection.ts';
import type { SimulatedNode } from './simulated-node.ts';
import type { Timeline } from './timeline.ts';

interface Parts {
  timeline: Timeline;
  random: SeededRandom;
  connection: SharedConnection;
  db: OpenDatabase;
  nodes: readonly SimulatedNode[];
}

/** As often as runners look by themselves. */
const POLL_MS = 750;
/** By then a node that was told has looked. */
const LOOKED_MS = 20;

export class JobTurns {
  readonly #parts: Parts;
  #planned: { atMs: number; timer: Timer } | undefined;
  #count = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** How often a node was told. */
  get count(): number {
    return this.#count;
  }

  touched(): void {
    this.#plan(this.#parts.random.between(1, POLL_MS));
  }

  #plan(delayMs: number): void {
    const { timeline } = this.#parts;
    const atMs = timeline.nowMs + delayMs;
    if (this.#planned !== undefined && this.#planned.atMs <= atMs) return;
    this.#planned?.timer.cancel();
    this.#planned = { atMs, timer: timeline.at(delayMs, () => this.#turn()) };
  }

  #turn(): void {
    const { nodes, random, timeline } = this.#parts;
    this.#planned = undefined;
    this.#count++;
    const alive = nodes.filter(({ process }) => process.isAlive);
    if (alive.length > 0) random.pick(alive).wake();
    timeline.at(LOOKED_MS, () => this.#planNext());
  }

  async #planNext(): Promise<void> {
    const { connection, db, random, timeline } = this.#parts;
    const [row] = (await connection.run(
      db`SELECT min(coalesce(lease_until, run_at)) AS due FROM job WHERE dead_at IS NULL`,
    )) as readonly { due: Date | null }[];
    const due = row?.due;
    if (due) this.#plan(Math.max(random.between(1, POLL_MS), due.getTime() - timeline.nowMs));
  }
}
