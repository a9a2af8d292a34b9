import {
  DEFAULT_BOOKING_SORT,
  DEFAULT_BOOKINGS_PER_PAGE,
  bookinglist as operation,
} from '@serai/contract/booking/bookinglist.ts';
import { makeCursor, pageOf, readCursor } from '../../platform/cursor.ts';
import { type Handler, handle } from '../../platform/operations/handler.ts';
import type { BookingParts } from '../booking-parts.ts';
import { bookingSummaryView } from '../bookings/booking-view.ts';
import { changeFeedHorizon } from '../bookings/change-feed-store.ts';
import { type ListedBooking, listBookings } from '../bookings/list-bookings-store.ts';
import { requestMode } from '../request-mode.ts';

/** The cursor value of a booking without the sort date. */
const NO_DATE = '';

export function bookinglist(parts: BookingParts): Handler {
  const { safe, cursorKey } = parts;
  return handle(operation, async (context, request) => {
    const { db } = context;
    const mode = requestMode(context, 'bookinglist', request.settings);
    const { by = DEFAULT_BOOKING_SORT.by, direction = DEFAULT_BOOKING_SORT.direction } = request.sort ?? {};
    const { limit = DEFAULT_BOOKINGS_PER_PAGE, cursor } = request.page ?? {};
    const { filters = {} } = request;
    const { organisationId, environment } = context;
    const asked = Object.entries(filters).sort();
    const boundTo = ['bookinglist', organisationId, environment, asked, by, direction];
    const isFeed = by === 'UPDATED' && direction === 'ASC';
    const found = await listBookings(db, {
      scope: context,
      filters,
      holderMark:
        filters.holderLastName === undefined
          ? undefined
          : safe.holderMark(organisationId, filters.holderLastName),
      by,
      isAscending: direction === 'ASC',
      after: cursor === undefined ? undefined : positionOf(readCursor(cursorKey, boundTo, cursor)),
      horizon: isFeed ? await changeFeedHorizon(db) : undefined,
      limit: limit + 1,
    });
    const cursorAfter = ({ sort_date: date, booking_id: id }: ListedBooking) =>
      makeCursor(cursorKey, boundTo, [date ?? NO_DATE, id]);
    const { shown, page } = pageOf(found, limit, cursorAfter);
    const last = shown.at(-1);
    // A change feed also returns a cursor on its last page, so that the reader can continue when something changes.
    if (isFeed) page.nextCursor = last === undefined ? (cursor ?? null) : cursorAfter(last);
    return {
      data: { bookings: shown.map(row => bookingSummaryView(row, safe.openPeople(row))), page },
      testMode: mode.testMode,
      warnings: mode.warnings,
    };
  });
}

function positionOf(position: string[]): { date: string | null; bookingId: string } {
  const [date, bookingId] = position as [string, string];
  return { date: date === NO_DATE ? null : date, bookingId };
}
