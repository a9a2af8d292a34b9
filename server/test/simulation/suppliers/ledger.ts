/** What a simulated supplier truly holds and what it was sent: the judge of every run. */
import type { FoundState, Reservation } from '../../../src/booking/port/outcomes.ts';

export interface LedgerEntry extends Omit<Reservation, 'hotelRef'> {
  reference: string;
  createdMs: number;
  /** Lookups and lists do not show it sooner. */
  visibleFromMs: number;
  /** What the hotel does by itself, and when. */
  wasOnRequest: boolean;
  hotelConfirmsMs: number;
  hotelDeclinesMs: number;
  hotelCancelsMs: number;
  hotelRef: { text: string; fromMs: number };
  /** By us. */
  cancelled: { atMs: number; visibleFromMs: number; penaltyMinor: number; sentMs: number } | undefined;
}

/** Never, for what hotels do not do. */
export const NEVER_MS = Number.POSITIVE_INFINITY;

export interface TrueState {
  state: FoundState;
  cancelledBy?: 'HOTEL';
}

/** `knowsOurCancel` false: as a lookup sees it that does not show our cancellation yet. */
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

/** One message of ours, and what was heard of it. */
export interface Sent {
  operation: string;
  /** Of a booking, or the id of a quote; empty where it is about neither. */
  about: string;
  sentMs: number;
  by: string;
  heard?: { kind: string; atMs: number };
}

export class Ledger {
  readonly entries: LedgerEntry[] = [];
  readonly sent: Sent[] = [];
  /** Quotes that rooms are kept for. */
  readonly holds = new Set<string>();

  of(reference: string): LedgerEntry[] {
    return this.entries.filter(entry => entry.reference === reference);
  }

  sentAbout(about: string, operation: string): Sent[] {
    return this.sent.filter(each => each.about === about && each.operation === operation);
  }
}
