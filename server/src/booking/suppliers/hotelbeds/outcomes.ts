/**
 * What Hotelbeds' errors mean. `docs/suppliers/hotelbeds.md` shows the same table, and a test compares the two. Only a listed error
 * can be a refusal. Any other error leaves the outcome of a booking unknown. Pure.
 */
import type { Booked, Cause, Found, NotExecuted, Read, Unknown } from '../../port/outcomes.ts';
import type { Reply } from './client.ts';

/** The meaning of an error, regardless of the operation. */
export type Verdict =
  | 'SOLD_OUT'
  | 'PRICE_CHANGED'
  | 'REFUSED'
  | 'EXPIRED_KEY'
  | 'NO_SUCH_BOOKING'
  | 'LOCKED'
  | 'CREDENTIALS'
  | 'THROTTLED'
  | 'UNKNOWN';

export interface OutcomeRule {
  status: number;
  /** The part of `error.code` before the dash. Undefined if the status alone decides. */
  code?: string;
  /** Matches a part of the error's text. The first matching rule applies. */
  text?: RegExp;
  verdict: Verdict;
}

const SOLD_OUT = /allotment|stop sales|release|not available|not enough space|no availability/i;

export const OUTCOME_RULES: readonly OutcomeRule[] = [
  { status: 400, text: /allotment exceeded/i, verdict: 'SOLD_OUT' },
  { status: 400, code: 'INVALID_DATA', text: /invalid ratekey/i, verdict: 'EXPIRED_KEY' },
  { status: 400, code: 'INVALID_DATA', text: /booking does not exist/i, verdict: 'NO_SUCH_BOOKING' },
  { status: 400, code: 'INVALID_DATA', verdict: 'REFUSED' },
  { status: 400, code: 'INVALID_REQUEST', verdict: 'REFUSED' },
  { status: 401, verdict: 'CREDENTIALS' },
  { status: 402, verdict: 'REFUSED' },
  { status: 403, text: /quota|limit|too many/i, verdict: 'THROTTLED' },
  { status: 403, verdict: 'CREDENTIALS' },
  { status: 404, code: 'INVALID_DATA', text: /booking does not exist/i, verdict: 'NO_SUCH_BOOKING' },
  { status: 406, verdict: 'REFUSED' },
  { status: 409, verdict: 'UNKNOWN' },
  { status: 410, verdict: 'UNKNOWN' },
  { status: 415, verdict: 'REFUSED' },
  { status: 429, verdict: 'THROTTLED' },
  { status: 500, code: 'PRODUCT_ERROR', text: /booking confirmation error/i, verdict: 'UNKNOWN' },
  {
    status: 500,
    code: 'PRODUCT_ERROR',
    text: /price has changed|price has increased|price difference/i,
    verdict: 'PRICE_CHANGED',
  },
  { status: 500, code: 'PRODUCT_ERROR', text: SOLD_OUT, verdict: 'SOLD_OUT' },
  { status: 500, code: 'PRODUCT_ERROR', verdict: 'REFUSED' },
  { status: 500, code: 'CONFIGURATION_ERROR', verdict: 'CREDENTIALS' },
  { status: 500, code: 'SYSTEM_ERROR', verdict: 'UNKNOWN' },
  { status: 500, code: 'INVALID_DATA', text: /booking does not exist/i, verdict: 'NO_SUCH_BOOKING' },
  { status: 502, verdict: 'UNKNOWN' },
  { status: 503, text: /is locked/i, verdict: 'LOCKED' },
  { status: 503, verdict: 'UNKNOWN' },
  { status: 504, verdict: 'UNKNOWN' },
  { status: 513, verdict: 'UNKNOWN' },
  { status: 596, verdict: 'UNKNOWN' },
];

export interface SupplierError {
  code: string;
  message: string;
}

/** Reads the error of a response. With status 401 and 403 it is a string. */
export function readError(json: unknown): SupplierError | undefined {
  if (typeof json !== 'object' || json === null || !('error' in json)) return undefined;
  const { error } = json;
  if (typeof error === 'string') return { code: '', message: error };
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code !== 'string') return undefined;
  return { code: code.split('-')[0] ?? '', message: typeof message === 'string' ? message : '' };
}

export function judgeError(status: number, json: unknown, rules = OUTCOME_RULES): Verdict {
  const error = readError(json);
  const rule = rules.find(
    each =>
      each.status === status &&
      (each.code === undefined || each.code === error?.code) &&
      (each.text === undefined || each.text.test(error?.message ?? '')),
  );
  return rule?.verdict ?? 'UNKNOWN';
}

type Failed = Extract<Read<never>, { kind: 'FAILED' }>;

const failed = (cause: Cause): Failed => ({ kind: 'FAILED', cause });
const notExecuted = (cause: NotExecuted['cause']): NotExecuted => ({ kind: 'NOT_EXECUTED', cause });
const unknown = (cause: Cause): Unknown => ({ kind: 'UNKNOWN', cause });

export type ReadFailure = Failed | Extract<Read<never>, { kind: 'GONE' | 'NONE' | 'THROTTLED' }>;

/** The outcome of a failed read. `absent` is the outcome if the product or booking does not exist. */
export function readFailure(reply: Reply, absent: 'GONE' | 'NONE'): ReadFailure {
  if (reply.kind === 'NOT_SENT') return failed(reply.isOver ? 'TIMEOUT' : 'CONNECTION');
  if (reply.kind === 'LOST') return failed(reply.cause);
  switch (judgeError(reply.status, reply.json)) {
    case 'SOLD_OUT':
    case 'PRICE_CHANGED':
    case 'EXPIRED_KEY':
    case 'NO_SUCH_BOOKING':
      return { kind: absent };
    case 'REFUSED':
      // PRODUCT_ERROR concerns the product. Other refusals concern the request and must not look like a sold-out hotel.
      return readError(reply.json)?.code === 'PRODUCT_ERROR' ? { kind: absent } : failed('SERVER');
    case 'CREDENTIALS':
      return failed('CREDENTIALS');
    case 'THROTTLED':
      return { kind: 'THROTTLED', retryAtMs: reply.retryAtMs };
    case 'LOCKED':
    case 'UNKNOWN':
      return failed(reply.status === 200 ? 'UNREADABLE' : 'SERVER');
  }
}

export function bookFailure(reply: Reply, rules = OUTCOME_RULES): Booked {
  if (reply.kind === 'NOT_SENT') return notExecuted('NOT_SENT');
  if (reply.kind === 'LOST') return unknown(reply.cause);
  switch (judgeError(reply.status, reply.json, rules)) {
    case 'SOLD_OUT':
      return { kind: 'REFUSED', reason: 'SOLD_OUT' };
    case 'PRICE_CHANGED':
      return { kind: 'REFUSED', reason: 'PRICE_CHANGED' };
    case 'REFUSED':
    case 'EXPIRED_KEY':
      return { kind: 'REFUSED', reason: 'PROVIDER_REFUSED' };
    case 'CREDENTIALS':
      return notExecuted('CREDENTIALS');
    case 'THROTTLED':
      return notExecuted('THROTTLED');
    case 'NO_SUCH_BOOKING':
    case 'LOCKED':
    case 'UNKNOWN':
      return unknown(reply.json === undefined && reply.status < 500 ? 'UNREADABLE' : 'SERVER');
  }
}

/** RECHECK: Hotelbeds refused. Read the booking to find out why. */
export type CancelFailure = NotExecuted | Unknown | { kind: 'RECHECK' };

export function cancelFailure(reply: Reply): CancelFailure {
  if (reply.kind === 'NOT_SENT') return notExecuted('NOT_SENT');
  if (reply.kind === 'LOST') return unknown(reply.cause);
  switch (judgeError(reply.status, reply.json)) {
    case 'SOLD_OUT':
    case 'PRICE_CHANGED':
    case 'REFUSED':
    case 'EXPIRED_KEY':
    case 'NO_SUCH_BOOKING':
      return { kind: 'RECHECK' };
    case 'CREDENTIALS':
      return notExecuted('CREDENTIALS');
    case 'THROTTLED':
    case 'LOCKED':
      return notExecuted('THROTTLED');
    case 'UNKNOWN':
      return unknown('SERVER');
  }
}

export function lookupFailure(reply: Reply): Found {
  if (reply.kind === 'REPLY' && judgeError(reply.status, reply.json) === 'NO_SUCH_BOOKING') {
    return { kind: 'ABSENT' };
  }
  const read = readFailure(reply, 'NONE');
  if (read.kind === 'FAILED') return read;
  return failed('SERVER');
}
