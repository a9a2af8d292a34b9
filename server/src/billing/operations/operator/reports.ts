import { exportReport, type ReportTotal, showReport } from '@serai/contract/billing/reports.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { z } from 'zod';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { isoTime } from '../../../platform/iso-time.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import { readBooksPeriods } from '../../reports/books-store.ts';
import { readKnownFigures } from '../../reports/known-store.ts';
import {
  inReadingOrder,
  type Position,
  type ReportGroup,
  readAsOf,
  readFigures,
  readHotelNames,
  readPartnerNames,
  readRankedFigures,
  readTimeOfDay,
} from '../../reports/report-store.ts';
import {
  figuresView,
  headerLine,
  type Names,
  percentOf,
  rowLine,
  rowView,
} from '../../reports/report-view.ts';
import { type BillingParts, DEFAULT_ENVIRONMENT } from './billing-parts.ts';

type Query = z.output<typeof exportReport.input>;
type ReportParts = Pick<BillingParts, 'cursorKey' | 'timeZone'>;

const ROWS = 100;
const EXPORTED = 2_000;

export function reportsShow(parts: ReportParts): OperatorHandler {
  return operate(showReport, async (context, input) => {
    const { withTotals = false, withYearAgo = false, untilTimeOfDay = false, ...query } = input;
    const lastDayUntil = untilTimeOfDay ? await readLastDayUntil(parts, context, query) : undefined;
    const { rows, page } = await readRows(parts, context, showReport.name, query, {
      usual: ROWS,
      lastDayUntil,
      // A report by hotel is read page by page. To rank hotels, all bookings would have to be added up for each page.
      read: query.by.includes('HOTEL') ? readFigures : readRankedFigures,
    });
    const isFirst = input.page?.cursor === undefined;
    const totals = withTotals && isFirst ? await readTotals(context, query, lastDayUntil) : [];
    const yearAgo = withYearAgo && isFirst ? await readYearAgo(parts, context, query) : undefined;
    const asOf = await asOfText(context.db, input.environment);
    return { rows, totals, ...(yearAgo && { yearAgo }), asOf, page };
  });
}

/** Enough for all currencies. */
const MAX_TOTALS = 500;

/** The same figures without groups. Unless a hotel is chosen, they come from the sums by month, even if the rows are by hotel. */
async function readTotals(
  context: OperatorContext,
  query: Query,
  lastDayUntil: string | undefined,
): Promise<ReportTotal[]> {
  const filter = { ...totalFilter(context, query), by: [], lastDayUntil, after: undefined };
  return (await readFigures(context.db, filter)).map(figuresView);
}

/** Undefined if the report has no last day, or is by check-in, which has no time of day. */
async function readLastDayUntil(
  { timeZone }: ReportParts,
  { db }: OperatorContext,
  { to, dateBasis }: Query,
) {
  if (to === undefined || to.length === 7 || dateBasis === 'STAY') return undefined;
  return await readTimeOfDay(db, to, await timeZone());
}

async function readYearAgo({ timeZone }: ReportParts, context: OperatorContext, query: Query) {
  const { db } = context;
  const knownAt = (await readBooksPeriods(db, { timeZone: await timeZone(), months: 1 })).before.knownAt;
  const found = await readKnownFigures(db, totalFilter(context, query), knownAt);
  return {
    knownAt: isoTime(Date.parse(knownAt)),
    totals: found.map(({ currency, bookings, cancelled }) => ({
      ...{ currency, bookings, cancelled, cancelledPercent: percentOf(cancelled, bookings) },
    })),
  };
}

function totalFilter(
  { partnerId: organisationId }: OperatorContext,
  { environment = DEFAULT_ENVIRONMENT, dateBasis = 'BOOKED', from, to, hotelId, provider, country }: Query,
) {
  const limit = MAX_TOTALS;
  return { organisationId, environment, dateBasis, from, to, hotelId, provider, country, limit };
}

export async function asOfText(
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

async function readRows(
  { cursorKey }: ReportParts,
  { db, partnerId: organisationId }: OperatorContext,
  name: string,
  { page, ...filters }: Query,
  {
    usual,
    lastDayUntil,
    read,
  }: { usual: number; lastDayUntil?: string | undefined; read: typeof readFigures },
) {
  const { environment = DEFAULT_ENVIRONMENT, by, dateBasis = 'BOOKED' } = filters;
  const { from, to, hotelId, provider, country } = filters;
  const { limit = usual, cursor } = page ?? {};
  const isCut = lastDayUntil !== undefined;
  const boundTo = [name, organisationId ?? null, Object.entries(filters).sort(), ...(isCut ? ['cut'] : [])];
  const found = await read(db, {
    ...{ organisationId, environment, by, dateBasis, from, to, hotelId, provider, country },
    lastDayUntil,
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
