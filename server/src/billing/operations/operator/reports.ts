import {
  DEFAULT_SALES_DAYS,
  DEFAULT_TOP,
  exportReport,
  MAX_SALES_DAYS,
  type ReportRow,
  type ReportTotal,
  showReport,
  showSales,
} from '@serai/contract/billing/reports.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { type CsvCell, csvLine } from '@serai/contract/shared/csv-line.ts';
import type { Money } from '@serai/contract/shared/money.ts';
import type { z } from 'zod';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { isoTime } from '../../../platform/iso-time.ts';
import { toMoney } from '../../../platform/money/minor-units.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import { type Day, daysBetween } from '../../../platform/time/days-between.ts';
import { recentPeriod } from '../../../platform/time/recent-period.ts';
import { databaseNow } from '../../ledger/ledger-store.ts';
import {
  type DateBasis,
  type Figures,
  inReadingOrder,
  type Position,
  type ReportGroup,
  readAsOf,
  readFigures,
  readHotelNames,
  readPartnerNames,
  readRankedFigures,
  readSales,
  type SalesRow,
} from '../../reports/report-store.ts';
import { type BillingParts, DEFAULT_ENVIRONMENT } from './billing-parts.ts';

type Query = z.output<typeof exportReport.input>;
type ReportParts = Pick<BillingParts, 'cursorKey' | 'timeZone'>;

const ROWS = 100;
const EXPORTED = 2_000;

export function reportsShow(parts: ReportParts): OperatorHandler {
  return operate(showReport, async (context, input) => {
    const { withTotals = false, ...query } = input;
    const { rows, page } = await readRows(parts, context, showReport.name, query, {
      usual: ROWS,
      // A report by hotel is read page by page. To rank hotels, all bookings would have to be added up for each page.
      read: query.by.includes('HOTEL') ? readFigures : readRankedFigures,
    });
    const hasTotals = withTotals && input.page?.cursor === undefined;
    const totals = hasTotals ? await readTotals(parts, context, query) : [];
    return { rows, totals, asOf: await asOfText(context.db, input.environment), page };
  });
}

/** Enough for all currencies. */
const MAX_TOTALS = 500;

/** The same figures without groups. Unless a hotel is chosen, they come from the sums by month, even if the rows are by hotel. */
async function readTotals(
  parts: ReportParts,
  { db, partnerId: organisationId }: OperatorContext,
  { environment = DEFAULT_ENVIRONMENT, dateBasis = 'BOOKED', from, to, hotelId, provider, country }: Query,
): Promise<ReportTotal[]> {
  const found = await readFigures(db, {
    ...{ organisationId, environment, dateBasis, from, to, hotelId, provider, country },
    timeZone: await parts.timeZone(),
    by: [],
    after: undefined,
    limit: MAX_TOTALS,
  });
  return found.map(figuresView);
}

async function asOfText(
  db: Database,
  environment: Environment = DEFAULT_ENVIRONMENT,
): Promise<string | null> {
  const asOf = await readAsOf(db, environment);
  return asOf && isoTime(asOf.getTime());
}

export function reportsExport(parts: ReportParts): OperatorHandler {
  return operate(exportReport, async (context, input) => {
    const { rows, page } = await readRows(parts, context, exportReport.name, input, {
      usual: EXPORTED,
      read: readFigures,
    });
    const groups = inReadingOrder(input.by);
    const header = input.page?.cursor === undefined ? headerLine(groups, input.dateBasis) : '';
    return { text: header + rows.map(row => rowLine(groups, row)).join(''), page };
  });
}

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

function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part * 1_000) / whole) / 10;
}

async function readRows(
  { cursorKey, timeZone }: ReportParts,
  { db, partnerId: organisationId }: OperatorContext,
  name: string,
  { page, ...filters }: Query,
  { usual, read }: { usual: number; read: typeof readFigures },
) {
  const { environment = DEFAULT_ENVIRONMENT, by, dateBasis = 'BOOKED' } = filters;
  const { from, to, hotelId, provider, country } = filters;
  const { limit = usual, cursor } = page ?? {};
  const boundTo = [name, organisationId ?? null, Object.entries(filters).sort()];
  const found = await read(db, {
    ...{ organisationId, environment, by, dateBasis, from, to, hotelId, provider, country },
    timeZone: await timeZone(),
    after: cursor === undefined ? undefined : positionOf(readCursor(cursorKey, boundTo, cursor)),
    limit: limit + 1,
  });
  const paged = pageOf(found, limit, ({ keys, revenueMinor }) =>
    makeCursor(cursorKey, boundTo, [String(revenueMinor), ...keys]),
  );
  const groups = inReadingOrder(by);
  const idsOf = (group: ReportGroup) => {
    const index = groups.indexOf(group);
    return index === -1 ? [] : [...new Set(paged.shown.map(({ keys }) => keys[index] ?? ''))];
  };
  const names: Names = {
    partners: await readPartnerNames(db, idsOf('PARTNER')),
    hotels: await readHotelNames(db, environment, idsOf('HOTEL')),
  };
  return { rows: paged.shown.map(figures => rowView(groups, figures, names)), page: paged.page };
}

function positionOf([revenue = '0', ...keys]: readonly string[]): Position {
  return { keys, revenueMinor: Number(revenue) };
}

interface Names {
  partners: ReadonlyMap<string, string>;
  hotels: ReadonlyMap<string, string>;
}

function figuresView({
  keys,
  bookings,
  cancelled,
  roomNights,
  revenueMinor,
  costMinor,
}: Figures): ReportTotal {
  const currency = keys.at(-1) ?? '';
  const marginMinor = revenueMinor - costMinor;
  const kept = bookings - cancelled;
  return {
    currency,
    bookings,
    cancelled,
    roomNights,
    revenue: toMoney(revenueMinor, currency),
    cost: toMoney(costMinor, currency),
    margin: toMoney(marginMinor, currency),
    marginPercent: percentOf(marginMinor, revenueMinor),
    averageBooking: averageOf(revenueMinor, kept, currency),
    averageDailyRate: averageOf(revenueMinor, roomNights, currency),
    roomNightsPerBooking: kept === 0 ? null : Math.round((roomNights * 10) / kept) / 10,
    cancelledPercent: percentOf(cancelled, bookings),
  };
}

/** Without revenue, all of these bookings may be paid at the property. The sums cannot tell them apart from others. */
function averageOf(minor: number, count: number, currency: string): Money | null {
  return count === 0 || minor === 0 ? null : toMoney(Math.round(minor / count), currency);
}

function rowView(groups: readonly ReportGroup[], figures: Figures, { partners, hotels }: Names): ReportRow {
  const { keys } = figures;
  const row: ReportRow = figuresView(figures);
  for (const [i, group] of groups.entries()) {
    const key = keys[i] ?? '';
    switch (group) {
      case 'PARTNER':
        Object.assign(row, { partnerId: key, partnerName: partners.get(key) ?? key });
        break;
      case 'HOTEL':
        Object.assign(row, { hotelId: key, hotelName: hotels.get(key) ?? null });
        break;
      case 'PROVIDER':
        row.provider = key;
        break;
      case 'COUNTRY':
        row.country = key === '' ? null : key;
        break;
      case 'MONTH':
        row.month = key;
        break;
    }
  }
  return row;
}

const HEADERS: Readonly<Record<ReportGroup, readonly string[]>> = {
  PARTNER: ['partner', 'partner name'],
  HOTEL: ['hotel', 'hotel name'],
  PROVIDER: ['provider'],
  COUNTRY: ['country'],
  MONTH: ['month'],
};

function headerLine(groups: readonly ReportGroup[], dateBasis: DateBasis = 'BOOKED'): string {
  const headers = dateBasis === 'STAY' ? { ...HEADERS, MONTH: ['check-in month'] } : HEADERS;
  const figures = [
    'currency',
    'bookings',
    'cancelled',
    'room nights',
    'revenue',
    'cost',
    'margin',
    'margin percent',
    'average booking',
    'average daily rate',
    'room nights per booking',
    'cancelled percent',
  ];
  return csvLine([...groups.flatMap(group => headers[group]), ...figures]);
}

function rowLine(groups: readonly ReportGroup[], row: ReportRow): string {
  const cells: Readonly<Record<ReportGroup, readonly CsvCell[]>> = {
    PARTNER: [row.partnerId, row.partnerName],
    HOTEL: [row.hotelId, row.hotelName],
    PROVIDER: [row.provider],
    COUNTRY: [row.country],
    MONTH: [row.month],
  };
  return csvLine([
    ...groups.flatMap(group => cells[group]),
    row.currency,
    row.bookings,
    row.cancelled,
    row.roomNights,
    { decimal: row.revenue.amount },
    { decimal: row.cost.amount },
    { decimal: row.margin.amount },
    row.marginPercent,
    row.averageBooking && { decimal: row.averageBooking.amount },
    row.averageDailyRate && { decimal: row.averageDailyRate.amount },
    row.roomNightsPerBooking,
    row.cancelledPercent,
  ]);
}
