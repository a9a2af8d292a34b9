/**
 * Controls whether this node may book and cancel. After a restore it may not, until the bookings have been compared with the
 * providers. Every node reads this state from the database at startup and once per second.
 */
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { every, type Repetition } from '../../platform/every.ts';
import type { Log } from '../../platform/log.ts';
import { findOpenRecovery, type OpenRecovery } from './recovery-store.ts';

export interface RecoveryState {
  /** Returns undefined if no recovery is in progress. */
  open(): OpenRecovery | undefined;
  check(): void;
}

const POLL_MS = 1_000;
const RETRY_AFTER_SECONDS = 30;

export class RecoveryGate implements RecoveryState {
  readonly #options: { db: Database; clock: Clock; log: Log };
  #open: OpenRecovery | undefined;
  #polling: Repetition | undefined;

  constructor(options: { db: Database; clock: Clock; log: Log }) {
    this.#options = options;
  }

  /** Resolves once the state is known. */
  async start(): Promise<void> {
    const { clock, log } = this.#options;
    await this.#read();
    this.#polling = every(
      clock,
      POLL_MS,
      () => this.#read(),
      err => log.warn({ err }, 'recovery state not readable'),
    );
  }

  async stop(): Promise<void> {
    await this.#polling?.stop();
  }

  open(): OpenRecovery | undefined {
    return this.#open;
  }

  check(): void {
    if (this.#open === undefined) return;
    throw new ApiError(
      'SERVICE_UNAVAILABLE',
      'The service was restored from a backup, and its bookings are being compared with the providers. Nothing was sent.',
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }

  async #read(): Promise<void> {
    const { db, log } = this.#options;
    const before = this.#open;
    this.#open = await findOpenRecovery(db);
    if (before === undefined && this.#open !== undefined) {
      const backupAt = this.#open.backup_at.toISOString();
      log.warn(
        { backupAt },
        'restored from a backup, rejecting quotes, bookings and cancellations until the recovery ends',
      );
    }
    if (before !== undefined && this.#open === undefined)
      log.info('recovery finished, bookings are accepted again');
  }
}
