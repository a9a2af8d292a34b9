/**
 * What comparing an offer needs to know: its cost in the supplier's currency, and what identifies its product. Pure.
 */
import type { SuppliedOffer, SuppliedPolicy } from '../port/supplied-offer.ts';
import { type Refundability, refundabilityFrom } from '../terms/terms.ts';
import { lineOf } from './offer-fingerprint.ts';
import { checkedNet } from './price-offer.ts';

export interface SuppliedCost {
  /** The net price of each room. */
  roomNets: readonly number[];
  /** The sum of `roomNets`. */
  netMinor: number;
  refundability: Refundability;
  /** Equal for the same rooms of a hotel. */
  rooms: string;
}

/** An offer from the shared cache. Its cost is known without decoding the rest of it. */
export interface StoredCost {
  /** Undefined if the cost must be computed from the offer, because it is contradictory or for another number of nights. */
  costFor(nights: number): SuppliedCost | undefined;
}

/** Throws RangeError for a room with inconsistent prices, and for a price below zero or too large to be exact. */
export function suppliedCost(offer: SuppliedOffer & Partial<StoredCost>, nights: number): SuppliedCost {
  return offer.costFor?.(nights) ?? computeCost(offer, nights);
}

export function computeCost({ rooms, policy }: SuppliedOffer, nights: number): SuppliedCost {
  let netMinor = 0;
  let identities = '';
  const roomNets: number[] = [];
  for (const room of rooms) {
    const roomNet = checkedNet(room, nights);
    netMinor += roomNet;
    roomNets.push(roomNet);
    identities += lineOf(room);
  }
  if (!Number.isSafeInteger(netMinor) || netMinor < 0) {
    throw new RangeError('The price is below zero or too large to be exact.');
  }
  const refundability =
    policy.kind === 'UNKNOWN' ? 'UNKNOWN' : refundabilityFrom(firstPenalty(policy, netMinor), netMinor);
  return { roomNets, netMinor, refundability, rooms: identities };
}

/** Refundability depends only on the first penalty, so no deadlines need to be computed. */
export function firstPenalty(
  { penalties }: Extract<SuppliedPolicy, { kind: 'KNOWN' }>,
  netMinor: number,
): number {
  let first = 0;
  for (const { from, penaltyMinor } of penalties) {
    if (from.kind === 'ALWAYS') first = Math.max(first, Math.min(penaltyMinor, netMinor));
  }
  return first;
}
