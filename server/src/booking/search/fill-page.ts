/**
 * Searches hotels until a page is full. Sorting by price requires searching all hotels first. Any other order is
 * known in advance.
 */
import type {
  AvailabilityAnswer,
  AvailabilityRequest,
  UnavailableReason,
} from '@serai/contract/booking/availability.ts';
import { takeTurn } from '../../platform/take-turn.ts';
import type { SearchParts } from '../booking-parts.ts';
import type { PricedOffer } from '../offers/priced-offer.ts';
import { byOrder, type Candidate, isAfter, priceOrder, type SearchOrder } from './candidates.ts';
import { pastCheckIn } from './check-dates.ts';
import { chooseOffers, hotelFilter } from './choose-offers.ts';
import { type SearchRun, searchProviders } from './search-providers.ts';

interface PageRequest {
  request: AvailabilityRequest;
  order: SearchOrder;
  limit: number;
  maxOffersPerHotel: number;
  after: PagePosition | undefined;
}

export interface PagePosition {
  order: number;
  hotelId: string;
}

export interface FoundHotel extends Candidate {
  /** At least one offer, cheapest first. */
  offers: readonly PricedOffer[];
}

type Unavailable = AvailabilityAnswer['unavailable'][number];

export interface FilledPage {
  hotels: FoundHotel[];
  /** The position after which the next page starts, or undefined if this is the last page. */
  end: PagePosition | undefined;
  /** Each unavailable hotel is listed on only one page: the page of its position, or the first page when sorting by price. */
  unavailable: Unavailable[];
}

interface UnavailableCandidate extends Candidate {
  reason: Unavailable['reason'];
}

/** Extra hotels per call, so that sold-out hotels do not require a second call. */
export const SPARE_HOTELS = 10;

export async function fillPage(
  parts: SearchParts,
  run: SearchRun,
  candidates: readonly Candidate[],
  wanted: PageRequest,
): Promise<FilledPage> {
  const { limit, after, order } = wanted;
  const isByPrice = order.sort === 'PRICE';
  const rest =
    isByPrice || after === undefined ? candidates : candidates.filter(each => isAfter(each, after));
  const found: FoundHotel[] = [];
  const unavailable: UnavailableCandidate[] = [];
  let searched = 0;
  while (searched < rest.length && found.length <= limit) {
    if (searched > 0 && isOver(parts, run)) break;
    const size = isByPrice ? rest.length : limit + 1 - found.length + SPARE_HOTELS;
    const portion = rest.slice(searched, searched + size);
    searched += portion.length;
    await addPortion(parts, run, portion, wanted, found, unavailable);
  }
  if (isByPrice) found.sort(byOrder);
  const following = isByPrice && after !== undefined ? found.filter(each => isAfter(each, after)) : found;
  const last = following.length > limit ? following[limit - 1] : rest[searched - 1];
  const hasMore = following.length > limit || searched < rest.length;
  const end = hasMore && last !== undefined ? { order: last.order, hotelId: last.hotel.hotelId } : undefined;
  return { hotels: following.slice(0, limit), end, unavailable: unavailableOn(wanted, unavailable, end) };
}

function unavailableOn(
  { order, after }: PageRequest,
  unavailable: readonly UnavailableCandidate[],
  end: PagePosition | undefined,
): Unavailable[] {
  const isByPrice = order.sort === 'PRICE';
  return unavailable
    .filter(each => (isByPrice ? after === undefined : end === undefined || !isAfter(each, end)))
    .map(({ hotel, reason }) => ({ hotelId: hotel.hotelId as Unavailable['hotelId'], reason }));
}

/**
 * Whether the time is up, the caller has stopped waiting, or no provider has the status OK. The page then contains the
 * hotels found so far.
 */
function isOver({ clock }: SearchParts, { deadlineMs, signal, tallies }: SearchRun): boolean {
  const noneSucceeds = [...tallies.values()].every(({ status }) => status !== 'OK');
  return noneSucceeds || signal.aborted || clock.monotonicMs() >= deadlineMs;
}

async function addPortion(
  parts: SearchParts,
  run: SearchRun,
  portion: readonly Candidate[],
  wanted: PageRequest,
  found: FoundHotel[],
  unavailable: UnavailableCandidate[],
): Promise<void> {
  const { filters, checkIn } = wanted.request;
  const { order: searchOrder } = wanted;
  const isWanted = hotelFilter(filters);
  const isPast = pastCheckIn(checkIn, parts.clock.nowMs());
  const exclude = (candidate: Candidate, reason: Unavailable['reason']) =>
    unavailable.push({ ...candidate, reason });
  const searchable = portion.filter(candidate => {
    const { hotel } = candidate;
    if (isPast(hotel.timeZone)) exclude(candidate, 'CHECKIN_NOT_ALLOWED');
    else if (isWanted(hotel)) return true;
    else exclude(candidate, 'FILTERED_OUT');
    return false;
  });
  if (searchable.length === 0) return;
  // Test providers and own inventory compute their offers in this process, which may block it for long. Other requests
  // get a turn before and after.
  await takeTurn();
  const findings = await searchProviders(
    parts,
    run,
    searchable.map(({ hotel }) => hotel),
  );
  await takeTurn();
  const choose = chooseOffers(parts, run, wanted);
  for (const candidate of searchable) {
    const finding = findings.get(candidate.hotel.hotelId) ?? { offers: [], hidden: [], reasons: [] };
    const offers = choose(finding);
    const [cheapest] = offers;
    if (cheapest === undefined) {
      exclude(candidate, finding.offers.length > 0 ? 'FILTERED_OUT' : furthestReason(finding.reasons));
    } else {
      const order =
        searchOrder.sort === 'PRICE' ? priceOrder(cheapest.netMinor, searchOrder) : candidate.order;
      found.push({ ...candidate, order, offers });
    }
  }
}

/** Reasons sorted by how close a provider came to an offer, the closest last. */
const FURTHEST_LAST: readonly UnavailableReason[] = [
  'HOTEL_INACTIVE',
  'PROVIDER_ERROR',
  'MAXIMUM_OCCUPANCY',
  'CHILDREN_NOT_ALLOWED',
  'RELEASE_PERIOD',
  'STOP_SELL',
  'CHECKIN_NOT_ALLOWED',
  'CHECKOUT_NOT_ALLOWED',
  'MINIMUM_STAY',
  'MAXIMUM_STAY',
  'SOLD_OUT',
  'FILTERED_OUT',
];

export function furthestReason(reasons: Iterable<UnavailableReason>): UnavailableReason {
  let furthest = 0;
  for (const reason of reasons) furthest = Math.max(furthest, FURTHEST_LAST.indexOf(reason));
  return FURTHEST_LAST[furthest] ?? 'HOTEL_INACTIVE';
}
