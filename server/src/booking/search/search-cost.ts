/** Estimates the cost of a search from the request: hotels × rooms × nights × providers. */
import { type AvailabilityRequest, DEFAULT_HOTELS_PER_PAGE } from '@serai/contract/booking/availability.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { MAX_HOTELS } from './candidates.ts';
import { SPARE_HOTELS } from './fill-page.ts';

type Costly = Pick<
  AvailabilityRequest,
  'hotelIds' | 'sort' | 'page' | 'occupancies' | 'checkIn' | 'checkOut'
>;

/** The number of hotels in a place is unknown at this point, so the maximum is assumed. */
export function searchCost(request: Costly, providers: number): number {
  const { hotelIds, sort, page, occupancies, checkIn, checkOut } = request;
  const found = hotelIds?.length ?? MAX_HOTELS;
  // Sorting by price requires searching all hotels.
  const wanted = sort === 'PRICE' ? found : (page?.limit ?? DEFAULT_HOTELS_PER_PAGE) + 1 + SPARE_HOTELS;
  return Math.min(found, wanted) * occupancies.length * nightsBetween(checkIn, checkOut) * providers;
}
