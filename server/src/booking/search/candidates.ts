/** Pure. The hotels of a search in the order they are shown, where that does not depend on prices. */
import type { SEARCH_SORTS } from '@serai/contract/booking/availability.ts';
import type { CatalogueHotel } from '../catalogue.ts';

export type SearchSort = (typeof SEARCH_SORTS)[number];

export interface Candidate {
  hotel: CatalogueHotel;
  /** From the centre of the search; undefined where it has none. */
  distanceMetres: number | undefined;
  /** Lower comes first; equal ones by hotel id. */
  order: number;
}

export type Reach = Pick<Candidate, 'hotel' | 'distanceMetres'>;

/** `found` is in the order asked for, or the nearest first. Offers of a price order have no order of their own yet. */
export function orderCandidates(found: readonly Reach[], sort: SearchSort): Candidate[] {
  const candidates = found.map((reach, position) => ({ ...reach, order: orderOf(reach, position, sort) }));
  return candidates.sort(byOrder);
}

export interface Ordered {
  order: number;
  hotel: { hotelId: string };
}

export function byOrder(a: Ordered, b: Ordered): number {
  return a.order - b.order || (a.hotel.hotelId < b.hotel.hotelId ? -1 : 1);
}

/** Whether a hotel comes after the last one of the page before. */
export function isAfter({ order, hotel }: Ordered, position: { order: number; hotelId: string }): boolean {
  return order > position.order || (order === position.order && hotel.hotelId > position.hotelId);
}

/** Hotels named by the caller keep its order. Around a centre comfort makes up for distance: five stars for six times as much. */
function orderOf({ hotel, distanceMetres }: Reach, position: number, sort: SearchSort): number {
  switch (sort) {
    case 'DISTANCE':
      return distanceMetres ?? position;
    case 'STARS':
      return -(hotel.stars ?? -1);
    case 'RANK':
      return distanceMetres === undefined ? position : distanceMetres / (1 + (hotel.stars ?? 2));
    case 'PRICE':
      return 0;
  }
}
