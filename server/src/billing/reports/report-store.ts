import type { DATE_BASES, REPORT_GROUPS } from '@serai/contract/billing/reports.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { type MonthDays, splitRange } from './report-range.ts';

export type ReportGroup = (typeof REPORT_GROUPS)[number];

export type DateBasis = (typeof DATE_BASES)[number];

export interface ReportFilter {
  organisationId: string | undefined;
  environment: Environment;
  by: readonly ReportGroup[];
  dateBasis: DateBasis;
  /** Months or days, both included. */
  from: string | undefined;
  to: string | undefined;
  /** On the last day, only bookings that were created before this time count. Default: the whole day. */
  lastDayUntil?: string | undefined;
  hotelId: string | undefined;
  provider: string | undefined;
  country: string | undefined;
  /** The last row on the previous page. */
  after: Position | undefined;
  limit: number;
}

/** The place of a row in a report. */
export type Position = Pick<Figures, 'keys' | 'revenueMinor'>;

export interface Figures {
  /** The values of the groups, in their order, and the currency. */
  keys: string[];
  bookings: number;
  cancelled: number;
  roomNights: number;
  revenueMinor: number;
  costMinor: number;
  /** Stays that were not cancelled and that the partner pays, with their room nights and prices. */
  paidStays: number;
  paidNights: number;
  paidMinor: number;
}

/**
 * Hotels come first, because report_of_hotel is read in that order: a part of an export then needs only the bookings of
 * its hotels.
 */
export function inReadingOrder(by: readonly ReportGroup[]): ReportGroup[] {
  return by.includes('HOTEL') ? ['HOTEL', ...by.filter(group => group !== 'HOTEL')] : [...by];
}

/** Sorted by their keys, which never change, so that an export in parts has every row once. */
export async function readFigures(db: Database, filter: ReportFilter): Promise<Figures[]> {
  const { after, limit } = filter;
  const columns = columnsOf(db, filter);
  const list = joined(db, columns);
  const [first] = columns;
  const rest =
    after === undefined
      ? db``
      : db`AND ${first as Statement} >= ${after.keys[0] ?? ''} AND (${list}) > (${values(db, after.keys)})`;
  return await db<Figures[]>`${summed(db, filter, rest)} ORDER BY ${list} LIMIT ${limit}`;
}

/** The latest month first if grouped by month, then by currency, and the highest revenue first. */
export async function readRankedFigures(db: Database, filter: ReportFilter): Promise<Figures[]> {
  const { by, after, limit } = filter;
  const at = inReadingOrder(by).indexOf('MONTH');
  const month = at === -1 ? undefined : db`keys[${at + 1}::int]`;
  const rank = db`keys[${by.length + 1}::int], -"revenueMinor", keys`;
  const isLater =
    after &&
    db`(${rank}) > (${after.keys.at(-1) ?? ''}, ${-after.revenueMinor}::bigint, ${after.keys}::text[])`;
  const lastMonth = after?.keys[at] ?? '';
  return await db<Figures[]>`
    SELECT * FROM (${summed(db, filter, db``)}) AS figures
    ${isLater ? db`WHERE ${month ? db`${month} < ${lastMonth} OR (${month} = ${lastMonth} AND ${isLater})` : isLater}` : db``}
    ORDER BY ${month ? db`${month} DESC,` : db``} ${rank} LIMIT ${limit}`;
}

function columnsOf(db: Database, filter: ReportFilter): Statement[] {
  return [...inReadingOrder(filter.by).map(group => column(db, filter, group)), db`currency`];
}

/** The groups for whose values there are sums. */
const SEGMENTS = [
  'NATIONALITY',
  'LEAD_TIME',
  'STAY_LENGTH',
  'RATE_PLAN',
] as const satisfies readonly ReportGroup[];
type Segment = (typeof SEGMENTS)[number];

function segmentsOf({ by }: ReportFilter): Segment[] {
  return SEGMENTS.filter(segment => by.includes(segment));
}

/** Hotels have no sums, and neither have two segments at once. */
function needsBookings(filter: ReportFilter): boolean {
  return filter.by.includes('HOTEL') || filter.hotelId !== undefined || segmentsOf(filter).length > 1;
}

function monthColumn(db: Database, filter: ReportFilter): Statement {
  return filter.dateBasis === 'STAY' && needsBookings(filter) ? db`stay_month` : db`month`;
}

function summed(db: Database, filter: ReportFilter, rest: Statement): Statement {
  const { organisationId, environment, from, to, hotelId, provider, country } = filter;
  const month = monthColumn(db, filter);
  const list = joined(db, columnsOf(db, filter));
  return db`
    SELECT ARRAY[${list}] AS keys, sum(bookings)::bigint AS bookings, sum(cancelled)::bigint AS cancelled,
      sum(room_nights)::bigint AS "roomNights", sum(revenue_minor)::bigint AS "revenueMinor", sum(cost_minor)::bigint AS "costMinor",
      sum(paid_stays)::bigint AS "paidStays", sum(paid_nights)::bigint AS "paidNights", sum(paid_minor)::bigint AS "paidMinor"
    FROM ${sourceOf(db, filter)} AS figures
    WHERE environment = ${environment}
      ${organisationId === undefined ? db`` : db`AND organisation_id = ${organisationId}`}
      ${from === undefined ? db`` : db`AND ${month} >= ${from.slice(0, 7)}`}
      ${to === undefined ? db`` : db`AND ${month} <= ${to.slice(0, 7)}`}
      ${hotelId === undefined ? db`` : db`AND hotel_id = ${hotelId}`}
      ${provider === undefined ? db`` : db`AND provider = ${provider}`}
      ${country === undefined ? db`` : db`AND country = ${country}`}
      ${needsBookings(filter) ? onlyDays(db, filter) : db``}
      ${rest}
    GROUP BY ${list}
    HAVING sum(bookings) > 0`;
}

/** The sums, and the single bookings of months of which only some days count. */
function sourceOf(db: Database, filter: ReportFilter): Statement {
  if (needsBookings(filter)) return db`report_booking`;
  const { dateBasis, environment } = filter;
  const { months, days } = splitRange(filter.from, filter.to, filter.lastDayUntil !== undefined);
  const [segment] = segmentsOf(filter);
  const figures = db`provider, country, currency, bookings, cancelled, room_nights, revenue_minor, cost_minor, paid_stays,
    paid_nights, paid_minor`;
  const whole = months && [
    db`SELECT environment, organisation_id, month, segment_value, ${figures} FROM report_sum
      WHERE environment = ${environment} AND date_basis = ${dateBasis} AND segment = ${segment ?? 'NONE'}
      ${months.from === undefined ? db`` : db`AND month >= ${months.from}`}
      ${months.to === undefined ? db`` : db`AND month <= ${months.to}`}`,
  ];
  const single = days.map(part => {
    const month = dateBasis === 'STAY' ? db`stay_month` : db`month`;
    const value = segment === undefined ? db`''` : ownColumn(db, segment);
    // The month keeps a booking from being counted twice if the time zone of the operator has changed.
    return db`SELECT environment, organisation_id, ${month} AS month, ${value} AS segment_value, ${figures} FROM report_booking
      WHERE environment = ${environment} AND ${isOnDay(db, filter, part, db`report_booking.booking_id`)} AND ${month} = ${part.month}`;
  });
  const parts = [...(whole ?? []), ...single];
  return db`(${parts.reduce((all, part) => db`${all} UNION ALL ${part}`)})`;
}

/** Uses the index report_by_booked_on or report_by_check_in. Bookings of an incomplete day are looked up by primary key. */
function isOnDay(
  db: Database,
  { dateBasis, to: end, lastDayUntil }: ReportFilter,
  { from, to }: MonthDays,
  booking: Statement,
): Statement {
  const day = dayColumn(db, dateBasis);
  const within = db`${day} BETWEEN ${from}::date AND ${to}::date`;
  if (lastDayUntil === undefined || to !== end) return within;
  return db`${within} AND (${day} < ${to}::date OR EXISTS (
    SELECT FROM booking AS made WHERE made.booking_id = ${booking} AND made.created_at < ${lastDayUntil}::text::timestamptz))`;
}

export function dayColumn(db: Database, dateBasis: DateBasis): Statement {
  return dateBasis === 'STAY' ? db`check_in` : db`booked_on`;
}

/** For reports by hotel, which read only the index report_of_hotel. Days are looked up for bookings of these months alone. */
function onlyDays(db: Database, filter: ReportFilter): Statement {
  return splitRange(filter.from, filter.to, filter.lastDayUntil !== undefined).days.reduce(
    (all, part) => db`${all} AND (${monthColumn(db, filter)} <> ${part.month} OR EXISTS (
      SELECT FROM report_booking AS single WHERE single.booking_id = figures.booking_id
        AND ${isOnDay(db, filter, part, db`single.booking_id`)}))`,
    db``,
  );
}

function column(db: Database, filter: ReportFilter, group: ReportGroup): Statement {
  switch (group) {
    case 'PARTNER':
      return db`organisation_id`;
    case 'HOTEL':
      return db`hotel_id`;
    case 'PROVIDER':
      return db`provider`;
    case 'COUNTRY':
      return db`country`;
    case 'MONTH':
      return monthColumn(db, filter);
    default:
      return needsBookings(filter) ? ownColumn(db, group) : db`segment_value`;
  }
}

/** The column of single bookings. */
function ownColumn(db: Database, segment: Segment): Statement {
  switch (segment) {
    case 'NATIONALITY':
      return db`nationality`;
    case 'LEAD_TIME':
      return db`lead_time`;
    case 'STAY_LENGTH':
      return db`stay_length`;
    case 'RATE_PLAN':
      return db`rate_plan`;
  }
}

function joined(db: Database, parts: readonly Statement[]): Statement {
  return parts.reduce((all, part) => db`${all}, ${part}`);
}

function values(db: Database, texts: readonly string[]): Statement {
  return joined(
    db,
    texts.map(text => db`${text}`),
  );
}

/** The current time of day on another day. */
export async function readTimeOfDay(db: Database, day: string, timeZone: string): Promise<string> {
  const [row] = await db<{ at: string }[]>`
    SELECT to_char((${day}::date + (serai_now() AT TIME ZONE ${timeZone})::time) AT TIME ZONE ${timeZone} AT TIME ZONE 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at`;
  return row?.at ?? day;
}

/** Returns null until the job has caught up for the first time. */
export async function readAsOf(db: Database, environment: Environment): Promise<Date | null> {
  const [row] = await db<{ as_of: Date | null }[]>`
    SELECT as_of FROM report_progress WHERE environment = ${environment}`;
  return row?.as_of ?? null;
}

export async function readPartnerNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db<{ id: string; name: string }[]>`
    SELECT id, name FROM organisation WHERE id = ANY (${ids}::text[])`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns the English names, or names in any other language if there is no English name. */
export async function readHotelNames(
  db: Database,
  environment: Environment,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db<{ id: string; name: string | null }[]>`
    SELECT hotel_id AS id, coalesce(content #>> '{name,en}', (SELECT value FROM json_each_text(content -> 'name') LIMIT 1)) AS name
    FROM hotel WHERE environment = ${environment} AND hotel_id = ANY (${ids}::text[])`;
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])));
}
