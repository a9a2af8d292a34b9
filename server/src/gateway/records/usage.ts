/**
 * Counts requests per key, minute of arrival, operation and class of status. Exact whatever happens to log rows:
 * a count is forgotten only when the database has it. Requests whose key was refused are nobody's usage.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import type { KeyRecord } from '../keys/key-record.ts';
import { Flusher } from './flusher.ts';
import { addUsage, isCommitted, type UsageRow } from './usage-store.ts';

const FLUSH_EVERY_MS = 10_000;
/** One statement for a hundred thousand keys would hold up requests for half a second. */
const BATCH = 2_000;
const MINUTE_MS = 60_000;
/** Where no route matched. */
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
  readonly #flusher: Flusher;
  /** By key; a key rarely has more than a few rows between two flushes. */
  #keys = new Map<string, UsageRow[]>();
  /** Rows whose commit was not answered. */
  #unsettled: Unsettled | undefined;

  constructor({ db, clock, log }: UsageParts) {
    this.#db = db;
    const send = () => this.#send();
    this.#flusher = new Flusher({ clock, log, what: 'the usage', everyMs: FLUSH_EVERY_MS, send });
  }

  start(): void {
    this.#flusher.start();
  }

  flush(): Promise<void> {
    return this.#flusher.flush();
  }

  stop(): Promise<void> {
    return this.#flusher.stop();
  }

  add(record: KeyRecord, operation: string, status: number, arrivedAtMs: number, totalMs: number): void {
    const minute = Math.floor(arrivedAtMs / MINUTE_MS);
    const row = this.#row(record, minute, operation, statusClass(status));
    row.requests++;
    row.totalUs += Math.round(totalMs * 1000);
    if (status === 429) row.limited++;
  }

  #row(record: KeyRecord, minute: number, operation: string, status: number): UsageRow {
    let rows = this.#keys.get(record.id);
    if (rows === undefined) {
      rows = [];
      this.#keys.set(record.id, rows);
    }
    for (const row of rows) {
      if (row.operation === operation && row.statusClass === status && row.minute === minute) return row;
    }
    const { id: keyId, organisationId, environment } = record;
    const row = { keyId, organisationId, environment, minute, operation, statusClass: status };
    const fresh: UsageRow = { ...row, requests: 0, limited: 0, totalUs: 0 };
    rows.push(fresh);
    return fresh;
  }

  async #send(): Promise<void> {
    await this.#settle();
    const rows = [...this.#keys.values()].flat();
    this.#keys = new Map();
    for (let sent = 0; sent < rows.length; sent += BATCH) {
      try {
        await this.#sendBatch(rows.slice(sent, sent + BATCH));
      } catch (error) {
        this.#mergeBack(rows.slice(sent + BATCH));
        throw error;
      }
    }
  }

  /** Keeps what it could not send and throws. */
  async #sendBatch(rows: UsageRow[]): Promise<void> {
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

  /** A commit that was not answered may have happened; the database remembers which. */
  async #settle(): Promise<void> {
    if (this.#unsettled === undefined) return;
    const { transaction, rows } = this.#unsettled;
    const committed = await isCommitted(this.#db, transaction);
    this.#unsettled = undefined;
    if (!committed) this.#mergeBack(rows);
  }

  #mergeBack(rows: readonly UsageRow[]): void {
    for (const row of rows) {
      const newer = this.#keys.get(row.keyId);
      const same = newer?.find(
        each =>
          each.minute === row.minute &&
          each.operation === row.operation &&
          each.statusClass === row.statusClass,
      );
      if (same !== undefined) {
        same.requests += row.requests;
        same.limited += row.limited;
        same.totalUs += row.totalUs;
      } else if (newer !== undefined) newer.push(row);
      else this.#keys.set(row.keyId, [row]);
    }
  }
}

/** A closed connection without a status is our failure and counts as one. */
function statusClass(status: number): number {
  return status === 0 ? 5 : Math.floor(status / 100);
}
