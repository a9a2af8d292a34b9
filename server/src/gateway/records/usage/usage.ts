/**
 * Counts requests and response times per key, minute of arrival, operation and status class. The counts are exact even
 * if log rows are dropped, because a count is discarded only after the database has stored it. Requests with a rejected
 * key are not counted.
 */
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Log } from '../../../platform/log.ts';
import type { KeyRecord } from '../../keys/key-record.ts';
import { LateRows } from '../../writing/late-rows.ts';
import { countLatency } from './latency-bands.ts';
import { addCounts, addUsage, isCommitted, type UsageRow } from './usage-store.ts';

const WITHIN_MS = 10_000;
const MINUTE_MS = 60_000;
/** The operation name for requests without a matching route. */
export const NO_OPERATION = 'none';

interface UsageParts {
  db: Database;
  clock: Clock;
  log: Log;
}

interface Unsettled {
  transaction: string;
  rows: UsageRow[];
}

export class Usage {
  readonly #db: Database;
  readonly rows: LateRows<UsageRow>;
  /** Rows that are not written yet, by key. A key rarely has more than a few rows. */
  readonly #keys = new Map<string, UsageRow[]>();
  /** Rows whose commit has an unknown outcome. */
  #unsettled: Unsettled | undefined;

  constructor({ db, clock, log }: UsageParts) {
    this.#db = db;
    this.rows = new LateRows<UsageRow>({
      clock,
      log,
      what: 'usage counts',
      withinMs: WITHIN_MS,
      prepare: () => this.#settle(),
      write: rows => this.#write(rows),
    });
  }

  add(record: KeyRecord, operation: string, status: number, arrivedAtMs: number, totalMs: number): void {
    const minute = Math.floor(arrivedAtMs / MINUTE_MS);
    const row = this.#row(record, minute, operation, statusClass(status));
    row.requests++;
    row.totalUs += Math.round(totalMs * 1000);
    if (status === 429) row.limited++;
    else countLatency(row.latency, totalMs);
  }

  #row(record: KeyRecord, minute: number, operation: string, status: number): UsageRow {
    const known = this.#find(record.id, minute, operation, status);
    if (known !== undefined) return known;
    const { id: keyId, organisationId, environment } = record;
    const row = { keyId, organisationId, environment, minute, operation, statusClass: status };
    return this.#begin({ ...row, requests: 0, limited: 0, totalUs: 0, latency: [] });
  }

  #find(keyId: string, minute: number, operation: string, status: number): UsageRow | undefined {
    const rows = this.#keys.get(keyId);
    if (rows === undefined) return undefined;
    for (const row of rows) {
      if (row.operation === operation && row.statusClass === status && row.minute === minute) return row;
    }
    return undefined;
  }

  #begin(row: UsageRow): UsageRow {
    const others = this.#keys.get(row.keyId);
    if (others === undefined) this.#keys.set(row.keyId, [row]);
    else others.push(row);
    this.rows.begin(row);
    return row;
  }

  /** On failure, queues the rows again, or keeps them until the outcome of the commit is known, and throws. */
  async #write(rows: UsageRow[]): Promise<void> {
    for (const row of rows) this.#end(row);
    let transaction: string | undefined;
    try {
      await this.#db.transaction(async tx => {
        transaction = await addUsage(tx, rows);
      });
    } catch (error) {
      const unknown = (error as { code?: unknown }).code === 'COMMIT_UNKNOWN';
      if (unknown && transaction !== undefined) this.#unsettled = { transaction, rows };
      else this.#mergeBack(rows);
      throw error;
    }
  }

  #end(row: UsageRow): void {
    const rows = this.#keys.get(row.keyId) ?? [];
    if (rows.length === 1) this.#keys.delete(row.keyId);
    else rows.splice(rows.indexOf(row), 1);
  }

  /** A commit without a response may have succeeded, so the database is queried for its outcome. */
  async #settle(): Promise<void> {
    if (this.#unsettled === undefined) return;
    const { transaction, rows } = this.#unsettled;
    const committed = await isCommitted(this.#db, transaction);
    this.#unsettled = undefined;
    if (!committed) this.#mergeBack(rows);
  }

  #mergeBack(rows: readonly UsageRow[]): void {
    for (const row of rows) {
      const newer = this.#find(row.keyId, row.minute, row.operation, row.statusClass);
      if (newer === undefined) this.#begin(row);
      else addCounts(newer, row);
    }
  }
}

/** A connection that was closed without a response counts as a 5xx. */
function statusClass(status: number): number {
  return status === 0 ? 5 : Math.floor(status / 100);
}
