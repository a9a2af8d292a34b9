/**
 * Collects log rows and writes them in batches. No request waits for it.
 *
 * Memory and work are bounded. Rows and bodies that cannot be written yet are kept up to a limit, and bodies are
 * dropped first. A row costs about 5 µs here and 20 µs in the database, which is more than the fastest requests cost.
 * On average, at most `maxRowsPerSecond` rows per second are therefore kept. Redacting bodies is more expensive and has
 * a separate allowance. Errors, quotes and bookings have priority and may use one second's allowance in advance.
 * Rejected keys and exceeded limits come last, because anyone can cause any number of them. Dropped rows are counted.
 * Usage is counted separately and is exact.
 */
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { Exchange } from '../exchange.ts';
import type { KeyRecord } from '../keys/key-record.ts';
import { Flusher } from '../writing/flusher.ts';
import { Allowance } from './allowance.ts';
import { type BodyShapes, isImportant, LogBodies, type LogBodySettings } from './bodies/log-bodies.ts';
import { type LogRow, logRow, type Outcome } from './log-row.ts';

const FLUSH_EVERY_MS = 1_000;
const FLUSH_ROWS = 500;
const MAX_ROWS = 10_000;

export interface RequestLogSettings extends LogBodySettings {
  maxRowsPerSecond: number;
}

interface RequestLogParts {
  insert: (rows: readonly LogRow[]) => Promise<void>;
  ensureDays: (timesMs: readonly number[]) => Promise<void>;
  clock: Clock;
  log: Log;
  settings: RequestLogSettings;
  onDroppedRows: (count: number) => void;
  onDroppedBody: () => void;
}

/** How full the buffer may become, and which share of one second's allowance must remain. */
const RANKS = {
  refusal: { maxRows: MAX_ROWS / 2, reserve: 0.5 },
  ordinary: { maxRows: MAX_ROWS * 0.9, reserve: 0 },
  important: { maxRows: MAX_ROWS, reserve: -1 },
};
type Rank = (typeof RANKS)[keyof typeof RANKS];

export class RequestLog {
  readonly #parts: RequestLogParts;
  readonly #flusher: Flusher;
  readonly #rowAllowance: Allowance;
  readonly #bodies: LogBodies;
  #rows: LogRow[] = [];
  /** Rows that are being sent to the database or are waiting to be sent again. */
  #batch: LogRow[] = [];
  #droppedRows = 0;

  constructor(parts: RequestLogParts) {
    const { clock, log, settings } = parts;
    this.#parts = parts;
    this.#rowAllowance = new Allowance(settings.maxRowsPerSecond);
    this.#bodies = new LogBodies(settings, parts.onDroppedBody);
    const send = () => this.#send();
    this.#flusher = new Flusher({ clock, log, what: 'the request log', everyMs: FLUSH_EVERY_MS, send });
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

  state(): { bufferedRows: number; droppedRows: number; droppedBodies: number } {
    return {
      bufferedRows: this.#buffered,
      droppedRows: this.#droppedRows,
      droppedBodies: this.#bodies.dropped,
    };
  }

  get #buffered(): number {
    return this.#rows.length + this.#batch.length;
  }

  add(exchange: Exchange, record: KeyRecord, outcome: Outcome, shapes: () => BodyShapes | undefined): void {
    const rank = rankOf(exchange, outcome);
    const nowMs = exchange.startedAtMs + outcome.totalMs;
    const { maxRowsPerSecond } = this.#parts.settings;
    const fits = this.#buffered < rank.maxRows;
    if (!fits || !this.#rowAllowance.take(1, rank.reserve * maxRowsPerSecond, nowMs)) {
      this.#dropRows(1);
      return;
    }
    const row = logRow(exchange, record, outcome);
    if (this.#bodies.wants(exchange, record, outcome)) {
      this.#bodies.addTo(row, exchange, outcome, shapes(), { nowMs, reserve: rank.reserve });
    }
    this.#rows.push(row);
    if (this.#rows.length >= FLUSH_ROWS) this.#flusher.soon();
  }

  /** Counts a row that could not be created. */
  dropRow(): void {
    this.#dropRows(1);
  }

  #dropRows(count: number): void {
    this.#droppedRows += count;
    this.#parts.onDroppedRows(count);
  }

  /** Sends all rows that are present now. Rows that arrive in the meantime are sent only if they fill a batch. */
  async #send(): Promise<boolean> {
    let left = this.#buffered;
    const any = left > 0;
    while (left > 0 || this.#rows.length >= FLUSH_ROWS) {
      if (this.#batch.length === 0) {
        this.#batch = this.#rows.splice(0, FLUSH_ROWS);
        for (const row of this.#batch) row.id = newId('log');
      }
      left -= this.#batch.length;
      await this.#sendBatch();
      for (const row of this.#batch) this.#bodies.release(row);
      this.#batch = [];
    }
    return any;
  }

  /** Throws if the batch must be sent again. */
  async #sendBatch(): Promise<void> {
    const { insert, ensureDays } = this.#parts;
    try {
      await insert(this.#batch);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await ensureDays(this.#batch.map(({ at }) => at));
      for (const row of this.#batch) await this.#sendAlone(row);
    }
  }

  /** A row that the database never accepts must not block the other rows. */
  async #sendAlone(row: LogRow): Promise<void> {
    try {
      await this.#parts.insert([row]);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const { code } = error as { code: string };
      this.#parts.log.error(
        { code, requestId: row.request_id },
        'the database rejected a row of the request log',
      );
      this.#dropRows(1);
    }
  }
}

function rankOf(exchange: Exchange, outcome: Outcome): Rank {
  if (exchange.reason !== undefined || outcome.status === 429) return RANKS.refusal;
  return isImportant(exchange, outcome) ? RANKS.important : RANKS.ordinary;
}

/** SQLSTATE classes 22 and 23: the database rejects the data itself, for example because its partition is missing. */
function isRefusal(error: unknown): boolean {
  return /^2[23]...$/.test(String((error as { code?: unknown }).code));
}
