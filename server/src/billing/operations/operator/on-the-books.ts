import { type BooksRow, DEFAULT_BOOKS_MONTHS, showOnTheBooks } from '@serai/contract/billing/on-the-books.ts';
import { PICKUP_DAYS } from '@serai/contract/shared/pickup-days.ts';
import { isoTime } from '../../../platform/iso-time.ts';
import { toMoney } from '../../../platform/money/minor-units.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import {
  type BooksFigures,
  type BooksPeriod,
  hasBookingsBefore,
  readBooks,
  readBooksPeriods,
} from '../../reports/books-store.ts';
import { averageOf } from '../../reports/report-view.ts';
import { type BillingParts, DEFAULT_ENVIRONMENT } from './billing-parts.ts';
import { asOfText } from './reports.ts';

export function reportsOnTheBooks(parts: Pick<BillingParts, 'timeZone'>): OperatorHandler {
  return operate(showOnTheBooks, async ({ db, partnerId: organisationId }, input) => {
    const { environment = DEFAULT_ENVIRONMENT, months = DEFAULT_BOOKS_MONTHS } = input;
    const { hotelId, provider, country } = input;
    // Before the figures, which may already contain later changes.
    const asOf = await asOfText(db, environment);
    const timeZone = await parts.timeZone();
    const periods = await readBooksPeriods(db, { timeZone, months, days: PICKUP_DAYS });
    const history = { environment, organisationId, time: periods.before.knownAt };
    const hasHistory = await hasBookingsBefore(db, history);
    const found = await readBooks(db, { environment, organisationId, hotelId, provider, country }, periods);
    return {
      ...periodView(periods.now),
      yearBefore: hasHistory ? periodView(periods.before) : null,
      rows: booksRows(found, hasHistory),
      asOf,
    };
  });
}

function periodView({ from, to, knownAt }: BooksPeriod) {
  return { from, to, knownAt: isoTime(Date.parse(knownAt)) };
}

/** One row for each month and currency that has stays in any of the periods. */
function booksRows(found: readonly BooksFigures[], hasHistory: boolean): BooksRow[] {
  const keys = new Map(found.map(row => [`${row.month} ${row.currency}`, row]));
  return [...keys.values()].map(({ month, currency }) => {
    const of = (wanted: BooksFigures['period']) =>
      found.find(row => row.period === wanted && row.month === month && row.currency === currency) ?? NONE;
    const [now, daysAgo] = [of('now'), of('daysAgo')];
    const earlier = hasHistory ? booksView(currency, of('before')) : undefined;
    return {
      month,
      currency,
      ...booksView(currency, now),
      pickupStays: now.stays - daysAgo.stays,
      pickupRoomNights: now.roomNights - daysAgo.roomNights,
      pickupRevenue: toMoney(now.revenueMinor - daysAgo.revenueMinor, currency),
      earlierStays: earlier?.stays ?? null,
      earlierRoomNights: earlier?.roomNights ?? null,
      earlierRevenue: earlier?.revenue ?? null,
      earlierAverageDailyRate: earlier?.averageDailyRate ?? null,
    };
  });
}

type Sums = Pick<BooksFigures, 'stays' | 'roomNights' | 'revenueMinor' | 'paidNights'>;

const NONE: Sums = { stays: 0, roomNights: 0, revenueMinor: 0, paidNights: 0 };

function booksView(currency: string, { stays, roomNights, revenueMinor, paidNights }: Sums) {
  return {
    stays,
    roomNights,
    revenue: toMoney(revenueMinor, currency),
    averageDailyRate: averageOf(revenueMinor, paidNights, currency),
  };
}
