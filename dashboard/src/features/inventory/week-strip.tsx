import { type TouchEvent, useRef } from 'react';
import { SkeletonText } from '../../components/feedback.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import {
  type CalendarRoom,
  type CalendarRow,
  calendarRows,
  type GridField,
  parentNameOf,
  priceBasis,
  ROUNDED,
  roomNightOf,
} from './calendar.ts';
import { describeCell } from './cell-label.ts';
import { DAY_EMS, shortAmount, shortMarks, widthInEms } from './cell-text.ts';
import type { Following } from './following.ts';
import { isWeekend, nightName, swipeStep, weekdayOf } from './month.ts';
import { exceptionsText, followsText, ownPrices } from './overrides.ts';
import type { Pending } from './pending.ts';
import { heatOf } from './performance-strip.tsx';
import type { ReadPerformance, ShownPerformance } from './performance-tiles.ts';

/** Most prices are exact on a phone. */
const BEFORE_RULES = 'before pricing rules';

interface WeekStripProps {
  room: CalendarRoom;
  /** The nights from Monday to Sunday. */
  nights: readonly string[];
  today: string;
  cells: { currency: string; shown: GridField; pending: Pending; following: Following };
  performance: ReadPerformance;
  seesFigures: boolean;
  mayChange: boolean;
  /** The selected night of a row. Users who may not edit it see its exact values. */
  selected: { row: string; night: string } | undefined;
  onSelect: (row: CalendarRow, at: number) => void;
  onBookings: (night: string) => void;
  /** Shows the next week (1) or the previous one (-1). */
  onStep: (step: -1 | 1) => void;
}

/** One room type on a phone: a week with seven days across, and a row of buttons for each rate plan. */
export function WeekStrip(props: WeekStripProps) {
  const { room, nights, today, performance, seesFigures, mayChange, selected, cells, onStep } = props;
  const start = useRef<{ x: number; y: number }>(undefined);
  const onTouchEnd = (event: TouchEvent) => {
    const [from, to] = [start.current, event.changedTouches[0]];
    start.current = undefined;
    if (from === undefined || to === undefined) return;
    const step = swipeStep(to.clientX - from.x, to.clientY - from.y);
    if (step !== 0) onStep(step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      className="week-strip"
      aria-label={`Nights: ${room.name}`}
      onTouchStart={({ touches: { 0: touch, length } }) => {
        // Two fingers zoom.
        start.current = touch && length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined;
      }}
      onTouchEnd={onTouchEnd}
    >
      <WeekDays {...{ nights, today, performance, seesFigures }} />
      <WeekRows {...props} />
      {!mayChange && <SelectedNight {...{ room, nights, cells, selected }} />}
    </div>
  );
}

/** The same places while the values load. */
export function UnknownWeek({ room, ...days }: Pick<WeekStripProps, 'room'> & WeekDaysProps) {
  return (
    <div className="week-strip" aria-busy="true">
      <WeekDays {...days} />
      {calendarRows([room]).map(row => (
        <div key={row.key} className="week-row" data-kind={row.plan === undefined ? 'rooms' : 'plan'}>
          <RowName row={row} />
          <div className="week-cells">
            {days.nights.map(night => (
              <span key={night} className="week-unknown">
                <SkeletonText />
              </span>
            ))}
          </div>
          {row.plan === undefined && <div className="week-bookings" />}
        </div>
      ))}
    </div>
  );
}

type WeekDaysProps = Pick<WeekStripProps, 'nights' | 'today' | 'performance' | 'seesFigures'>;

function WeekDays({ nights, today, performance, seesFigures }: WeekDaysProps) {
  return (
    <div className="week-days">
      {nights.map((night, at) => (
        <WeekDay
          key={night}
          {...{ night, seesFigures, isToday: night === today, figures: performance?.nights[at] }}
          isLoading={performance === undefined}
        />
      ))}
    </div>
  );
}

interface WeekDayProps {
  night: string;
  isToday: boolean;
  seesFigures: boolean;
  figures: ShownPerformance['nights'][number] | undefined;
  isLoading: boolean;
}

/** The occupancy is a number and the height of the fill. */
function WeekDay({ night, isToday, seesFigures, figures, isLoading }: WeekDayProps) {
  const share = figures?.occupancyPercent ?? null;
  return (
    <span
      className="week-day"
      data-weekend={isWeekend(night) || undefined}
      data-today={isToday || undefined}
      style={figures && heatOf(figures)}
    >
      {weekdayOf(night)}
      <strong>{Number(night.slice(8))}</strong>
      {seesFigures && (
        <small>
          {isLoading ? <SkeletonText /> : share === null ? '–' : `${Math.round(Number(share))}%`}
          <span className="unseen"> occupied</span>
        </small>
      )}
    </span>
  );
}

function WeekRows({
  room,
  nights,
  cells,
  mayChange,
  selected,
  onSelect,
  onBookings,
}: Omit<WeekStripProps, 'today' | 'performance' | 'seesFigures' | 'onStep'>) {
  const soldOn = (night: string) => roomNightOf(room, night)?.sold ?? 0;
  const rows = calendarRows([room]);
  const basis = priceBasis(rows, cells.shown, cells.currency)?.replace(ROUNDED, BEFORE_RULES);
  const first = rows.find(({ plan }) => plan !== undefined);
  return rows.map(row => (
    <div key={row.key} className="week-row" data-kind={row.plan === undefined ? 'rooms' : 'plan'}>
      <RowName
        row={row}
        basis={row === first ? basis : undefined}
        exceptions={ownPrices(row, nights, cells.pending.get(row.key))}
      />
      <div className="week-cells">
        {nights.map((night, at) => (
          <WeekCell
            key={night}
            cell={cellOf(row, night, cells)}
            {...{ night, mayChange, isSelected: selected?.row === row.key && selected.night === night }}
            onSelect={() => onSelect(row, at)}
          />
        ))}
      </div>
      {/* Its place stays in weeks without sold rooms, so that the rows do not move. */}
      {row.plan === undefined && (
        <div className="week-bookings">
          {nights.every(night => soldOn(night) === 0) && <p className="faint">Nothing sold this week</p>}
          {nights.map((night, at) =>
            soldOn(night) > 0 ? (
              <button
                key={night}
                type="button"
                className="quiet"
                style={{ gridColumn: at + 1 }}
                onClick={() => onBookings(night)}
              >
                View
                <span className="unseen">
                  {' '}
                  bookings for {nightName(night)}, {formatNumber(soldOn(night))} sold
                </span>
              </button>
            ) : null,
          )}
        </div>
      )}
    </div>
  ));
}

interface RowNameProps {
  row: CalendarRow;
  /** What the prices mean, once above all of them. */
  basis?: string | undefined;
  /** The number of shown nights on which the plan has its own price. */
  exceptions?: number;
}

function RowName({ row, basis, exceptions = 0 }: RowNameProps) {
  const parent = parentNameOf(row);
  return (
    <p className="week-name">
      <strong>{row.plan?.name ?? 'Sold / allotment'}</strong>
      {parent !== undefined && (
        <small title={exceptionsText(exceptions)}>{followsText(parent, exceptions)}</small>
      )}
      {basis && <small className="week-basis">{basis}</small>}
    </p>
  );
}

/** The exact values of the selected night, in a place that is always there. */
function SelectedNight({
  room,
  nights,
  cells,
  selected,
}: Pick<WeekStripProps, 'room' | 'nights' | 'cells' | 'selected'>) {
  const row = calendarRows([room]).find(({ key }) => key === selected?.row);
  const isShown = row !== undefined && selected !== undefined && nights.includes(selected.night);
  return (
    <p className="week-selected" aria-live="polite">
      {isShown ? cellOf(row, selected.night, cells).label : 'Tap a night to see its exact values.'}
    </p>
  );
}

function cellOf(row: CalendarRow, night: string, { pending, following, ...shown }: WeekStripProps['cells']) {
  return describeCell(row, night, {
    ...shown,
    changes: pending.get(row.key),
    following: following.get(row.key),
  });
}

interface WeekCellProps {
  cell: ReturnType<typeof describeCell>;
  night: string;
  mayChange: boolean;
  isSelected: boolean;
  onSelect: () => void;
}

function WeekCell({ cell, night, mayChange, isSelected, onSelect }: WeekCellProps) {
  // There are no tooltips on a phone, so the exact price is shown if it fits.
  const exact = shortAmount(cell.exact);
  return (
    <button
      type="button"
      data-tone={cell.tone}
      data-weekend={isWeekend(night) || undefined}
      data-pending={cell.isPending || undefined}
      data-following={cell.isFollowing || undefined}
      aria-pressed={mayChange ? undefined : isSelected}
      onClick={onSelect}
    >
      <span className="unseen">
        {mayChange && 'Edit '}
        {cell.label}
      </span>
      <span aria-hidden="true">{widthInEms(exact) <= DAY_EMS ? exact : cell.main}</span>
      {cell.marks !== '' && <small aria-hidden="true">{shortMarks(cell.marks, DAY_EMS)}</small>}
    </button>
  );
}
