/** Pure. What a description may speak of: only what the hotel has. */
import type { CatalogueRoom } from '@serai/contract/catalogue/catalogue-file.ts';
import type { FacilityCode } from '@serai/contract/content/facility-list.ts';
import type { HotelPlan } from '../plan-hotel.ts';

export interface ToldHotel {
  plan: HotelPlan;
  rooms: readonly CatalogueRoom[];
  name: string;
}

/** Amenities that every room has, of those asked for, in their order. */
export function sharedAmenities(
  rooms: readonly CatalogueRoom[],
  asked: readonly FacilityCode[],
): FacilityCode[] {
  return asked.filter(code => rooms.every(({ amenities }) => amenities.some(use => use.code === code)));
}

export const hasView = (rooms: readonly CatalogueRoom[], view: string) =>
  rooms.some(({ standardName }) => standardName?.view === view);
