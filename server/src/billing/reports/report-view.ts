/** The rows of a report in a response and in a CSV file. Pure. */
import type { LEAD_TIMES, ReportRow, ReportTotal, STAY_LENGTHS } from '@serai/contract/billing/reports.ts';
import { type CsvCell, csvLine } from '@serai/contract/shared/csv-line.ts';
import type { Money } from '@serai/contract/shared/money.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import type { DateBasis, Figures, ReportGroup } from './report-store.ts';

export interface Names {
  partners: ReadonlyMap<string, string>;
  hotels: ReadonlyMap<string, string>;
}

export function figuresView({
  keys,
  bookings,
  cancelled,
  roomNights,
  revenueMinor,
  costMinor,
  paidStays,
  paidNights,
  paidMinor,
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
    averageBooking: averageOf(paidMinor, paidStays, currency),
    averageDailyRate: averageOf(paidMinor, paidNights, currency),
    roomNightsPerBooking: kept === 0 ? null : Math.round((roomNights * 10) / kept) / 10,
    cancelledPercent: percentOf(cancelled, bookings),
  };
}

export function averageOf(minor: number, count: number, currency: string): Money | null {
  return count === 0 ? null : toMoney(Math.round(minor / count), currency);
}

export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part * 1_000) / whole) / 10;
}

export function rowView(
  groups: readonly ReportGroup[],
  figures: Figures,
  { partners, hotels }: Names,
): ReportRow {
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
      case 'NATIONALITY':
        row.nationality = key === '' ? null : key;
        break;
      case 'LEAD_TIME':
        row.leadTime = key as (typeof LEAD_TIMES)[number];
        break;
      case 'STAY_LENGTH':
        row.stayLength = key as (typeof STAY_LENGTHS)[number];
        break;
      case 'RATE_PLAN':
        row.ratePlan = key === '' ? null : key;
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
  NATIONALITY: ['guest nationality'],
  LEAD_TIME: ['lead time in days'],
  STAY_LENGTH: ['nights'],
  RATE_PLAN: ['rate plan'],
};

export function headerLine(groups: readonly ReportGroup[], dateBasis: DateBasis = 'BOOKED'): string {
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

export function rowLine(groups: readonly ReportGroup[], row: ReportRow): string {
  const cells: Readonly<Record<ReportGroup, readonly CsvCell[]>> = {
    PARTNER: [row.partnerId, row.partnerName],
    HOTEL: [row.hotelId, row.hotelName],
    PROVIDER: [row.provider],
    COUNTRY: [row.country],
    MONTH: [row.month],
    NATIONALITY: [row.nationality],
    LEAD_TIME: [row.leadTime && rangeText(row.leadTime)],
    STAY_LENGTH: [row.stayLength && rangeText(row.stayLength)],
    RATE_PLAN: [row.ratePlan],
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

/** Spreadsheets would read `2-7` as a date. */
function rangeText(range: string): string {
  return range.replace('-', ' to ');
}
