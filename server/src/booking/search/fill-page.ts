/** Asks for hotels until a page is full. By price all must be asked first; any other order is known before. */
import type { AvailabilityAnswer, AvailabilityRequest } from '@serai/contract/booking/availability.ts';
import { takeTurn } from '../../platform/take-turn.ts';
import type { SearchParts } from '../booking-parts.ts';
import type { PricedOffer } from '../offers/priced-offer.ts';
import { askProviders, type SearchRun } from './ask-providers.ts';
import { byOrder, type Candidate, isAfter } from './candidates.ts';
import { isPastAt } from './check-dates.ts';
import { chooseOffers } from './choose-offers.ts';
import { wantsStars } from './filter-offers.ts';
import { furthestReason } from './why-unavailable.ts';

export interface PageWish {
  request: AvailabilityRequest;
  limit: number;
  maxOffersPerHotel: number;
  after: PagePosition | undefined;
}

export interface PagePosition {
  order: number;
  hotelId: string;
}

export interface FoundHotel extends Candidate {
  /** At least one, the cheapest first. */
  offers: readonly PricedOffer[];
}

type Unavailable = AvailabilityAnswer['unavailable'][number];

export interface FilledPage {
  hotels: FoundHotel[];
  /** After which the next page begins; undefined where nothing follows. */
  end: PagePosition | undefined;
  /** Each hotel on one page only: that of its place in the order, or the first where the order is by price. */
  unavailable: Unavailable[];
}

/** One that has no offer. */
interface Refused extends Candidate {
  reason: Unavailable['reason'];
}

/** Beyond what a page needs, so that hotels without rooms do not cost a second question. */
export const SPARE_HOTELS = 10;

export async function fillPage(
  parts: SearchParts,
  run: SearchRun,
  candidates: readonly Candidate[],
  wish: PageWish,
): Promise<FilledPage> {
  const { limit, after, request } = wish;
  const isByPrice = request.sort === 'PRICE';
  const rest =
    isByPrice || after === undefined ? candidates : candidates.filter(each => isAfter(each, after));
  const found: FoundHotel[] = [];
  const refused: Refused[] = [];
  let asked = 0;
  while (asked < rest.length && found.length <= limit) {
    if (asked > 0 && isOver(parts, run)) break;
    const size = isByPrice ? rest.length : limit + 1 - found.length + SPARE_HOTELS;
    const portion = rest.slice(asked, asked + size);
    asked += portion.length;
    await addPortion(parts, run, portion, wish, found, refused);
  }
  if (isByPrice) found.sort(byOrder);
  const following = isByPrice && after !== undefined ? found.filter(each => isAfter(each, after)) : found;
  const last = following.length > limit ? following[limit - 1] : rest[asked - 1];
  const hasMore = following.length > limit || asked < rest.length;
  const end = hasMore && last !== undefined ? { order: last.order, hotelId: last.hotel.hotelId } : undefined;
  return { hotels: following.slice(0, limit), end, unavailable: unavailableOn(wish, refused, end) };
}

function unavailableOn(
  { request, after }: PageWish,
  refused: readonly Refused[],
  end: PagePosition | undefined,
): Unavailable[] {
  const isByPrice = request.sort === 'PRICE';
  return refused
    .filter(each => (isByPrice ? after === undefined : end === undefined || !isAfter(each, end)))
    .map(({ hotel, reason }) => ({ hotelId: hotel.hotelId as Unavailable['hotelId'], reason }));
}

/** Without time, or with nobody left to ask, what was found is the answer. */
function isOver({ clock }: SearchParts, { deadlineMs, signal, tallies }: SearchRun): boolean {
  const noneAnswers = [...tallies.values()].every(({ status }) => status !== 'OK');
  return noneAnswers || signal.aborted || clock.monotonicMs() >= deadlineMs;
}

async function addPortion(
  parts: SearchParts,
  run: SearchRun,
  portion: readonly Candidate[],
  wish: PageWish,
  found: FoundHotel[],
  refused: Refused[],
): Promise<void> {
  const { filters = {}, checkIn } = wish.request;
  const nowMs = parts.clock.nowMs();
  const refuse = (candidate: Candidate, reason: Unavailable['reason']) =>
    refused.push({ ...candidate, reason });
  const asked = portion.filter(candidate => {
    const { timeZone, stars } = candidate.hotel;
    if (isPastAt(timeZone, checkIn, nowMs)) refuse(candidate, 'CHECKIN_NOT_ALLOWED');
    else if (wantsStars(filters, stars)) return true;
    else refuse(candidate, 'FILTERED_OUT');
    return false;
  });
  if (asked.length === 0) return;
  // Test providers and own inventory answer from memory, and hundreds of offers take their time before and after.
  await takeTurn();
  const findings = await askProviders(
    parts,
    run,
    asked.map(({ hotel }) => hotel),
  );
  await takeTurn();
  const choose = chooseOffers(parts, run, wish);
  for (const candidate of asked) {
    const finding = findings.get(candidate.hotel.hotelId) ?? { offers: [], reasons: [] };
    const offers = choose(finding);
    const [cheapest] = offers;
    if (cheapest === undefined) {
      refuse(candidate, finding.offers.length > 0 ? 'FILTERED_OUT' : furthestReason(finding.reasons));
    } else {
      const order = wish.request.sort === 'PRICE' ? cheapest.netMinor : candidate.order;
      found.push({ ...candidate, order, offers });
    }
  }
}
