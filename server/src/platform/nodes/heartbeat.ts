/** Writes a heartbeat for this process every five seconds and reads which other nodes are alive. */
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { every, type Repetition } from '../every.ts';
import { newId } from '../ids/ids.ts';
import type { Log } from '../log.ts';
import { beat, type LiveNode, listLiveNodes, removeNode } from './node-store.ts';

const BEAT_MS = 5_000;
/**
 * Increased when values that nodes exchange through clients get a format that earlier nodes cannot read. Earlier nodes
 * write 1. Format 3: offer ids with a key for each search, and digests of offers that are the same in every search.
 */
const FORMAT = 3;

interface HeartbeatParts {
  db: Database;
  role: string;
  version: string;
  /** The id of the node, in a worker thread. Its main thread writes the heartbeats. */
  mainId?: string | undefined;
  clock: Clock;
  log: Log;
}

export class Heartbeat {
  readonly id: string;
  readonly #parts: HeartbeatParts;
  #nodes: LiveNode[] = [];
  #beats: Repetition | undefined;

  constructor(parts: HeartbeatParts) {
    this.#parts = parts;
    this.id = parts.mainId ?? newId('node');
  }

  async start(): Promise<void> {
    const { clock, log } = this.#parts;
    await this.#beat();
    this.#beats = every(
      clock,
      BEAT_MS,
      () => this.#beat(),
      error => log.warn({ err: error }, 'the heartbeat could not be written'),
    );
  }

  async stop(): Promise<void> {
    await this.#beats?.stop();
    if (this.#parts.mainId === undefined) await removeNode(this.#parts.db, this.id).catch(() => {});
  }

  /** As of the last successful heartbeat. */
  nodes(): readonly LiveNode[] {
    return this.#nodes;
  }

  liveGateways(): number {
    return this.#nodes.filter(isGateway).length;
  }

  liveBackends(): number {
    return this.#nodes.filter(({ role }) => role !== 'gateway').length;
  }

  /**
   * The newest format that every live node can read. During an upgrade, some nodes have the previous version. Without a
   * known node, every node can read format 1.
   */
  commonFormat(): number {
    if (this.#nodes.length === 0) return 1;
    return Math.min(FORMAT, ...this.#nodes.map(({ format }) => format));
  }

  /** Whether this is the oldest gateway that is alive. */
  isFirstGateway(): boolean {
    return this.#nodes.find(isGateway)?.id === this.id;
  }

  async #beat(): Promise<void> {
    const { db, role, version, mainId } = this.#parts;
    if (mainId === undefined) await beat(db, { id: this.id, role, version, format: FORMAT });
    this.#nodes = await listLiveNodes(db);
  }
}

function isGateway({ role }: LiveNode): boolean {
  return role === 'gateway' || role === 'all';
}
