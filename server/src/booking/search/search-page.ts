/** Cursors of a search: where it goes on, under its first id and until its first end. */
import type { AvailabilityRequest } from '@serai/contract/booking/availability.ts';
import { ApiError } from '../../platform/api-error.ts';
import { makeCursor, readCursor } from '../../platform/cursor.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { OfferSearch } from '../offers/frozen-offer.ts';
import type { PagePosition } from './fill-page.ts';

/** Of offers and cursors. */
const LIFETIME_MS = 30 * 60_000;

export interface SearchPage {
  searchId: string;
  /** Whole seconds. */
  expiresAtMs: number;
  after: PagePosition | undefined;
  cursorAfter(position: PagePosition): string;
}

/** What decides, besides the request itself, which hotels are found and in which order. */
export type PagedSearch = Omit<OfferSearch, 'expiresAtMs'>;

export function openSearchPage(
  cursorKey: Buffer,
  search: PagedSearch,
  { page, settings: _, ...asked }: AvailabilityRequest,
  nowMs: number,
): SearchPage {
  const { organisationId, environment, testMode, scenario, market } = search;
  const boundTo = ['availability', organisationId, environment, testMode, scenario, market, asked];
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
  if (Number(end) <= nowMs) throw new ApiError('INVALID_CURSOR', 'The search has expired. Start it again.');
  return { ...cursorOf(searchId, Number(end)), after: { order: Number(order), hotelId } };
}
