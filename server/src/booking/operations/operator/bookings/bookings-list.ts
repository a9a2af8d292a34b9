import { listBookings } from '@serai/contract/account/bookings.ts';
import { makeCursor, pageOf, readCursor } from '../../../../platform/cursor.ts';
import { type OperatorHandler, operate } from '../../../../platform/operations/operator/operator-handler.ts';
import { bookingSummaryView } from '../../../bookings/booking-view.ts';
import type { OperatorParts } from '../operator-parts.ts';
import { type ChangePosition, listOrganisationBookings } from './organisation-bookings-store.ts';

const DEFAULT_LIMIT = 50;

export function bookingsList({ safe, cursorKey }: OperatorParts): OperatorHandler {
  return operate(listBookings, async ({ db, organisationId }, { page, holderLastName, ...filters }) => {
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const boundTo = [
      listBookings.name,
      organisationId,
      holderLastName ?? null,
      Object.entries(filters).sort(),
    ];
    const found = await listOrganisationBookings(db, {
      ...filters,
      organisationId,
      holderMark: holderLastName === undefined ? undefined : safe.holderMark(organisationId, holderLastName),
      after: cursor === undefined ? undefined : positionOf(readCursor(cursorKey, boundTo, cursor)),
      limit: limit + 1,
    });
    const paged = pageOf(found, limit, ({ changed_at, booking_id }) =>
      makeCursor(cursorKey, boundTo, [changed_at, booking_id]),
    );
    return {
      bookings: paged.shown.map(booking => bookingSummaryView(booking, safe.openPeople(booking))),
      page: paged.page,
    };
  });
}

function positionOf([changedAt, bookingId]: string[]): ChangePosition {
  return { changedAt, bookingId } as ChangePosition;
}
