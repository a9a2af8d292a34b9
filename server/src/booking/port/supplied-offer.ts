/**
 * Offers from a source of rooms, in the same format for every supplier. Amounts are in minor units of the offer's
 * currency. Texts contain no markup. A supplier's own data format never appears here.
 */
import type { BED_TYPES, BoardCode } from '@serai/contract/shared/lodging.ts';

export type PaymentType = 'MERCHANT' | 'PAY_AT_PROPERTY';

/**
 * One bookable bundle for all rooms of a request. An offer from the cache may be an object whose fields are getters, so read
 * the fields that you need by name: `{ ...offer }` would lose them.
 */
export interface SuppliedOffer {
  /**
   * Identifies the rate at the supplier, together with hotel, stay and occupancies. At most 64 characters. If the supplier's own
   * key is longer or changes with every search, this is a digest of what stays the same: room, rate plan, beds, board,
   * refundability and payment. A later search then finds the rate again by the same `rateKey`.
   * Partners can read it in offer ids, so it must not contain the cost.
   */
  rateKey: string;
  /** The rate key is valid until this time. Omitted if the supplier sets no end, or can find the rate again. */
  endsAtMs?: number | undefined;
  /**
   * Opaque data that the quote needs and that is too long for an offer id. It is cached separately from the offer and may be lost at
   * any time. Without it, the quote searches again.
   */
  tokens?: string;
  /** `tokens` are valid until this time. Omitted if the supplier sets no end. */
  tokensEndAtMs?: number;
  /** Code of the rate plan. Omitted if the supplier has none. */
  ratePlan?: string | undefined;
  board: BoardCode;
  payment: PaymentType;
  currency: string;
  /** The room at position i is for the occupancy at position i. */
  rooms: readonly SuppliedRoom[];
  /** Recommended or mandatory retail price of the whole stay, or null. The selling price is never below it. */
  sellingMinor: number | null;
  charges: readonly SuppliedCharge[];
  policy: SuppliedPolicy;
  promotions: readonly SuppliedText[];
}

export interface SuppliedRoom {
  /** Code of the room in the catalogue. Null if it is not known which room of the catalogue this is. */
  roomCode: string | null;
  /** The supplier's name for the room. Required if `roomCode` is null. */
  name?: SuppliedText;
  supplierRoomCode?: string;
  beds?: readonly SuppliedBed[];
  /** Number of rooms left, if the supplier reports it. */
  allotment: number | null;
  /** One amount per night, in order. Null if the supplier reports only the total. Never invent them. */
  nightlyMinor: readonly number[] | null;
  /**
   * The room's net price, including `stayCharges`. Required if `nightlyMinor` is null. Otherwise it may be omitted, and must be the
   * sum of the nights and `stayCharges`.
   */
  totalMinor?: number;
  /** Parts of the net price that belong to no particular night. */
  stayCharges: readonly StayCharge[];
}

export interface SuppliedBed {
  type: (typeof BED_TYPES)[number];
  count: number;
}

/** A room of the catalogue with nightly prices. Test providers and own inventory sell only such rooms. */
export interface NightlyRoom extends SuppliedRoom {
  roomCode: string;
  nightlyMinor: readonly number[];
}

export interface NightlyOffer extends SuppliedOffer {
  rooms: readonly NightlyRoom[];
}

/** The net price of a room. NaN if the supplier reported neither nights nor a total. */
export function roomNetMinor({ nightlyMinor, totalMinor = Number.NaN, stayCharges }: SuppliedRoom): number {
  if (nightlyMinor === null) return totalMinor;
  let net = 0;
  for (const night of nightlyMinor) net += night;
  for (const { amountMinor } of stayCharges) net += amountMinor;
  return net;
}

export function offerNetMinor({ rooms }: Pick<SuppliedOffer, 'rooms'>): number {
  let net = 0;
  for (const room of rooms) net += roomNetMinor(room);
  return net;
}

export interface StayCharge {
  code: string;
  description: string;
  amountMinor: number;
}

/** A tax or fee for the whole stay and all rooms. */
export interface SuppliedCharge extends Omit<StayCharge, 'amountMinor'> {
  /** Null if the supplier does not report the amount in the currency of the offer. */
  amountMinor: number | null;
  /** The percentage of a charge with basis PERCENT, as a decimal string such as `19.00`. */
  percent?: string;
  /** The amount in the currency in which the property collects it, if that is not the currency of the offer. */
  local?: { currency: string; amountMinor: number };
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
