/**
 * What Rapid's statuses and error types mean. An error has a type, and may contain further errors with their own types.
 * `docs/suppliers/rapid.md` lists the same tables with their sources. Pure.
 */

import { listOf, objectOf, textOf } from '../../../platform/json-values.ts';
import type { Booked, CancelRefusal, Cause, NotExecuted, Unknown } from '../../port/outcomes.ts';

const REFUSED = { kind: 'REFUSED', reason: 'PROVIDER_REFUSED' } as const;
const SOLD_OUT = { kind: 'REFUSED', reason: 'SOLD_OUT' } as const;
const PRICE_CHANGED = { kind: 'REFUSED', reason: 'PRICE_CHANGED' } as const;
const REJECTED_KEY: NotExecuted = { kind: 'NOT_EXECUTED', cause: 'CREDENTIALS' };
const THROTTLED: NotExecuted = { kind: 'NOT_EXECUTED', cause: 'THROTTLED' };
const unknown = (cause: Cause): Unknown => ({ kind: 'UNKNOWN', cause });

/** Returns the types of an error, the outer type first, or an empty list if the body is not one of Rapid's errors. */
export function errorTypes(body: unknown): readonly string[] {
  const error = objectOf(body);
  const outer = textOf(error?.type);
  if (error === undefined || outer === undefined) return [];
  return [outer, ...listOf(error.errors).flatMap(each => textOf(objectOf(each)?.type) ?? [])];
}

/** The outcome of a booking by HTTP status. A status that is not listed is UNKNOWN. */
export const BOOK_BY_STATUS: Readonly<Record<number, Booked>> = {
  400: REFUSED,
  401: REJECTED_KEY,
  403: REJECTED_KEY,
  409: PRICE_CHANGED,
  410: SOLD_OUT,
  426: REJECTED_KEY,
  429: THROTTLED,
  500: unknown('SERVER'),
  503: unknown('SERVER'),
};

/** Types that determine the outcome of a booking, regardless of other types in the same response. */
export const BOOK_BY_TYPE: Readonly<Record<string, Booked>> = {
  duplicate_itinerary: { kind: 'DUPLICATE' },
  price_mismatch: PRICE_CHANGED,
  rooms_unavailable: SOLD_OUT,
};

/** The outer type that belongs to each status. A response without it may come from a proxy and does not prove the outcome. */
const OUTER_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_input',
  401: 'request_unauthenticated',
  403: 'request_unauthorized',
  409: 'price_mismatch',
  410: 'rooms_unavailable',
  426: 'upgrade_required',
  429: 'too_many_requests',
};

export function judgeBookError(status: number, types: readonly string[]): Booked {
  if (status >= 500) return unknown('SERVER');
  if (types.length === 0 || OUTER_TYPES[status] !== types[0]) {
    // Even if a proxy sent this response, 401, 403 and 429 mean that the request did not reach Rapid.
    const byProxy = status === 401 || status === 403 || status === 429 ? BOOK_BY_STATUS[status] : undefined;
    return byProxy ?? unknown('UNREADABLE');
  }
  // A nested duplicate_itinerary refuses only this attempt. The itinerary of an earlier attempt exists.
  for (const type of types) {
    const decided = BOOK_BY_TYPE[type];
    if (decided !== undefined) return decided;
  }
  // Without a nested error, it is not known what was invalid.
  if (status === 400 && types.length === 1) return unknown('INCOMPLETE');
  return BOOK_BY_STATUS[status] ?? unknown('SERVER');
}

export type ReadFailure = 'GONE' | Cause;

/** The outcome of a read by HTTP status. A status that is not listed is FAILED with UNREADABLE, or with SERVER from 500 on. */
export const READ_BY_STATUS: Readonly<Record<number, Cause>> = {
  400: 'SERVER',
  401: 'CREDENTIALS',
  403: 'CREDENTIALS',
  404: 'SERVER',
  426: 'CREDENTIALS',
  500: 'SERVER',
  503: 'SERVER',
};

/** Types that mean that a link is no longer valid. A new search or lookup returns a new link. */
export const EXPIRED_LINK_TYPES: readonly string[] = ['link.invalid', 'link.expired'];

export function judgeReadError(status: number, types: readonly string[]): ReadFailure {
  if (status === 400 && types.some(type => EXPIRED_LINK_TYPES.includes(type))) return 'GONE';
  return READ_BY_STATUS[status] ?? (status >= 500 ? 'SERVER' : 'UNREADABLE');
}

export type RoomCancelled =
  | { kind: 'CANCELLED' }
  /** The link is no longer valid. A new lookup returns another one. */
  | { kind: 'STALE_LINK' }
  | { kind: 'REFUSED'; reason: CancelRefusal }
  | NotExecuted
  | Unknown;

/** The outcome of cancelling one room, by HTTP status. A status that is not listed is UNKNOWN. */
export const CANCEL_BY_STATUS: Readonly<Record<number, RoomCancelled>> = {
  202: unknown('INCOMPLETE'),
  204: { kind: 'CANCELLED' },
  401: REJECTED_KEY,
  403: REJECTED_KEY,
  404: unknown('SERVER'),
  426: REJECTED_KEY,
  429: THROTTLED,
  500: unknown('SERVER'),
  503: unknown('SERVER'),
};

export const CANCEL_BY_TYPE: Readonly<Record<string, RoomCancelled>> = {
  'cancel.post_checkout': { kind: 'REFUSED', reason: 'AFTER_STAY' },
  'link.expired': { kind: 'STALE_LINK' },
  'link.invalid': { kind: 'STALE_LINK' },
  'room_id.invalid': { kind: 'STALE_LINK' },
  room_already_cancelled: { kind: 'CANCELLED' },
};

export function judgeRoomCancel(status: number, types: readonly string[]): RoomCancelled {
  if (status === 400) {
    for (const type of types) {
      const decided = CANCEL_BY_TYPE[type];
      if (decided !== undefined) return decided;
    }
    return unknown(types.length === 0 ? 'UNREADABLE' : 'SERVER');
  }
  return CANCEL_BY_STATUS[status] ?? unknown(status >= 500 ? 'SERVER' : 'UNREADABLE');
}
