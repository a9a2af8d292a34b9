/**
 * Sends due deliveries. Any number of workers may share a database. A worker claims deliveries and records results in
 * batches, with at most one claim and one record running at a time. It holds no database resources while sending.
 * Deliveries whose results were not recorded before a crash are sent again.
 */
import { type Clock, sleep, type Timer } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { isUnavailable } from '../../platform/database/is-unavailable.ts';
import type { Log } from '../../platform/log.ts';
import { SigningKeys } from '../endpoints/signing-keys.ts';
import { type AttemptParts, attemptDelivery } from './attempt-delivery.ts';
import { type ClaimedDelivery, claimDeliveries, LEASE_MS } from './claim-store.ts';
import { type AttemptResult, recordResults } from './record-store.ts';

export interface DeliveryWorkerOptions extends Omit<AttemptParts, 'signingKeys'> {
  db: Database;
  clock: Clock;
  log: Log;
  /** Maximum number of concurrent deliveries. Failing endpoints get at most half of them. */
  capacity?: number;
  pollMs?: number;
  /** While this returns true, nothing new is sent. */
  isHeld?: (() => boolean) | undefined;
}

interface Run {
  ended: Promise<void>;
}

/**
 * Deliveries to failing endpoints are claimed separately, so that at least half of the capacity is left for the others.
 */
interface Kind {
  failing: boolean;
  running: number;
  /** The endpoint after which the next claim begins. */
  after: string;
}

interface Finished {
  result: AttemptResult;
  finishedMs: number;
}

const CAPACITY = 1_024;
const CLAIM_BATCH = 250;
const RECORD_BATCH = 250;
const POLL_MS = 250;
const RECORD_AGAIN_MS = 250;

export class DeliveryWorker {
  readonly #options: DeliveryWorkerOptions & AttemptParts;
  readonly #capacity: number;
  readonly #stopping = new AbortController();
  readonly #runs = new Set<Run>();
  readonly #healthy: Kind = { failing: false, running: 0, after: '' };
  readonly #failing: Kind = { failing: true, running: 0, after: '' };
  #finished: Finished[] = [];
  #started = false;
  #timer: Timer | undefined;
  #claiming: Promise<void> | undefined;
  #recording: Promise<void> | undefined;
  #wakeAgain = false;
  #wakeFailing = false;

  constructor(options: DeliveryWorkerOptions) {
    this.#options = { ...options, signingKeys: new SigningKeys(options.seal) };
    this.#capacity = options.capacity ?? CAPACITY;
  }

  start(): void {
    this.#started = true;
    this.#poll();
  }

  /** Looks for due deliveries immediately, in addition to polling. */
  wake(): void {
    this.#wakeFailing = true;
    this.#wake();
  }

  /**
   * Resolves when nothing is being sent any more. Attempts that do not end within the grace period are aborted and are
   * due again immediately.
   */
  async stop(graceMs = 5_000): Promise<void> {
    this.#started = false;
    this.#timer?.cancel();
    await this.#claiming;
    const ended = Promise.all([...this.#runs].map(run => run.ended));
    const over = new AbortController();
    if (graceMs > 0) await Promise.race([ended, sleep(this.#options.clock, graceMs, over.signal)]);
    over.abort();
    this.#stopping.abort();
    await ended;
    await this.#recording;
  }

  /** Resolves when nothing is due or being sent. Used by tests and controlled shutdowns. */
  async idle(): Promise<void> {
    do {
      this.wake();
      await this.#claiming;
      await Promise.all([...this.#runs].map(run => run.ended));
      await this.#recording;
    } while (this.#claiming !== undefined || this.#runs.size > 0 || this.#recording !== undefined);
  }

  #poll(): void {
    if (!this.#started) return;
    this.wake();
    this.#timer = this.#options.clock.after(this.#options.pollMs ?? POLL_MS, () => this.#poll());
  }

  #wake(): void {
    if (!this.#started) return;
    this.#wakeAgain = true;
    this.#claiming ??= this.#claimWhileWoken();
  }

  async #claimWhileWoken(): Promise<void> {
    while (this.#wakeAgain && this.#started) {
      this.#wakeAgain = false;
      const failingToo = this.#wakeFailing;
      this.#wakeFailing = false;
      try {
        await this.#claim(this.#healthy, this.#capacity);
        if (failingToo) await this.#claim(this.#failing, Math.floor(this.#capacity / 2));
      } catch (err) {
        this.#options.log.warn({ err }, 'webhook deliveries could not be claimed');
      }
    }
    // Cleared synchronously, so that a later caller does not mistake this claim for one that is still running.
    this.#claiming = undefined;
  }

  /** Continues where the last claim ended, so that every endpoint gets its turn. */
  async #claim(kind: Kind, most: number): Promise<void> {
    const limit = Math.min(CLAIM_BATCH, this.#capacity - this.#runs.size, most - kind.running);
    if (limit <= 0 || this.#options.isHeld?.()) return;
    const { failing, after } = kind;
    const claimed = await claimDeliveries(this.#options.db, { limit, after, failing });
    const claimedMs = this.#options.clock.monotonicMs();
    for (const delivery of claimed) this.#begin(kind, delivery, claimedMs);
    kind.after = claimed.length < limit ? '' : (claimed.at(-1)?.endpoint_id ?? '');
    // Continues if more deliveries are due than fit into the batch, or if the claim did not begin with the first
    // endpoint.
    if (claimed.length < limit && after === '') return;
    this.#wakeAgain = true;
    this.#wakeFailing ||= failing;
  }

  #begin(kind: Kind, claimed: ClaimedDelivery, claimedMs: number): void {
    const run: Run = { ended: Promise.resolve() };
    this.#runs.add(run);
    kind.running += 1;
    run.ended = attemptDelivery(this.#options, claimed, claimedMs, this.#stopping.signal).then(result => {
      this.#runs.delete(run);
      kind.running -= 1;
      this.#finished.push({ result, finishedMs: this.#options.clock.monotonicMs() });
      this.#recording ??= this.#recordFinished();
    });
  }

  /** Results that arrive during a batch form the next batch. */
  async #recordFinished(): Promise<void> {
    while (this.#finished.length > 0) {
      const batch = this.#finished.splice(0, RECORD_BATCH);
      try {
        await this.#record(batch);
        this.#wake();
      } catch (err) {
        this.#options.log.warn({ err, results: batch.length }, 'webhook results could not be recorded');
        if (batch.length > 1 && !isUnavailable(err)) {
          // The database may have rejected only one of the results, so each is recorded separately.
          for (const one of batch) await this.#record([one]).catch(() => {});
          continue;
        }
        if (this.#stopping.signal.aborted) break;
        this.#finished.unshift(...this.#stillLeased(batch));
        await sleep(this.#options.clock, RECORD_AGAIN_MS, this.#stopping.signal);
      }
    }
    this.#recording = undefined;
  }

  #record(batch: readonly Finished[]): Promise<void> {
    return recordResults(
      this.#options.db,
      batch.map(({ result }) => result),
    );
  }

  /** Drops results that are older than a lease, because another worker may own their deliveries by now. */
  #stillLeased(batch: readonly Finished[]): Finished[] {
    const oldestMs = this.#options.clock.monotonicMs() - LEASE_MS;
    return batch.filter(({ finishedMs }) => finishedMs > oldestMs);
  }
}
