/** Search cursors. All pages share the search id and expiry of the first page. */
import type { AvailabilityRequest } from '@serai/contract/booking/availability.ts';
import { ApiError } from '../../platform/api-error.ts';
import { makeCursor, readCursor } from '../../platform/cursor.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { OfferSearch } from '../offers/frozen-offer.ts';
import type { PagePosition } from './fill-page.ts';

/** Lifetime of offers and cursors. */
const LIFETIME_MS = 30 * 60_000;

export interface SearchPage {
  searchId: string;
  /** Always a whole number of seconds. */
  expiresAtMs: number;
  after: PagePosition | undefined;
  cursorAfter(position: PagePosition): string;
}

/** Everything besides the request that determines the hotels and their order. */
export type PagedSearch = Omit<OfferSearch, 'expiresAtMs'>;

export function openSearchPage(
  cursorKey: Buffer,
  search: PagedSearch,
  { page, settings: _, ...query }: AvailabilityRequest,
  nowMs: number,
): SearchPage {
  const { organisationId, environment, testMode, scenario, market } = search;
  const boundTo = ['availability', organisationId, environment, testMode, scenario, market, query];
  const cursorOf = (searchId: string, expiresAtMs: number) => ({
    searchId,
    expiresAtMs,
    cursorAfter: ({ order, hotelId }: PagePosition) =>
      makeCursor(cursorKey, boundTo, [searchId, String(expiresAtMs), String(order), hotelId]),
  });
  if (page?.cursor === undefined) {
    const expiresAtMs = Math.floor((nowMs + LIFETIME_MS) / 1000) * 1000;
    return { ...cursorOf(newId('srh'), expiresAtMs), after: undefined };
  }
  const [searchId, end, order, hotelId] = readCursor(cursorKey, boundTo, page.cursor) as [
    string,
    string,
    string,
    string,
  ];
  if (Number(end) <= nowMs) throw new ApiError('INVALID_CURSOR', 'The search has expired. Start a new one.');
  return { ...cursorOf(searchId, Number(end)), after: { order: Number(order), hotelId } };
}
