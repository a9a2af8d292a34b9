/** Converts the filters in the URL to the input of `bookings/list`. Pure. */
import { BOOKING_STATES, type BookingState, OPEN_STATES } from '@serai/contract/booking/booking-states.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Input } from '../../lib/calls/operator-client.ts';
import type { Filters } from '../../lib/url-state.ts';

export const BOOKING_FILTERS = [
  'partner',
  'search',
  'reference',
  'provider',
  'guest',
  'hotel',
  'status',
  'attention',
  'from',
  'to',
] as const;
export type BookingFilters = Filters<(typeof BOOKING_FILTERS)[number]>;

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Ignores invalid values, because the URL may be edited by hand. */
export function bookingQuery(
  environment: Environment,
  filters: BookingFilters,
): Omit<Input<'bookings/list'>, 'page'> {
  const { partner, search, reference, provider, guest, hotel, status, attention, from, to } = filters;
  const statuses = statusesOf(status);
  return {
    environment,
    ...(partner && { partnerId: partner }),
    ...(search?.trim() && { search }),
    ...(reference &&
      (reference.startsWith('bkg_') ? { bookingId: reference } : { clientReference: reference })),
    ...(provider && { providerReference: provider }),
    ...(guest && { holderLastName: guest }),
    ...(hotel && { hotelId: hotel }),
    ...(statuses && { statuses }),
    ...(attention && { needsAttention: true }),
    ...(from && DATE.test(from) && { checkInFrom: from }),
    ...(to && DATE.test(to) && { checkInTo: to }),
  } as Omit<Input<'bookings/list'>, 'page'>;
}

function statusesOf(status: string | undefined): BookingState[] | undefined {
  if (status === 'open') return [...OPEN_STATES];
  const known = BOOKING_STATES.find(state => state === status);
  return known && [known];
}
