/** What a simulated supplier really holds and has received. The checkers compare bookings with it. */
import type { FoundState, Reservation } from '../../../src/booking/port/outcomes.ts';

export interface LedgerEntry extends Omit<Reservation, 'hotelRef'> {
  reference: string;
  createdMs: number;
  /** Lookups and lists do not show the reservation before this time. */
  visibleFromMs: number;
  /** What the hotel does, and when. */
  wasOnRequest: boolean;
  hotelConfirmsMs: number;
  hotelDeclinesMs: number;
  hotelCancelsMs: number;
  hotelRef: { text: string; fromMs: number };
  /** Set if we cancelled the reservation. */
  cancelled: { atMs: number; visibleFromMs: number; penaltyMinor: number; sentMs: number } | undefined;
}

/** The time of an action that the hotel never takes. */
export const NEVER_MS = Number.POSITIVE_INFINITY;

export interface TrueState {
  state: FoundState;
  cancelledBy?: 'HOTEL';
}

/** If `knowsOurCancel` is false, returns the state that a lookup shows before our cancellation is visible. */
export function stateAt(entry: LedgerEntry, nowMs: number, knowsOurCancel = true): TrueState {
  const oursMs = knowsOurCancel ? (entry.cancelled?.atMs ?? NEVER_MS) : NEVER_MS;
  const endMs = Math.min(nowMs, oursMs);
  if (entry.wasOnRequest) {
    const answeredMs = Math.min(entry.hotelConfirmsMs, entry.hotelDeclinesMs);
    if (answeredMs > endMs) return oursMs <= nowMs ? { state: 'CANCELLED' } : { state: 'ON_REQUEST' };
    if (entry.hotelDeclinesMs === answeredMs) return { state: 'REFUSED' };
  }
  if (entry.hotelCancelsMs <= endMs) return { state: 'CANCELLED', cancelledBy: 'HOTEL' };
  return { state: oursMs <= nowMs ? 'CANCELLED' : 'BOOKED' };
}

export function isLiveAt(entry: LedgerEntry, nowMs: number): boolean {
  const { state } = stateAt(entry, nowMs);
  return state === 'BOOKED' || state === 'ON_REQUEST';
}

/** One of our messages, and the response to it. */
export interface Sent {
  operation: string;
  /** The reference of a booking or the id of a quote. Empty if the message concerns neither. */
  about: string;
  sentMs: number;
  by: string;
  heard?: { kind: string; atMs: number };
}

export class Ledger {
  readonly entries: LedgerEntry[] = [];
  readonly sent: Sent[] = [];
  /** Quotes for which rooms are held. */
  readonly holds = new Set<string>();

  of(reference: string): LedgerEntry[] {
    return this.entries.filter(entry => entry.reference === reference);
  }

  sentAbout(about: string, operation: string): Sent[] {
    return this.sent.filter(each => each.about === about && each.operation === operation);
  }
}
