/**
 * Offers from a source of rooms, in the same format for every supplier. Amounts are in minor units of the offer's
 * currency. Texts contain no markup. A supplier's own data format never appears here.
 */
import type { BoardCode } from '@serai/contract/shared/lodging.ts';

export type PaymentType = 'MERCHANT' | 'PAY_AT_PROPERTY';

/** One bookable bundle for all rooms of a request. */
export interface SuppliedOffer {
  /**
   * Identifies the rate at the supplier, together with hotel, stay and occupancies. At most 64 characters. Partners can read it in
   * offer ids, so it must not contain the cost.
   */
  rateKey: string;
  /** The rate key is valid until this time. Omitted if the supplier sets no end. */
  endsAtMs?: number;
  /** Code of the rate plan. Omitted if the supplier has none. */
  ratePlan?: string;
  board: BoardCode;
  payment: PaymentType;
  currency: string;
  /** The room at position i is for the occupancy at position i. */
  rooms: readonly SuppliedRoom[];
  /** Advised retail price of the whole stay, or null if the supplier advises none. */
  sellingMinor: number | null;
  charges: readonly SuppliedCharge[];
  policy: SuppliedPolicy;
  promotions: readonly SuppliedText[];
}

export interface SuppliedRoom {
  /** Code of the room in the catalogue. */
  roomCode: string;
  /** Number of rooms left, if the supplier reports it. */
  allotment: number | null;
  /** One amount per night, in order. The room's net price is their sum plus `stayCharges`. */
  nightlyMinor: readonly number[];
  /** Parts of the net price that belong to no particular night. */
  stayCharges: readonly StayCharge[];
}

export interface StayCharge {
  code: string;
  description: string;
  amountMinor: number;
}

/** A tax or fee for the whole stay and all rooms. */
export interface SuppliedCharge extends StayCharge {
  type: 'TAX' | 'FEE';
  basis: ChargeBasis;
  /** INCLUDED charges are part of the net price. */
  collection: 'INCLUDED' | 'PAY_AT_PROPERTY';
}

export type ChargeBasis =
  | 'PER_STAY'
  | 'PER_NIGHT'
  | 'PER_ROOM'
  | 'PER_ROOM_PER_NIGHT'
  | 'PER_PERSON'
  | 'PER_PERSON_PER_NIGHT'
  | 'PERCENT'
  | 'UNKNOWN';

/** Offers with an UNKNOWN policy may appear in a search but are never quoted. */
export type SuppliedPolicy =
  | { kind: 'UNKNOWN' }
  | {
      kind: 'KNOWN';
      /** In any order. Cancellation is free before the earliest penalty starts. */
      penalties: readonly SuppliedPenalty[];
      noShowMinor: number | null;
    };

export interface SuppliedPenalty {
  from: PenaltyStart;
  penaltyMinor: number;
}

/** When a penalty starts: from the beginning, at an instant, or at a local time of the property (`2027-03-10T18:00`). */
export type PenaltyStart =
  | { kind: 'ALWAYS' }
  | { kind: 'INSTANT'; atMs: number }
  | { kind: 'LOCAL'; at: string };

export interface SuppliedText {
  code: string;
  text: string;
  language: string;
}
