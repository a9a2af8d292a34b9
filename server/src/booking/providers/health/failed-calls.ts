/**
 * Collects failed calls to providers and writes them to the database every two seconds, so that the operator can look
 * at them one by one. No call waits for a write. Only some calls of each provider and minute are stored with details,
 * the others are counted, so that an outage of a provider or of the database cannot fill the memory or the table.
 */
import { FAILURES_PER_MINUTE } from '@serai/contract/account/provider-failures.ts';
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { every, type Repetition } from '../../../platform/every.ts';
import { newId } from '../../../platform/ids/ids.ts';
import type { Log } from '../../../platform/log.ts';
import type { ProviderOperation } from '../../port/call.ts';
import type { Provider } from '../../provider.ts';
import { type AnyOutcome, causeOf } from '../classify-call.ts';
import { environmentOf } from '../connections/connection.ts';
import { type Failure, writeFailures } from './failure-store.ts';
import { supplierWords } from './supplier-words.ts';

export interface FailedCall {
  provider: Provider;
  operation: ProviderOperation;
  outcome: AnyOutcome;
  /** At least one. */
  exchanges: readonly ProviderExchange[];
  /** The failure says nothing about the supplier, for example because the client's time limit was too short. */
  isOurFault: boolean;
  /** Null if the caller decides about further attempts. */
  retry: 'NONE' | 'FAILED' | 'SUCCEEDED' | null;
  bookingId?: string | undefined;
  requestId?: string | undefined;
}

interface FailedPlan extends Pick<FailedCall, 'operation'> {
  isEffect: boolean;
  context: Pick<FailedCall, 'provider' | 'bookingId' | 'requestId'>;
}

export function failedCall(
  { operation, isEffect, context: { provider, bookingId, requestId } }: FailedPlan,
  ended: Pick<FailedCall, 'outcome' | 'isOurFault' | 'exchanges'>,
): FailedCall {
  return { provider, operation, ...ended, retry: isEffect ? null : 'NONE', bookingId, requestId };
}

const FLUSH_EVERY_MS = 2_000;
const MINUTE_MS = 60_000;
/** Rows with details that wait while the database is unavailable. Further calls are only counted. */
const MAX_WAITING = 200;
/** Counting rows that wait. Further calls are not counted here. The statistics about calls still contain them. */
const MAX_COUNTS = 1_000;
/** The last messages of a call. Most calls have only one. */
const MAX_EXCHANGES = 3;
const MAX_BODY_LENGTH = 8 * 1024;

export class FailedCalls {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #log: Log;
  #waiting: Failure[] = [];
  /** By minute, provider, operation and cause. */
  #counts = new Map<string, { minute: number; row: Failure }>();
  /** Rows with details of the current minute, by provider. */
  #detailed = new Map<string, number>();
  #minute = 0;
  #repetition: Repetition | undefined;

  constructor({ db, clock, log }: { db: Database; clock: Clock; log: Log }) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  add(call: FailedCall): void {
    const minute = Math.floor(this.#clock.nowMs() / MINUTE_MS);
    if (minute !== this.#minute) this.#detailed.clear();
    this.#minute = minute;
    const provider = `${environmentOf(call.provider)} ${call.provider.code}`;
    const detailed = this.#detailed.get(provider) ?? 0;
    if (detailed < FAILURES_PER_MINUTE && this.#waiting.length < MAX_WAITING) {
      this.#detailed.set(provider, detailed + 1);
      this.#waiting.push(detailedRow(call));
    } else this.#count(call, minute);
  }

  start(): void {
    this.#repetition = every(
      this.#clock,
      FLUSH_EVERY_MS,
      () => this.flush(),
      err => this.#log.warn({ err }, 'writing failed provider calls failed, will retry'),
    );
  }

  async stop(): Promise<void> {
    await this.#repetition?.stop();
    await this.flush(true).catch(err =>
      this.#log.warn({ err }, 'failed provider calls were lost at shutdown'),
    );
  }

  /** Throws if the database is unavailable. The rows are then written by the next flush. */
  async flush(isLast = false): Promise<void> {
    const minute = Math.floor(this.#clock.nowMs() / MINUTE_MS);
    // Calls of the current minute are still being counted.
    const counted = [...this.#counts].filter(([, count]) => isLast || count.minute < minute);
    const rows = this.#waiting;
    if (rows.length + counted.length === 0) return;
    this.#waiting = [];
    for (const [key] of counted) this.#counts.delete(key);
    try {
      await writeFailures(this.#db, [...rows, ...counted.map(([, { row }]) => row)]);
    } catch (error) {
      this.#waiting = [...rows, ...this.#waiting];
      this.#counts = new Map([...counted, ...this.#counts]);
      throw error;
    }
  }

  #count(call: FailedCall, minute: number): void {
    const head = headOf(call);
    const key = `${minute} ${head.environment} ${head.code} ${head.operation} ${head.cause}`;
    const known = this.#counts.get(key);
    if (known !== undefined) {
      known.row.calls += 1;
      known.row.at = head.at;
    } else if (this.#counts.size < MAX_COUNTS)
      this.#counts.set(key, { minute, row: { ...head, ...NO_DETAILS } });
  }
}

const NO_DETAILS = {
  durationMs: null,
  attempt: null,
  retry: null,
  status: null,
  words: null,
  bookingId: null,
  requestId: null,
  exchanges: null,
};

function headOf({ provider, operation, outcome, exchanges }: FailedCall) {
  return {
    id: newId('pfl'),
    environment: environmentOf(provider),
    code: provider.code,
    at: new Date(exchanges[0]?.startedAt ?? 0),
    operation,
    cause: causeOf(outcome),
    calls: 1,
  };
}

function detailedRow(call: FailedCall): Failure {
  const { exchanges, retry, bookingId = null, requestId = null } = call;
  const [first] = exchanges;
  return {
    ...headOf(call),
    durationMs: first?.durationMs ?? null,
    attempt: first?.attempt ?? null,
    retry,
    status: exchanges.at(-1)?.response?.status ?? null,
    words: storableWords(call),
    bookingId,
    requestId,
    exchanges: storedExchanges(call),
  };
}

const ABOUT_BOOKINGS: ReadonlySet<ProviderOperation> = new Set([
  'book',
  'lookup',
  'sweep',
  'cancelQuote',
  'cancel',
]);

/**
 * The messages of a booking are encrypted and erased with it, and a sweep returns the reservations of many guests. So
 * neither these messages nor the supplier's words in them are stored as plain text.
 */
function mayNameGuests({ operation, bookingId }: FailedCall): boolean {
  return bookingId !== undefined || ABOUT_BOOKINGS.has(operation);
}

/** The supplier's error message, or null if it may name a guest. */
export function storableWords(call: FailedCall): string | null {
  const last = call.exchanges.at(-1);
  return last === undefined || mayNameGuests(call) ? null : supplierWords(last);
}

function storedExchanges(call: FailedCall): ProviderExchange[] | null {
  const { exchanges } = call;
  const sent = exchanges.filter(({ request, response }) => request.method !== null || response !== null);
  if (mayNameGuests(call) || sent.length === 0) return null;
  return sent.slice(-MAX_EXCHANGES).map(exchange => ({
    ...exchange,
    request: cutBody(exchange.request),
    response: exchange.response && cutBody(exchange.response),
  }));
}

function cutBody<Message extends { body: string | null; truncated: boolean }>(message: Message): Message {
  const { body } = message;
  if (body === null || body.length <= MAX_BODY_LENGTH) return message;
  return { ...message, body: body.slice(0, MAX_BODY_LENGTH), truncated: true };
}
