/** One read replica: its connections, and what the last probe found. */
import type { Clock } from '../../clock.ts';
import { withDeadline } from '../../deadline.ts';
import type { Database, DatabasePool } from '../connect.ts';
import type { DatabaseLog } from '../database-log.ts';
import { isConnectionError } from '../is-unavailable.ts';
import { type Beat, readBeat } from './replica-beat-store.ts';

/** `DEGRADED` means that the replica responds but lags too far behind. */
export type ReplicaState = 'UP' | 'DEGRADED' | 'DOWN';

export interface ReplicaAddress {
  /** Host and port, without credentials. */
  name: string;
  pool: DatabasePool;
  /** Its own connection, so that a probe never waits for reads. */
  probePool: DatabasePool;
}

interface ReplicaOptions extends ReplicaAddress {
  /** The lag of a beat, by the clock of the primary. */
  lagOf(atMs: number): number;
  maxLagMs: number;
  clock: Clock;
  log: DatabaseLog;
}

const PROBE_DEADLINE_MS = 1_000;
/** A beat this far in the future can only have been written before the clock of the primary was set back. */
const MAX_AHEAD_MS = 2_000;

const EFFECTS: Readonly<Record<ReplicaState, string>> = {
  UP: 'a read replica is in use again',
  DEGRADED: 'a read replica lags too far behind; the primary serves its reads',
  DOWN: 'a read replica is unavailable; the primary serves its reads',
};

export class Replica {
  readonly name: string;
  readonly #options: ReplicaOptions;
  readonly #db: Database;
  /** Reads that wait for this replica. They end as soon as it is found to be unavailable. */
  readonly #waiting = new Set<(error: unknown) => void>();
  #seenAtMs: number | undefined;
  #failure: string | undefined;
  #reported: ReplicaState = 'UP';

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.name = options.name;
    this.#db = options.probePool.asService('The lag of a read replica concerns all partners.');
  }

  /** Undefined until the replica has responded. */
  lagMs(): number | undefined {
    return this.#seenAtMs === undefined ? undefined : this.#options.lagOf(this.#seenAtMs);
  }

  /** The lag grows until the next probe, so a replica that is no longer probed is not used for long. */
  state(): ReplicaState {
    const lagMs = this.lagMs();
    if (this.#failure !== undefined || lagMs === undefined) return 'DOWN';
    return lagMs <= this.#options.maxLagMs && lagMs >= -MAX_AHEAD_MS ? 'UP' : 'DEGRADED';
  }

  /** The returned promise never rejects. */
  async probe(installation: string | undefined): Promise<void> {
    try {
      const beat = await withDeadline(readBeat(this.#db), PROBE_DEADLINE_MS, this.#options.clock);
      this.#seenAtMs = checkBeat(beat, installation).at.getTime();
      this.#failure = undefined;
    } catch (error) {
      this.#fail(error);
    }
    this.#reportChange();
  }

  /**
   * Runs a read. Rejects early if the replica is found to be unavailable. A replica that is only busy stays in use,
   * because otherwise all of its reads would move to the primary at once.
   */
  run<T>(work: (pool: DatabasePool) => T | Promise<T>, waitMs: number): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.add(reject);
      const read = (async () => work(this.#options.pool))();
      withDeadline(read, waitMs, this.#options.clock)
        .then(resolve, (error: unknown) => {
          if (isConnectionError(error)) this.#fail(error);
          reject(error);
        })
        .finally(() => this.#waiting.delete(reject));
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.#options.pool.close(), this.#options.probePool.close()]);
  }

  #fail(error: unknown): void {
    this.#failure = (error as Error).message || String((error as NodeJS.ErrnoException).code);
    for (const reject of this.#waiting) reject(error);
    this.#waiting.clear();
  }

  /** Logs one line per change. A replica that is up at startup is not mentioned. */
  #reportChange(): void {
    const state = this.state();
    if (state === this.#reported) return;
    this.#reported = state;
    const details = { replica: this.name, lagMs: Math.round(this.lagMs() ?? -1), error: this.#failure };
    this.#options.log[state === 'UP' ? 'info' : 'warn'](details, EFFECTS[state]);
  }
}

function checkBeat(beat: Beat | undefined, installation: string | undefined): Beat {
  if (beat === undefined) throw new Error('it has no beat: it is not a replica of this database');
  if (installation !== undefined && beat.installation !== installation) {
    throw new Error('it belongs to another installation: it is not a replica of the primary');
  }
  return beat;
}
