/**
 * Sends reads to streaming replicas that lag at most a given time behind the primary. A read that fails on a replica,
 * for whatever reason, is repeated on the primary.
 *
 * The lag is measured with a beat: a row on the primary that every node renews. A replica that shows the beat of time T
 * has replayed everything that was committed before T. The clocks of the replicas are not used, and the lag is also
 * correct if nothing else is written.
 */
import { ApiError } from '../../api-error.ts';
import type { Clock } from '../../clock.ts';
import { withDeadline } from '../../deadline.ts';
import { every, type Repetition } from '../../every.ts';
import type { Metrics } from '../../metrics.ts';
import type { Database, DatabasePool } from '../connect.ts';
import type { DatabaseLog } from '../database-log.ts';
import { Replica, type ReplicaAddress, type ReplicaState } from './replica.ts';
import { writeBeat } from './replica-beat-store.ts';

export interface ReplicasOptions {
  primary: Database;
  replicas: readonly ReplicaAddress[];
  /** Returns a time of the primary's clock before which everything is committed. */
  settle(primary: Database): Promise<number>;
  maxLagMs: number;
  clock: Clock;
  log: DatabaseLog;
  metrics?: Metrics | undefined;
  /** The pause between two beats and between two probes. Default: 500 ms. */
  pauseMs?: number;
}

export interface ReplicaStatus {
  name: string;
  state: ReplicaState;
  lagMs: number | undefined;
}

const PAUSE_MS = 500;
const BEAT_DEADLINE_MS = 5_000;
/** How long a read waits for a replica, unless its caller has less time. */
const MAX_WAIT_MS = 10_000;

const SERVED_BY = ['replica', 'primary', 'primary_after_replica'] as const;

export class Replicas {
  readonly #options: ReplicasOptions;
  readonly #replicas: readonly Replica[];
  readonly #count: (servedBy: (typeof SERVED_BY)[number]) => void;
  readonly #repetitions: Repetition[] = [];
  #installation: string | undefined;
  /** The primary's clock, as read last, and when the read was sent. */
  #primaryClock: { atMs: number; sentMs: number } | undefined;
  #turn = 0;

  constructor(options: ReplicasOptions) {
    this.#options = options;
    const { maxLagMs, clock, log } = options;
    const lagOf = (atMs: number) => this.#lagOf(atMs);
    this.#replicas = options.replicas.map(each => new Replica({ ...each, lagOf, maxLagMs, clock, log }));
    this.#count = this.#addMetrics(options.metrics);
  }

  /** Resolves when every replica has responded or has had time to. An unavailable replica does not prevent a start. */
  async start(): Promise<void> {
    const { clock, log, pauseMs = PAUSE_MS } = this.#options;
    const warn = (err: unknown) => log.warn({ err }, 'the beat for read replicas could not be written');
    await this.#beat().catch(warn);
    await this.#probe();
    this.#repetitions.push(
      every(clock, pauseMs, () => this.#beat(), warn),
      every(
        clock,
        pauseMs,
        () => this.#probe(),
        () => {},
      ),
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.#repetitions.map(each => each.stop()));
    await Promise.all(this.#replicas.map(each => each.close()));
  }

  status(): ReplicaStatus[] {
    return this.#replicas.map(each => ({ name: each.name, state: each.state(), lagMs: each.lagMs() }));
  }

  /**
   * All statements of `onReplica` run on the same replica. If it fails in any way, even because it does not find
   * something, `onPrimary` runs, so that a lagging replica never causes an error.
   */
  async read<T>(
    onReplica: (pool: DatabasePool) => T | Promise<T>,
    onPrimary: () => T | Promise<T>,
    waitMs = MAX_WAIT_MS,
  ): Promise<T> {
    const replica = this.#next();
    if (replica === undefined) {
      this.#count('primary');
      return onPrimary();
    }
    try {
      const result = await replica.run(onReplica, Math.min(waitMs, MAX_WAIT_MS));
      this.#count('replica');
      return result;
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status < 500;
      if (!isRefused) this.#count('primary_after_replica');
      const result = await onPrimary();
      // The replica refused a request that is valid on the primary. Requests that both refuse are not counted.
      if (isRefused) this.#count('primary_after_replica');
      return result;
    }
  }

  /** Replicas that are up take turns. */
  #next(): Replica | undefined {
    const usable = this.#replicas.filter(each => each.state() === 'UP');
    this.#turn += 1;
    return usable[this.#turn % usable.length];
  }

  async #beat(): Promise<void> {
    const { primary, settle, clock } = this.#options;
    const sentMs = clock.monotonicMs();
    const atMs = await withDeadline(settle(primary), BEAT_DEADLINE_MS, clock);
    this.#primaryClock = { atMs, sentMs };
    this.#installation = await withDeadline(writeBeat(primary, atMs), BEAT_DEADLINE_MS, clock);
  }

  async #probe(): Promise<void> {
    await Promise.all(this.#replicas.map(replica => replica.probe(this.#installation)));
  }

  /**
   * Never too small: the clock was read after the statement was sent. While the primary is unreachable, its clock is
   * extrapolated.
   */
  #lagOf(atMs: number): number {
    if (this.#primaryClock === undefined) return Number.POSITIVE_INFINITY;
    const { atMs: readMs, sentMs } = this.#primaryClock;
    return readMs + this.#options.clock.monotonicMs() - sentMs - atMs;
  }

  #addMetrics(metrics: Metrics | undefined): (servedBy: (typeof SERVED_BY)[number]) => void {
    if (metrics === undefined) return () => {};
    const replica = this.#replicas.map(({ name }) => name);
    const find = (name: string) => this.#replicas.find(each => each.name === name);
    metrics.gauge(
      'serai_replica_lag_seconds',
      'How far a read replica is behind the primary. +Inf if it has never responded.',
      name => (find(name)?.lagMs() ?? Number.POSITIVE_INFINITY) / 1000,
      { replica },
      'max',
    );
    metrics.gauge(
      'serai_replica_up',
      'Whether a read replica is in use: 1 if it is, 0 if it lags too far behind or is unavailable.',
      name => (find(name)?.state() === 'UP' ? 1 : 0),
      { replica },
      'main',
    );
    const reads = metrics.counter(
      'serai_replica_reads_total',
      'Reads that a replica may serve, by the server that did.',
      { served_by: SERVED_BY },
    );
    const series = new Map(SERVED_BY.map(each => [each, reads.series(each)]));
    return servedBy => reads.add(series.get(servedBy) as number);
  }
}
