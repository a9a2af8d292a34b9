/**
 * An offer in an entry from Redis. Fewer than half of the offers in an entry are usually shown, so the terms and texts of an offer
 * are decoded only when they are read. What comparing offers needs is stored separately.
 */
import type { StoredCost, SuppliedCost } from '../../offers/supplied-cost.ts';
import type { SuppliedOffer } from '../../port/supplied-offer.ts';
import type { Refundability } from '../../terms/terms.ts';
import type { OfferDetails } from './packed-offer.ts';

/** The values that several offers of an entry share. */
export type OfferKind = readonly [
  board: SuppliedOffer['board'],
  payment: SuppliedOffer['payment'],
  currency: string,
  /** Null if the offer is contradictory. */
  refundability: Refundability | null,
  /** The number of nightly prices. Null if the supplier reports none. */
  nights: number | null,
  /** Pricing rules are matched by it. */
  ratePlan: string | null,
];

/** The net price of the only room, or of each room. Null if the offer is contradictory. */
export type StoredNets = number | readonly number[] | null;

/** Decodes the details of the offers of one entry. Throws RangeError if they are unreadable. */
export type DecodeDetails = (position: number) => OfferDetails;

export class StoredOffer implements SuppliedOffer, StoredCost {
  readonly rateKey: string;
  readonly board: SuppliedOffer['board'];
  readonly payment: SuppliedOffer['payment'];
  readonly currency: string;
  readonly ratePlan: string | undefined;
  readonly #kind: OfferKind;
  readonly #rooms: string;
  readonly #nets: StoredNets;
  readonly #decode: DecodeDetails;
  readonly #position: number;
  #decoded: OfferDetails | undefined;

  constructor(
    rateKey: string,
    kind: OfferKind,
    { rooms, nets }: { rooms: string; nets: StoredNets },
    { decode, position }: { decode: DecodeDetails; position: number },
  ) {
    this.rateKey = rateKey;
    this.board = kind[0];
    this.payment = kind[1];
    this.currency = kind[2];
    this.ratePlan = kind[5] ?? undefined;
    this.#kind = kind;
    this.#rooms = rooms;
    this.#nets = nets;
    this.#decode = decode;
    this.#position = position;
  }

  costFor(nights: number): SuppliedCost | undefined {
    const [, , , refundability, ownNights] = this.#kind;
    const nets = this.#nets;
    if (nets === null || refundability === null) return undefined;
    if (ownNights !== null && ownNights !== nights) return undefined;
    const roomNets = typeof nets === 'number' ? [nets] : nets;
    let netMinor = 0;
    for (const net of roomNets) netMinor += net;
    return { roomNets, netMinor, refundability, rooms: this.#rooms };
  }

  get endsAtMs(): number | undefined {
    return this.#details.endsAtMs;
  }

  get rooms(): SuppliedOffer['rooms'] {
    return this.#details.rooms;
  }

  get sellingMinor(): number | null {
    return this.#details.sellingMinor;
  }

  get charges(): SuppliedOffer['charges'] {
    return this.#details.charges;
  }

  get policy(): SuppliedOffer['policy'] {
    return this.#details.policy;
  }

  get promotions(): SuppliedOffer['promotions'] {
    return this.#details.promotions;
  }

  /** JSON would otherwise not contain what is decoded only when it is read. */
  toJSON(): SuppliedOffer {
    const { rateKey, ratePlan, board, payment, currency } = this;
    return { rateKey, ratePlan, board, payment, currency, ...this.#details };
  }

  get #details(): OfferDetails {
    this.#decoded ??= this.#decode(this.#position);
    return this.#decoded;
  }
}
