import type { CSSProperties } from 'react';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatAmount, formatMoney, formatNumber } from '../../lib/format/format.ts';
import { widestInEms } from './cell-text.ts';
import { nightName } from './month.ts';

type Performance = Output<'inventory/performance'>;

export interface ShownPerformance extends Performance {
  /** The same weekdays of the year before, in the same order. Undefined while they load. */
  before: Performance | undefined;
}

type Figures = Performance['total'];

const signed = (count: number) => (count > 0 ? `+${formatNumber(count)}` : formatNumber(count));

/** The figures of the month and of the chosen room types, in one line with their choice. */
export function MonthFigures({
  performance: { total, pickupDays, before },
}: {
  performance: ShownPerformance;
}) {
  const money = (value: Figures['adr']) => (value === null ? '–' : formatMoney(value));
  // Without sales, there was nothing to compare with.
  const past = before && before.total.sold > 0 ? before.total : undefined;
  const share = past?.occupancyPercent;
  const tiles = [
    [
      'Occupancy',
      total.occupancyPercent === null ? '–' : `${total.occupancyPercent}%`,
      `${formatNumber(total.sold)} of ${formatNumber(total.allotment)} room nights`,
      share && `${formatNumber(total.sold)} of ${formatNumber(total.allotment)}, ${share}% ${YEAR_BEFORE}`,
    ],
    ['ADR', money(total.adr), 'per sold room night', past?.adr && `${formatAmount(past.adr)} ${YEAR_BEFORE}`],
    [
      'Revenue',
      money(total.revenue),
      'before pricing rules',
      past && `${formatAmount(past.revenue)} ${YEAR_BEFORE}`,
    ],
    [
      `Pickup, ${pickupDays} days`,
      `${signed(total.pickupRooms)} room nights`,
      formatMoney(total.pickupRevenue),
      undefined,
    ],
  ] as const;
  return (
    <dl className="kpis">
      {tiles.map(([name, value, hint, compared]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd className="figure-hint" {...(compared && { title: `${hint}. ${SAME_WEEKDAYS}` })}>
            {compared || hint}
            {compared && (
              <span className="unseen">
                {' '}
                ({hint}). {SAME_WEEKDAYS}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const YEAR_BEFORE = 'a year before';
const SAME_WEEKDAYS = 'Compared with the same weekdays of the year before.';

const OCCUPANCY = 'Occupancy %';
const PICKUP = 'Pickup';

const LINES: readonly [name: string, text: (figures: Figures) => string][] = [
  [
    OCCUPANCY,
    ({ occupancyPercent }) =>
      occupancyPercent === null ? '·' : String(Math.round(Number(occupancyPercent))),
  ],
  ['ADR', ({ adr }) => (adr === null ? '·' : String(Math.round(Number(adr.amount))))],
  ['Revenue', ({ revenue }) => compact(revenue.amount)],
  [PICKUP, ({ pickupRooms }) => (pickupRooms === 0 ? '·' : signed(pickupRooms))],
];

/** 12,400 becomes 12k, because a night is about 30 pixels wide. */
function compact(amount: string): string {
  const value = Math.round(Number(amount));
  if (value === 0) return '·';
  if (value < 10_000) return String(value);
  return value < 10_000_000 ? `${Math.round(value / 1000)}k` : `${Math.round(value / 1_000_000)}M`;
}

/** The fill of the cell grows with the occupancy, besides the number. */
function heatOf({ occupancyPercent }: Figures): CSSProperties {
  return { '--share': `${Math.min(100, Number(occupancyPercent ?? 0))}%` } as CSSProperties;
}

/** The figures of each night, as rows below the dates. Their tooltips name those of the year before. */
export function PerformanceRows({ performance: { nights, before } }: { performance: ShownPerformance }) {
  return LINES.map(([name, text]) => {
    const ems = widestInEms(nights.map(text));
    return (
      <tr key={name} data-kind="figures" style={{ '--ems': ems } as CSSProperties}>
        <th scope="row" className="calendar-line">
          {name}
        </th>
        {nights.map((figures, at) => (
          <td
            key={figures.night}
            title={cellTitle(name, figures.night, text, before?.nights[at])}
            {...(name === OCCUPANCY && { className: 'heat', style: heatOf(figures) })}
          >
            {text(figures)}
          </td>
        ))}
      </tr>
    );
  });
}

function cellTitle(
  name: string,
  night: string,
  text: (figures: Figures) => string,
  before: Performance['nights'][number] | undefined,
): string {
  const title = `${name}, ${nightName(night)}`;
  // Pickup of a year ago says nothing.
  if (before === undefined || before.sold === 0 || name === PICKUP) return title;
  return `${title}. A year before, on ${nightName(before.night)}: ${text(before)}`;
}
