import type { CSSProperties } from 'react';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatMoney, formatNumber } from '../../lib/format/format.ts';
import { widestInEms } from './cell-text.ts';
import { nightName } from './month.ts';

export type Performance = Output<'inventory/performance'>;
type Figures = Performance['total'];

const signed = (count: number) => (count > 0 ? `+${formatNumber(count)}` : formatNumber(count));

/** The figures of the month and of the chosen room types, in one line with their choice. */
export function MonthFigures({ performance: { total, pickupDays } }: { performance: Performance }) {
  const money = (value: Figures['adr']) => (value === null ? '–' : formatMoney(value));
  const tiles = [
    [
      'Occupancy',
      total.occupancyPercent === null ? '–' : `${total.occupancyPercent}%`,
      `${formatNumber(total.sold)} of ${formatNumber(total.allotment)} room nights`,
    ],
    ['ADR', money(total.adr), 'per sold room night'],
    ['Revenue', money(total.revenue), 'before pricing rules'],
    [
      `Pickup, ${pickupDays} days`,
      `${signed(total.pickupRooms)} room nights`,
      formatMoney(total.pickupRevenue),
    ],
  ] as const;
  return (
    <dl className="kpis">
      {tiles.map(([name, value, hint]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd className="figure-hint">{hint}</dd>
        </div>
      ))}
    </dl>
  );
}

const OCCUPANCY = 'Occupancy %';

const LINES: readonly [name: string, text: (figures: Figures) => string][] = [
  [
    OCCUPANCY,
    ({ occupancyPercent }) =>
      occupancyPercent === null ? '·' : String(Math.round(Number(occupancyPercent))),
  ],
  ['ADR', ({ adr }) => (adr === null ? '·' : String(Math.round(Number(adr.amount))))],
  ['Revenue', ({ revenue }) => compact(revenue.amount)],
  ['Pickup', ({ pickupRooms }) => (pickupRooms === 0 ? '·' : signed(pickupRooms))],
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

/** The figures of each night, as rows below the dates. */
export function PerformanceRows({ performance }: { performance: Performance }) {
  const { nights } = performance;
  return LINES.map(([name, text]) => {
    const ems = widestInEms(nights.map(text));
    return (
      <tr key={name} data-kind="figures" style={{ '--ems': ems } as CSSProperties}>
        <th scope="row" className="calendar-line">
          {name}
        </th>
        {nights.map(figures => (
          <td
            key={figures.night}
            title={`${name}, ${nightName(figures.night)}`}
            {...(name === OCCUPANCY && { className: 'heat', style: heatOf(figures) })}
          >
            {text(figures)}
          </td>
        ))}
      </tr>
    );
  });
}
