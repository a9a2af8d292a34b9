import { PICKUP_DAYS } from '@serai/contract/shared/pickup-days.ts';
import type { CSSProperties } from 'react';
import { SkeletonText } from '../../components/feedback.tsx';
import { PointsMark } from '../../components/figure-parts.tsx';
import { formatMoney, formatNumber } from '../../lib/format/format.ts';
import { compactAmount } from './cell-text.ts';
import { nightName } from './month.ts';
import {
  type Figures,
  pickupName,
  type ReadPerformance,
  type ShownPerformance,
  signedCount,
  tilesOf,
} from './performance-tiles.ts';

interface FiguresProps {
  /** While the figures load, their places stay, so that nothing moves. */
  performance: ReadPerformance;
}

/** The figures of the month and of the chosen room types, in one line with their choice. */
export function MonthFigures({ performance }: FiguresProps) {
  return (
    <dl className="kpis" aria-busy={performance === undefined || undefined}>
      {tilesOf(performance).map(({ name, value, hint, before }) => (
        <div key={name}>
          <dt {...(before && { title: hint })}>{name}</dt>
          <dd>{value ?? <SkeletonText />}</dd>
          {before?.change && (
            <dd className="figure-change" title={COMPARISON}>
              <PointsMark change={before.change} better="up" comparedWith="the year before" />
            </dd>
          )}
          <dd className="figure-hint" {...(before && { title: `${hint}. ${COMPARISON}` })}>
            {before?.text ?? hint}
            {before && (
              <span className="unseen">
                {' '}
                ({hint}). {COMPARISON}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const COMPARISON =
  'Compared with the same weekdays a year earlier, as booked one year ago and with their latest allotment.';

const OCCUPANCY = 'Occupancy %';

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
    name: 'Room revenue',
    short: ({ revenue }) => compactAmount(revenue.amount).replace(/^0$/, '·'),
    full: ({ revenue }) => formatMoney(revenue),
  },
  {
    name: pickupName(PICKUP_DAYS),
    short: ({ pickupRooms }) => (pickupRooms === 0 ? '·' : signedCount(pickupRooms)),
    full: ({ pickupRooms }) => signedCount(pickupRooms),
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
          <td key={night}>{performance === undefined ? <SkeletonText /> : '–'}</td>
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

type NightFigures = ShownPerformance['nights'][number];

function cellTitle(
  { name, full }: FigureLine,
  figures: NightFigures,
  before: NightFigures | undefined,
): string {
  const title = `${name}, ${nightName(figures.night)}: ${full(figures)}`;
  if (before === undefined || before.sold === 0) return title;
  return `${title}. As booked one year ago for ${nightName(before.night)}: ${full(before)}`;
}
