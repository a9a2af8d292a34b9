/**
 * Takes due jobs and runs several at a time. Several runners may share a database. Each job is run by only one of them
 * at a time.
 */
import { type Clock, sleep, type Timer } from '../clock.ts';
import type { Database, DatabasePool } from '../database/connect.ts';
import type { Log } from '../log.ts';
import type { JobKind, JobKinds } from './job.ts';
import { releaseLease } from './job-store.ts';
import { leaseMs, runJob } from './run-job.ts';
import { moveToBacklog, type TakenJob, takeDueJobs } from './take-jobs-store.ts';

export interface JobRunnerOptions {
  pool: Pick<DatabasePool, 'forPartner' | 'asService'>;
  clock: Clock;
  kinds: JobKinds;
  log: Log;
  /** Maximum number of concurrent runs. At most half of them are for one organisation. */
  concurrency?: number;
  pollMs?: number;
  /** No new job is claimed while this returns true. */
  isHeld?: () => boolean;
}

interface Run {
  job: TakenJob;
  stop: AbortController;
  ended: Promise<void>;
}

const POLL_MS = 750;
const MOVED_AT_ONCE = 5_000;

export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #db: Database;
  readonly #concurrency: number;
  readonly #leaseMs: Record<string, number>;
  readonly #runs = new Set<Run>();
  #started = false;
  #timer: Timer | undefined;
  #taking: Promise<void> | undefined;
  #wakeAgain = false;
  /** The organisation in the backlog at which the last claim ended. */
  #after: string | undefined;
  /** True if a slot may have become free or a job due since the last round over the organisations began. */
  #needsRound = false;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#db = options.pool.asService(
      'The job runner claims due jobs of all partners and renews their leases.',
    );
    this.#concurrency = options.concurrency ?? 16;
    this.#leaseMs = Object.fromEntries(
      Object.entries(options.kinds).map(([name, kind]) => [name, leaseMs(kind)]),
    );
  }

  get kinds(): string[] {
    return Object.keys(this.#options.kinds);
  }

  start(): void {
    this.#started = true;
    this.wake();
  }

  /** Looks for due jobs now, in addition to polling. */
  wake(): void {
    if (!this.#started) return;
    this.#wakeAgain = true;
    this.#needsRound = true;
    this.#taking ??= this.#takeWhileWoken().finally(() => {
      this.#taking = undefined;
    });
  }

  /**
   * Aborts the runs in progress. Gives them, and work that continues after a run, the grace period to finish. Then
   * releases the leases of the remaining runs.
   */
  async stop(graceMs = 5_000): Promise<void> {
    this.#started = false;
    this.#timer?.cancel();
    await this.#taking;
    for (const run of this.#runs) run.stop.abort();
    if (graceMs > 0) await Promise.race([this.#workEnded(), sleep(this.#options.clock, graceMs)]);
    const left = [...this.#runs].map(({ job }) => releaseLease(this.#db, job));
    for (const result of await Promise.allSettled(left)) {
      if (result.status === 'rejected')
        this.#options.log.warn({ err: result.reason }, 'a job lease could not be released');
    }
  }

  async #workEnded(): Promise<void> {
    await Promise.all([...this.#runs].map(run => run.ended));
    await Promise.all(Object.values(this.#options.kinds).map(kind => kind.continuedWork?.()));
  }

  /** Resolves when no job is due or running. For tests and controlled shutdowns. */
  async idle(): Promise<void> {
    do {
      this.wake();
      await this.#taking;
      await Promise.all([...this.#runs].map(run => run.ended));
    } while (this.#taking !== undefined || this.#runs.size > 0);
  }

  async #takeWhileWoken(): Promise<void> {
    this.#timer?.cancel();
    while (this.#wakeAgain && this.#started) {
      this.#wakeAgain = false;
      try {
        await this.#take();
      } catch (err) {
        this.#options.log.warn({ err }, 'due jobs could not be claimed');
      }
    }
    if (!this.#started) return;
    this.#timer = this.#options.clock.after(this.#options.pollMs ?? POLL_MS, () => this.wake());
  }

  async #take(): Promise<void> {
    const limit = this.#concurrency - this.#runs.size;
    if (limit <= 0 || this.#options.isHeld?.()) return;
    if (this.#after === undefined) this.#needsRound = false;
    const { jobs, after, hasMore } = await takeDueJobs(this.#db, {
      leaseMs: this.#leaseMs,
      limit,
      perOrganisation: Math.max(1, Math.floor(this.#concurrency / 2)),
      running: this.#running(),
      after: this.#after,
    });
    this.#after = after;
    for (const job of jobs) this.#begin(job);
    if (hasMore) await moveToBacklog(this.#db, this.kinds, MOVED_AT_ONCE);
    // Other jobs or organisations have not had their turn yet.
    if (hasMore || after !== undefined || this.#needsRound) this.#wakeAgain = true;
  }

  #begin(job: TakenJob): void {
    const stop = new AbortController();
    const kind = this.#options.kinds[job.kind] as JobKind;
    const run: Run = { job, stop, ended: Promise.resolve() };
    this.#runs.add(run);
    run.ended = runJob({ ...this.#options, db: this.#db }, kind, job, stop.signal)
      .catch(err =>
        this.#options.log.warn(
          { err, job: job.id, kind: job.kind },
          'the result of a job could not be stored',
        ),
      )
      .finally(() => {
        this.#runs.delete(run);
        this.wake();
      });
  }

  #running(): Map<string | null, number> {
    const running = new Map<string | null, number>();
    for (const { job } of this.#runs) {
      running.set(job.organisation_id, (running.get(job.organisation_id) ?? 0) + 1);
    }
    return running;
  }
}
