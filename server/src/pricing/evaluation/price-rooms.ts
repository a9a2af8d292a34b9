/**
 * Calculates the net and the selling price of an offer's rooms, and spreads the markup over nights and stay charges.
 * Pure.
 */
import { spread } from './exact-amounts.ts';
import type { RoomSteps } from './room-steps.ts';

/** The cost of a room in the currency of the response. Nights and stay charges add up to it. */
export interface RoomCost {
  /** One amount per night, or one amount for all nights. */
  nightlyMinor: readonly number[];
  stayChargeMinor: readonly number[];
}

export interface RoomPrice extends RoomCost {
  netMinor: number;
}

export interface OfferPrice {
  rooms: readonly RoomPrice[];
  netMinor: number;
  sellingMinor: number;
}

/** `leastSellingMinor` is the minimum selling price that the provider requires for the whole offer, or null. */
export function priceRooms(
  steps: RoomSteps,
  rooms: readonly RoomCost[],
  leastSellingMinor: number | null,
): OfferPrice {
  const [only] = rooms;
  if (only !== undefined && rooms.length === 1) return priceRoom(steps, only, leastSellingMinor);
  const costs = rooms.map(costOf);
  const nets = costs.map(cost => steps.net(cost));
  return {
    rooms: rooms.map((room, i) => roomPrice(room, costs[i] as number, nets[i] as number)),
    netMinor: sumOf(nets),
    sellingMinor: sellingOf(steps, costs, nets, leastSellingMinor),
  };
}

/**
 * A faster variant of `priceRooms` for a single room, because most of the hundreds of offers in a search have one
 * room.
 */
function priceRoom(steps: RoomSteps, room: RoomCost, leastSellingMinor: number | null): OfferPrice {
  const cost = costOf(room);
  const netMinor = steps.net(cost);
  const advised = Math.max(steps.selling(cost, netMinor), leastSellingMinor ?? 0);
  const sellingMinor = Math.max(steps.roundSelling(advised, netMinor), leastSellingMinor ?? 0);
  return { rooms: [roomPrice(room, cost, netMinor)], netMinor, sellingMinor };
}

/** Returns the net of the whole offer, for comparing offers. Equals the net that `priceRooms` returns. */
export function netOfRooms(steps: RoomSteps, costs: readonly number[]): number {
  let net = 0;
  for (const cost of costs) net += steps.net(cost);
  return net;
}

/**
 * Returns the selling price of the whole offer. If it is below the minimum that the provider requires, the
 * difference is spread over the rooms before they are rounded.
 */
export function sellingOf(
  steps: RoomSteps,
  costs: readonly number[],
  nets: readonly number[],
  leastSellingMinor: number | null,
): number {
  const advised = costs.map((cost, i) => steps.selling(cost, nets[i] as number));
  const missing = leastSellingMinor === null ? 0 : leastSellingMinor - sumOf(advised);
  const more = missing > 0 ? spread(missing, advised) : undefined;
  let selling = 0;
  for (const [i, minor] of advised.entries()) {
    selling += steps.roundSelling(minor + (more?.[i] ?? 0), nets[i] as number);
  }
  return leastSellingMinor === null ? selling : Math.max(selling, leastSellingMinor);
}

function roomPrice(
  { nightlyMinor, stayChargeMinor }: RoomCost,
  costMinor: number,
  netMinor: number,
): RoomPrice {
  const added = netMinor - costMinor;
  if (added === 0) return { nightlyMinor, stayChargeMinor, netMinor };
  if (nightlyMinor.length === 1 && stayChargeMinor.length === 0) {
    return { netMinor, nightlyMinor: [netMinor], stayChargeMinor };
  }
  const parts = stayChargeMinor.length === 0 ? nightlyMinor : [...nightlyMinor, ...stayChargeMinor];
  const priced = spread(Math.abs(added), parts, nightlyMinor.length);
  for (let i = 0; i < parts.length; i++) {
    const share = priced[i] as number;
    priced[i] = (parts[i] as number) + (added > 0 ? share : -share);
  }
  if (stayChargeMinor.length === 0) return { netMinor, nightlyMinor: priced, stayChargeMinor };
  return {
    netMinor,
    nightlyMinor: priced.slice(0, nightlyMinor.length),
    stayChargeMinor: priced.slice(nightlyMinor.length),
  };
}

function costOf({ nightlyMinor, stayChargeMinor }: RoomCost): number {
  return sumOf(nightlyMinor) + sumOf(stayChargeMinor);
}

function sumOf(parts: readonly number[]): number {
  let sum = 0;
  for (const part of parts) sum += part;
  return sum;
}
