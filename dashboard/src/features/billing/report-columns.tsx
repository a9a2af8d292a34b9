import type { ReactNode } from 'react';
import type { Column } from '../../components/data-table.tsx';
import { ChangeMark } from '../../components/figure-parts.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { countryName } from '../../components/pickers/code-options.ts';
import { useProviders } from '../../components/pricing/use-names.ts';
import { moneySort, type Sort } from '../../components/sort-rows.ts';
import { changeOf } from '../../lib/format/change.ts';
import { formatAmount, formatNumber, formatPercent } from '../../lib/format/format.ts';
import { monthName } from '../../lib/format/month.ts';
import {
  changeSort,
  type Earlier,
  earlierRow,
  type Group,
  type ReportRow,
  type ReportTotal,
  shareOf,
} from './report.ts';
import type { BookingLists } from './report-bookings.ts';

const GROUP_COLUMNS: Record<Group, Column<ReportRow>> = {
  PARTNER: {
    key: 'partner',
    heading: 'Partner',
    cell: ({ partnerId = '', partnerName }) => (
      <LinkTo to="/partners/$partnerId" params={{ partnerId }}>
        {partnerName ?? partnerId}
      </LinkTo>
    ),
    sortBy: ({ partnerId = '', partnerName }) => [partnerName ?? partnerId],
  },
  HOTEL: {
    key: 'hotel',
    heading: 'Hotel',
    cell: ({ hotelId = '', hotelName }) => (
      <LinkTo to="/hotels/$hotelId" params={{ hotelId }}>
        {hotelName ?? hotelId}
      </LinkTo>
    ),
    sortBy: ({ hotelId = '', hotelName }) => [hotelName ?? hotelId],
  },
  PROVIDER: {
    key: 'provider',
    heading: 'Provider',
    cell: ({ provider = '' }) => <ProviderName code={provider} />,
    sortBy: ({ provider = '' }) => [provider],
  },
  COUNTRY: {
    key: 'country',
    heading: 'Country',
    cell: ({ country }) => (country ? countryName(country) : <span className="faint">Unknown</span>),
    sortBy: ({ country }) => (country ? [countryName(country)] : undefined),
  },
  MONTH: {
    key: 'month',
    heading: 'Month',
    cell: ({ month }) => (month ? monthName(month) : ''),
    sortBy: ({ month = '' }) => [month],
  },
  NATIONALITY: {
    key: 'nationality',
    heading: 'Guest nationality',
    cell: ({ nationality }) =>
      nationality ? countryName(nationality) : <span className="faint">Unknown</span>,
    sortBy: ({ nationality }) => (nationality ? [countryName(nationality)] : undefined),
  },
  LEAD_TIME: {
    key: 'lead',
    heading: 'Lead time',
    cell: ({ leadTime = '' }) => `${rangeWords(leadTime)} days`,
    sortBy: ({ leadTime = '' }) => [Number.parseInt(leadTime, 10)],
  },
  STAY_LENGTH: {
    key: 'length',
    heading: 'Length of stay',
    cell: ({ stayLength = '' }) => (stayLength === '1' ? '1 night' : `${rangeWords(stayLength)} nights`),
    sortBy: ({ stayLength = '' }) => [Number.parseInt(stayLength, 10)],
  },
  RATE_PLAN: {
    key: 'plan',
    heading: 'Rate plan',
    cell: ({ ratePlan }) => (ratePlan ? <code>{ratePlan}</code> : <span className="faint">None</span>),
    sortBy: ({ ratePlan }) => (ratePlan ? [ratePlan] : undefined),
  },
};

/** With one decimal in each row, so that the rows of a column can be compared. */
const percentCell = (percent: number) => `${percent.toFixed(1)}%`;

/** `2-7` as `2–7`. */
const rangeWords = (range: string) => range.replace('-', '–');

const CURRENCY: Column<ReportRow> = {
  key: 'currency',
  heading: 'Currency',
  phone: 'plain',
  sortBy: ({ currency }) => [currency],
  cell: ({ currency }) => currency,
};

const BOOKINGS = {
  key: 'bookings',
  heading: 'Bookings',
  align: 'right',
  phone: 'detail',
  sortBy: ({ bookings }: ReportTotal) => [bookings],
} as const;

/**
 * Rows and totals have the same figures. Amounts have no currency: it is above the table, or in a column of its own. A closed card on a
 * phone shows the revenue, the margin in percent and the change.
 */
const figuresOf = (totals: readonly ReportTotal[]): readonly Column<ReportTotal>[] => [
  {
    key: 'nights',
    heading: 'Room nights',
    align: 'right',
    phone: 'detail',
    cell: ({ roomNights, roomNightsPerBooking: each }) => (
      <div className="parts">
        <span>{formatNumber(roomNights)}</span>
        {each !== null && <small>{each.toFixed(1)} per booking</small>}
      </div>
    ),
    sortBy: ({ roomNights }) => [roomNights],
  },
  {
    key: 'revenue',
    heading: 'Revenue',
    align: 'right',
    phone: 'status',
    cell: ({ revenue, averageBooking }) => (
      <div className="parts">
        <strong>{formatAmount(revenue)}</strong>
        {averageBooking && <small>{formatAmount(averageBooking)} per booking</small>}
      </div>
    ),
    sortBy: ({ revenue }) => moneySort(revenue),
  },
  {
    key: 'share',
    heading: 'Share',
    align: 'right',
    phone: 'detail',
    cell: row => {
      const share = shareOf(row, totals);
      return share === undefined ? '–' : percentCell(share * 100);
    },
    sortBy: row => {
      const share = shareOf(row, totals);
      return share === undefined ? undefined : [share];
    },
  },
  {
    key: 'adr',
    heading: 'ADR',
    align: 'right',
    phone: 'detail',
    cell: ({ averageDailyRate }) => (averageDailyRate ? formatAmount(averageDailyRate) : '–'),
    sortBy: ({ averageDailyRate }) => (averageDailyRate ? moneySort(averageDailyRate) : undefined),
  },
  {
    key: 'cost',
    heading: 'Cost',
    align: 'right',
    phone: 'detail',
    cell: ({ cost }) => formatAmount(cost),
    sortBy: ({ cost }) => moneySort(cost),
  },
  {
    key: 'margin',
    heading: 'Margin',
    cardHeading: 'Margin amount',
    align: 'right',
    phone: 'detail',
    cell: ({ margin }) => formatAmount(margin),
    sortBy: ({ margin }) => moneySort(margin),
  },
  {
    key: 'percent',
    heading: 'Margin %',
    cardHeading: 'Margin',
    align: 'right',
    cell: ({ marginPercent }) => (marginPercent === null ? '–' : percentCell(marginPercent)),
    sortBy: ({ marginPercent }) => (marginPercent === null ? undefined : [marginPercent]),
  },
];

/** The code is the name of a provider that no longer exists, or that is not loaded yet. */
function ProviderName({ code }: { code: string }) {
  const name = useProviders().find(provider => provider.code === code)?.name;
  if (name === undefined) return <code>{code}</code>;
  return (
    <div className="parts">
      <span>{name}</span>
      <small>
        <code>{code}</code>
      </small>
    </div>
  );
}

function BookingCount({ total, lists }: { total: ReportTotal; lists: BookingLists }) {
  const { bookings, cancelled } = total;
  const { sold, cancelled: cancellations } = lists;
  const words = cancelled > 0 && cancelledWords(total);
  return (
    <div className="parts">
      {sold ? <LinkTo {...sold}>{formatNumber(bookings)}</LinkTo> : <span>{formatNumber(bookings)}</span>}
      {words && <small>{formatNumber(bookings - cancelled)} confirmed</small>}
      {words && <small>{cancellations ? <LinkTo {...cancellations}>{words}</LinkTo> : words}</small>}
    </div>
  );
}

/** For example `3 cancelled, 7.1%`. */
function cancelledWords({ cancelled, cancelledPercent: percent }: ReportTotal): string {
  const count = `${formatNumber(cancelled)} cancelled`;
  return percent === null ? count : `${count}, ${formatPercent(percent / 100)}`;
}

/** What the figures of a report are compared with. */
export interface Comparison {
  /** Undefined while it loads, or if it could not be loaded. */
  earlier: Earlier | undefined;
  /** False if it could not be loaded. */
  isLoading: boolean;
  /** The days of the year before, of a row or of the totals, in a sentence. */
  comparedWith: (month?: string) => string;
  /** Whether the change of a row or of the totals is not judged yet. */
  isOpen: (month?: string) => boolean;
}

/** The column that `orderOf` names. */
export function orderedBy([first = 'PARTNER']: readonly Group[]): Sort {
  const isNatural = first === 'LEAD_TIME' || first === 'STAY_LENGTH' || first === 'HOTEL';
  if (isNatural || first === 'MONTH') return { key: GROUP_COLUMNS[first].key, isDescending: !isNatural };
  return { key: 'revenue', isDescending: true };
}

interface ReportTable {
  columns: readonly Column<ReportRow>[];
  totals: readonly { key: string; cells: Readonly<Record<string, ReactNode>> }[];
}

interface ReportTableOptions {
  groups: readonly Group[];
  totals: readonly ReportTotal[];
  comparison: Comparison | undefined;
  bookingsOf: (row: ReportRow) => BookingLists;
  bookingsOfTotal: (total: ReportTotal) => BookingLists;
}

/** The columns and totals of a report. The change of the revenue is shown if there is a comparison. */
export function reportTable(options: ReportTableOptions): ReportTable {
  const { groups, totals, comparison, bookingsOf, bookingsOfTotal } = options;
  const changes = comparison && changeColumn(groups, comparison);
  const shared = figuresOf(totals);
  const figures: Column<ReportRow>[] = [
    { ...BOOKINGS, cell: row => <BookingCount total={row} lists={bookingsOf(row)} /> },
    ...shared,
  ];
  const first = GROUP_COLUMNS[groups[0] ?? 'PARTNER'].key;
  return {
    columns: [
      ...groups.map(group => GROUP_COLUMNS[group]),
      ...(totals.length > 1 ? [CURRENCY] : []),
      ...figures,
      ...(changes ? [changes] : []),
    ],
    totals: totals.map(total => ({
      key: total.currency,
      cells: {
        [first]: `Total in ${total.currency}`,
        [BOOKINGS.key]: <BookingCount total={total} lists={bookingsOfTotal(total)} />,
        ...Object.fromEntries(shared.map(({ key, cell }) => [key, cell(total)])),
        ...(changes && { [changes.key]: totalChange(total, comparison) }),
      },
    })),
  };
}

function changeColumn(groups: readonly Group[], comparison: Comparison): Column<ReportRow> {
  const { earlier, comparedWith, isOpen } = comparison;
  return {
    key: 'change',
    heading: 'Year before',
    cardHeading: 'vs year before',
    align: 'right',
    sortBy: row => earlier && changeSort(row, earlierRow(earlier, row, groups)),
    cell: row => {
      const before = earlier && earlierRow(earlier, row, groups);
      const { month } = row;
      return (
        <RevenueChange now={row} before={before} comparedWith={comparedWith(month)} isOpen={isOpen(month)} />
      );
    },
  };
}

/** Undefined if the report has no first or last day, so that its total has no year before. */
function totalChange(total: ReportTotal, { earlier, comparedWith, isOpen }: Comparison): ReactNode {
  if (earlier?.totals === undefined) return undefined;
  const before = earlier.totals.find(({ currency }) => currency === total.currency) ?? null;
  return <RevenueChange now={total} before={before} comparedWith={comparedWith()} isOpen={isOpen()} />;
}

interface RevenueChangeProps {
  now: ReportTotal;
  /** Null if there were no bookings, undefined if it is not known. */
  before: ReportTotal | null | undefined;
  comparedWith: string;
  isOpen: boolean;
}

function RevenueChange({ now, before, comparedWith, isOpen }: RevenueChangeProps) {
  if (before === undefined) return null;
  if (before === null) {
    return (
      <span className="blank" title={`${comparedWith}: no bookings`}>
        –<span className="unseen"> {comparedWith}: no bookings</span>
      </span>
    );
  }
  const change = changeOf(Number(now.revenue.amount), Number(before.revenue.amount));
  return (
    <div className="parts" title={`Revenue, ${comparedWith}`}>
      {change && <ChangeMark change={change} isAmount comparedWith={comparedWith} isOpen={isOpen} />}
      {change ? <small>{formatAmount(before.revenue)}</small> : <span>{formatAmount(before.revenue)}</span>}
    </div>
  );
}
