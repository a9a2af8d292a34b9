/**
 * What a source of rooms sells, in one form for all of them. Amounts are whole minor units of the offer's currency. Texts are
 * plain; a supplier's own JSON never gets here.
 */
import type { BoardCode } from '@serai/contract/shared/lodging.ts';

export type PaymentType = 'MERCHANT' | 'PAY_AT_PROPERTY';

/** One bookable bundle for all rooms of a request. */
export interface SuppliedOffer {
  /** How the supplier finds this rate again, together with hotel, stay and occupancies. At most 64 characters. */
  rateKey: string;
  /** The rate key is good until then; absent where the supplier sets no end. */
  endsAtMs?: number;
  board: BoardCode;
  payment: PaymentType;
  currency: string;
  /** The room at position i is for the occupancy at position i. */
  rooms: readonly SuppliedRoom[];
  /** Advised retail price of the whole stay; null where the supplier advises none. */
  sellingMinor: number | null;
  charges: readonly SuppliedCharge[];
  policy: SuppliedPolicy;
  promotions: readonly SuppliedText[];
}

export interface SuppliedRoom {
  /** As in the room catalogue. */
  roomCode: string;
  /** Rooms left, where the supplier says so. */
  allotment: number | null;
  /** One amount a night, in the order of the nights. With `stayCharges` it adds up to the room's net price. */
  nightlyMinor: readonly number[];
  /** Parts of the net price that belong to no night. */
  stayCharges: readonly StayCharge[];
}

export interface StayCharge {
  code: string;
  description: string;
  amountMinor: number;
}

/** A tax or fee of the whole stay and all rooms. */
export interface SuppliedCharge extends StayCharge {
  type: 'TAX' | 'FEE';
  basis: ChargeBasis;
  /** INCLUDED is part of the net price. */
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

/** UNKNOWN may be searched, never quoted. */
export type SuppliedPolicy =
  | { kind: 'UNKNOWN' }
  | {
      kind: 'KNOWN';
      /** In any order. Before the earliest of them a cancellation is free. */
      penalties: readonly SuppliedPenalty[];
      /** What a guest who never arrives costs. */
      noShowMinor: number | null;
    };

export interface SuppliedPenalty {
  from: PenaltyStart;
  penaltyMinor: number;
}

/** When a penalty begins: always, at a moment, or at a time on the property's own clocks (`2027-03-10T18:00`). */
export type PenaltyStart =
  | { kind: 'ALWAYS' }
  | { kind: 'INSTANT'; atMs: number }
  | { kind: 'LOCAL'; at: string };

export interface SuppliedText {
  code: string;
  text: string;
  language: string;
}
