import {
  DEFAULT_SALES_DAYS,
  DEFAULT_TOP,
  MAX_SALES_DAYS,
  showSales,
} from '@serai/contract/billing/reports.ts';
import { isoTime } from '../../../platform/iso-time.ts';
import { toMoney } from '../../../platform/money/minor-units.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { type Day, daysBetween } from '../../../platform/time/days-between.ts';
import { recentPeriod } from '../../../platform/time/recent-period.ts';
import { databaseNow } from '../../ledger/ledger-store.ts';
import { readHotelNames, readPartnerNames } from '../../reports/report-store.ts';
import { percentOf } from '../../reports/report-view.ts';
import { readSales, type SalesRow } from '../../reports/sales-store.ts';
import { type BillingParts, DEFAULT_ENVIRONMENT } from './billing-parts.ts';
import { asOfText } from './reports.ts';

const SALES_LENGTHS = { defaultDays: DEFAULT_SALES_DAYS, maxDays: MAX_SALES_DAYS };

export function reportsSales(parts: Pick<BillingParts, 'timeZone'>): OperatorHandler {
  return operate(showSales, async ({ db, partnerId: organisationId }, input) => {
    const { environment = DEFAULT_ENVIRONMENT, top = DEFAULT_TOP } = input;
    const { fromMs, toMs } = recentPeriod(input, (await databaseNow(db)).getTime(), SALES_LENGTHS);
    const timeZone = await parts.timeZone();
    const period = { from: new Date(fromMs), to: new Date(toMs), timeZone };
    // Before the figures, which may already contain later changes.
    const asOf = await asOfText(db, environment);
    const rows = await readSales(db, { organisationId, environment, ...period, top });
    const of = (group: SalesRow['group']) => rows.filter(row => row.group === group);
    const [totals, partners, hotels] = [of('TOTAL'), of('PARTNER'), of('HOTEL')];
    const partnerNames = await readPartnerNames(db, [...new Set(partners.map(({ key }) => key))]);
    const hotelNames = await readHotelNames(db, environment, [...new Set(hotels.map(({ key }) => key))]);
    return {
      from: isoTime(fromMs),
      to: isoTime(toMs),
      timeZone,
      asOf,
      totals: totals.map(salesView),
      days: salesDays(totals, of('DAY'), daysBetween(fromMs, toMs, timeZone)),
      partners: partners.map(row => ({
        partnerId: row.key,
        partnerName: partnerNames.get(row.key) ?? row.key,
        ...salesView(row),
      })),
      hotels: hotels.map(row => ({
        hotelId: row.key,
        hotelName: hotelNames.get(row.key) ?? null,
        ...salesView(row),
      })),
    };
  });
}

/** Each day for each currency of the totals. The rows lack days without bookings. */
function salesDays(totals: readonly SalesRow[], rows: readonly SalesRow[], days: readonly Day[]) {
  const sold = new Map(rows.map(row => [`${row.currency} ${row.key}`, row]));
  return totals.flatMap(({ currency }) =>
    days.map(({ date, isComplete }) => ({
      date,
      isComplete,
      ...salesView(
        sold.get(`${currency} ${date}`) ?? { currency, bookings: 0, revenueMinor: 0, costMinor: 0 },
      ),
    })),
  );
}

function salesView({ currency, bookings, revenueMinor, costMinor }: Omit<SalesRow, 'group' | 'key'>) {
  const marginMinor = revenueMinor - costMinor;
  return {
    currency,
    bookings,
    revenue: toMoney(revenueMinor, currency),
    margin: toMoney(marginMinor, currency),
    marginPercent: percentOf(marginMinor, revenueMinor),
  };
}
