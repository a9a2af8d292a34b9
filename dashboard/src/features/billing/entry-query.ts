/** The filters of the ledger, and the query and CSV file that they produce. Pure. */
import type { CsvCell } from '@serai/contract/shared/csv-line.ts';
import { ENTRY_KINDS, type Entry } from '../../components/billing/entry-kinds.ts';
import type { Input } from '../../lib/calls/operator-client.ts';
import type { Filters } from '../../lib/url-state.ts';

export const ENTRY_FILTERS = ['partner', 'kind', 'booking', 'from', 'to'] as const;
export type EntryFilters = Filters<(typeof ENTRY_FILTERS)[number]>;

type Query = Omit<Input<'billing/entries/list'>, 'page'>;

export function entryQuery(
  environment: 'sandbox' | 'production',
  { partner, kind, booking, from, to }: EntryFilters,
): Query {
  const wanted = ENTRY_KINDS.find(each => each === kind);
  const [fromAt, toAt] = [startOfDay(from), startOfDay(to, 1)];
  return {
    environment,
    ...(partner !== undefined && { partnerId: partner }),
    ...(wanted !== undefined && { kinds: [wanted] }),
    ...(booking !== undefined && { bookingId: booking }),
    ...(fromAt !== undefined && { from: fromAt }),
    ...(toAt !== undefined && { to: toAt }),
  } as Query;
}

/**
 * Midnight in the time zone of the user, because the table shows times in that zone. Ignores incomplete dates.
 */
function startOfDay(date: string | undefined, daysLater = 0): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date ?? '') ?? [];
  if (year === undefined) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(day) + daysLater).toISOString();
}

export const ENTRY_HEADINGS = [
  'time',
  'entry',
  'partner',
  'kind',
  'booking',
  'reference',
  'reason',
  'actor',
  'amount',
  'owed',
  'held',
  'currency',
  'received on',
  'client reference',
  'guest',
  'hotel',
  'check-in',
  'check-out',
  'returned on',
] as const;

export function entryCells(entry: Entry): CsvCell[] {
  return [
    entry.at,
    entry.entryId,
    entry.partnerId,
    entry.kind,
    entry.bookingId,
    entry.externalReference,
    entry.reason,
    entry.actor,
    { decimal: entry.amount.amount },
    { decimal: entry.owed.amount },
    { decimal: entry.held.amount },
    entry.amount.currency,
    entry.receivedOn,
    entry.booking?.clientReference,
    entry.booking?.guest,
    entry.booking?.hotel,
    entry.booking?.checkIn,
    entry.booking?.checkOut,
    entry.returned?.on,
  ];
}
