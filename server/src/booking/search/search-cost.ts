/** How much work a search is, told by the request alone: hotels × rooms × nights × providers. */
import { type AvailabilityRequest, DEFAULT_HOTELS_PER_PAGE } from '@serai/contract/booking/availability.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { SPARE_HOTELS } from './fill-page.ts';
import { MAX_HOTELS } from './find-candidates.ts';

type Costly = Pick<
  AvailabilityRequest,
  'hotelIds' | 'sort' | 'page' | 'occupancies' | 'checkIn' | 'checkOut'
>;

/** How many hotels a place has is not known without looking: it counts as a large one. */
export function searchCost(request: Costly, providers: number): number {
  const { hotelIds, sort, page, occupancies, checkIn, checkOut } = request;
  const found = hotelIds?.length ?? MAX_HOTELS;
  // By price all must be asked before the first can be shown.
  const wanted = sort === 'PRICE' ? found : (page?.limit ?? DEFAULT_HOTELS_PER_PAGE) + 1 + SPARE_HOTELS;
  return Math.min(found, wanted) * occupancies.length * nightsBetween(checkIn, checkOut) * providers;
}
