import { PICKUP_DAYS } from '@serai/contract/shared/pickup-days.ts';
import type { CSSProperties } from 'react';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatAmount, formatMoney, formatNumber } from '../../lib/format/format.ts';
import { compactAmount } from './cell-text.ts';
import { nightName } from './month.ts';

type Performance = Output<'inventory/performance'>;

export interface ShownPerformance extends Performance {
  /** The same weekdays of the year before, in the same order. Undefined while they load. */
  before: Performance | undefined;
}

type Figures = Performance['total'];

const signed = (count: number) => (count > 0 ? `+${formatNumber(count)}` : formatNumber(count));

interface FiguresProps {
  /** Undefined while the figures load. Their places stay, so that nothing moves. */
  performance: ShownPerformance | undefined;
}

type Tile = readonly [name: string, value: string, hint: string, compared: string | undefined];

const pickupName = (days: number) => `Pickup, ${days} days`;

/** A space that keeps the height of the line. */
const NO_HINT = '\u00A0';

const UNKNOWN_TILES: readonly Tile[] = [
  ['Occupancy', '–', NO_HINT, undefined],
  ['ADR', '–', NO_HINT, undefined],
  ['Revenue', '–', NO_HINT, undefined],
  [pickupName(PICKUP_DAYS), '–', NO_HINT, undefined],
];

function tilesOf({ total, pickupDays, before }: ShownPerformance): readonly Tile[] {
  const money = (value: Figures['adr']) => (value === null ? '–' : formatMoney(value));
  // Without sales, there was nothing to compare with.
  const past = before && before.total.sold > 0 ? before.total : undefined;
  const share = past?.occupancyPercent;
  const sold = `${formatNumber(total.sold)} of ${formatNumber(total.allotment)}`;
  return [
    [
      'Occupancy',
      total.occupancyPercent === null ? '–' : `${total.occupancyPercent}%`,
      `${sold} room nights`,
      share ? `${sold}, ${share}% ${YEAR_BEFORE}` : undefined,
    ],
    [
      'ADR',
      money(total.adr),
      'per sold room night',
      past?.adr ? `${formatAmount(past.adr)} ${YEAR_BEFORE}` : undefined,
    ],
    [
      'Revenue',
      money(total.revenue),
      'before pricing rules',
      past && `${formatAmount(past.revenue)} ${YEAR_BEFORE}`,
    ],
    [
      pickupName(pickupDays),
      `${signed(total.pickupRooms)} room nights`,
      formatMoney(total.pickupRevenue),
      undefined,
    ],
  ];
}

/** The figures of the month and of the chosen room types, in one line with their choice. */
export function MonthFigures({ performance }: FiguresProps) {
  const tiles = performance === undefined ? UNKNOWN_TILES : tilesOf(performance);
  return (
    <dl className="kpis" aria-busy={performance === undefined || undefined}>
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

interface FigureLine {
  name: string;
  /** For the cell. */
  short: (figures: Figures) => string;
  /** For the tooltip. */
  full: (figures: Figures) => string;
}

const LINES: readonly FigureLine[] = [
  {
    name: OCCUPANCY,
    short: ({ occupancyPercent }) =>
      occupancyPercent === null ? '·' : String(Math.round(Number(occupancyPercent))),
    full: ({ occupancyPercent, sold, allotment }) =>
      `${occupancyPercent ?? '–'}, ${formatNumber(sold)} of ${formatNumber(allotment)} rooms`,
  },
  {
    name: 'ADR',
    short: ({ adr }) => (adr === null ? '·' : compactAmount(adr.amount)),
    full: ({ adr }) => (adr === null ? '–' : formatMoney(adr)),
  },
  {
    name: 'Revenue',
    short: ({ revenue }) => compactAmount(revenue.amount).replace(/^0$/, '·'),
    full: ({ revenue }) => formatMoney(revenue),
  },
  {
    name: PICKUP,
    short: ({ pickupRooms }) => (pickupRooms === 0 ? '·' : signed(pickupRooms)),
    full: ({ pickupRooms }) => signed(pickupRooms),
  },
];

/** The fill of the cell grows with the occupancy, besides the number. */
export function heatOf({ occupancyPercent }: Figures): CSSProperties {
  return { '--share': `${Math.min(100, Number(occupancyPercent ?? 0))}%` } as CSSProperties;
}

/** The figures of each night, as rows below the dates. Their tooltips name those of the year before. */
export function PerformanceRows({ performance, nights }: FiguresProps & { nights: readonly string[] }) {
  return LINES.map(line => (
    <tr key={line.name} data-kind="figures">
      <th scope="row" className="calendar-line">
        {line.name}
      </th>
      {nights.map((night, at) => {
        const figures = performance?.nights[at];
        return figures === undefined ? (
          <td key={night}>–</td>
        ) : (
          <td
            key={night}
            title={cellTitle(line, figures, performance?.before?.nights[at])}
            {...(line.name === OCCUPANCY && { className: 'heat', style: heatOf(figures) })}
          >
            {line.short(figures)}
          </td>
        );
      })}
    </tr>
  ));
}

type NightFigures = Performance['nights'][number];

function cellTitle(
  { name, full }: FigureLine,
  figures: NightFigures,
  before: NightFigures | undefined,
): string {
  const title = `${name}, ${nightName(figures.night)}: ${full(figures)}`;
  // Pickup of a year ago says nothing.
  if (before === undefined || before.sold === 0 || name === PICKUP) return title;
  return `${title}. A year before, on ${nightName(before.night)}: ${full(before)}`;
}
