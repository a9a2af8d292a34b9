/** The hotel that a description is about. A description only mentions features of the hotel. Pure. */
import type { CatalogueRoom } from '@serai/contract/catalogue/catalogue-file.ts';
import type { FacilityCode } from '@serai/contract/content/facility-list.ts';
import type { HotelPlan } from '../plan-hotel.ts';

export interface DescribedHotel {
  plan: HotelPlan;
  rooms: readonly CatalogueRoom[];
  name: string;
}

/** Returns those of the given amenities that every room has, in the given order. */
export function sharedAmenities(
  rooms: readonly CatalogueRoom[],
  codes: readonly FacilityCode[],
): FacilityCode[] {
  return codes.filter(code => rooms.every(({ amenities }) => amenities.some(use => use.code === code)));
}

export const hasView = (rooms: readonly CatalogueRoom[], view: string) =>
  rooms.some(({ standardName }) => standardName?.view === view);
