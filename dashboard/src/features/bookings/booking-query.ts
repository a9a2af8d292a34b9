/** Converts the filters in the URL to the input of `bookings/list`. Pure. */
import { BOOKING_STATES } from '@serai/contract/booking/booking-states.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { STATUS_GROUPS } from '../../components/booking-labels.ts';
import type { Input } from '../../lib/calls/operator-client.ts';
import { daysLater, startOfDay } from '../../lib/format/zoned-day.ts';
import type { Filters } from '../../lib/url-state.ts';

export const BOOKING_FILTERS = [
  'partner',
  'search',
  'reference',
  'provider',
  'guest',
  'hotel',
  'status',
  'currency',
  'attention',
  'createdFrom',
  'createdTo',
  'from',
  'to',
] as const;
export type BookingFilters = Filters<(typeof BOOKING_FILTERS)[number]>;

const CURRENCY = /^[A-Z]{3}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

function isDate(text: string | undefined): text is string {
  if (text === undefined || !DATE.test(text)) return false;
  const ms = Date.parse(text);
  // 31 February may be read as 3 March.
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/**
 * Ignores invalid values, because the URL may be edited by hand. Bookings are created on a day in the time zone of the
 * operator, as in the figures of the overview.
 */
export function bookingQuery(
  environment: Environment,
  filters: BookingFilters,
  timeZone: string,
): Omit<Input<'bookings/list'>, 'page'> {
  const { partner, search, reference, provider, guest, hotel, status, attention, from, to } = filters;
  const { currency, createdFrom, createdTo } = filters;
  const startOf = (date: string) => new Date(startOfDay(timeZone, date)).toISOString();
  return {
    environment,
    ...(partner && { partnerId: partner }),
    ...(search?.trim() && { search }),
    ...(reference &&
      (reference.startsWith('bkg_') ? { bookingId: reference } : { clientReference: reference })),
    ...(provider && { providerReference: provider }),
    ...(guest && { holderLastName: guest }),
    ...(hotel && { hotelId: hotel }),
    ...statusInput(status),
    ...(currency !== undefined && CURRENCY.test(currency) && { currency }),
    ...(attention && { needsAttention: true }),
    ...(isDate(createdFrom) && { createdFrom: startOf(createdFrom) }),
    ...(isDate(createdTo) && { createdTo: startOf(daysLater(createdTo, 1)) }),
    ...(isDate(from) && { checkInFrom: from }),
    ...(isDate(to) && { checkInTo: to }),
  } as Omit<Input<'bookings/list'>, 'page'>;
}

/** The name of a group of statuses, or a single status. */
function statusInput(status: string | undefined): Pick<Input<'bookings/list'>, 'statuses' | 'isSold'> {
  const group = Object.entries(STATUS_GROUPS).find(([name]) => name === status)?.[1];
  if (group !== undefined) {
    return {
      ...('isSold' in group && { isSold: group.isSold }),
      ...('statuses' in group && { statuses: [...group.statuses] }),
    };
  }
  const known = BOOKING_STATES.find(state => state === status);
  return known === undefined ? {} : { statuses: [known] };
}
