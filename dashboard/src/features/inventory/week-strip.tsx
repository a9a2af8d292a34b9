import { type TouchEvent, useRef } from 'react';
import {
  type CalendarRoom,
  type CalendarRow,
  calendarRows,
  type GridField,
  roomNightOf,
} from './calendar.ts';
import { describeCell } from './cell-label.ts';
import { DAY_EMS, shortAmount, shortMarks, widthInEms } from './cell-text.ts';
import type { Following } from './following.ts';
import { isWeekend, nightName, swipeStep, weekdayOf } from './month.ts';
import type { Pending } from './pending.ts';
import { heatOf, type ShownPerformance } from './performance-strip.tsx';

interface WeekStripProps {
  room: CalendarRoom;
  /** The nights from Monday to Sunday. */
  nights: readonly string[];
  today: string;
  cells: { currency: string; shown: GridField; pending: Pending; following: Following };
  performance: ShownPerformance | undefined;
  mayChange: boolean;
  /** The selected night of a row. Users who may not edit it see its exact values. */
  selected: { row: string; night: string } | undefined;
  onSelect: (row: CalendarRow, at: number) => void;
  onBookings: (night: string) => void;
  /** Shows the next week (1) or the previous one (-1). */
  onStep: (step: -1 | 1) => void;
}

/** One room type on a phone: a week with seven days across, and a row of buttons for each rate plan. */
export function WeekStrip({ room, nights, today, performance, onStep, ...props }: WeekStripProps) {
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
      <div className="week-days">
        {nights.map((night, at) => (
          <WeekDay key={night} night={night} isToday={night === today} figures={performance?.nights[at]} />
        ))}
      </div>
      <WeekRows {...{ room, nights, ...props }} />
    </div>
  );
}

interface WeekDayProps {
  night: string;
  isToday: boolean;
  figures: ShownPerformance['nights'][number] | undefined;
}

/** The occupancy is a number and the height of the fill. */
function WeekDay({ night, isToday, figures }: WeekDayProps) {
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
      {share !== null && (
        <small>
          {Math.round(Number(share))}%<span className="unseen"> occupied</span>
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
}: Omit<WeekStripProps, 'today' | 'performance' | 'onStep'>) {
  const soldOn = (night: string) => roomNightOf(room, night)?.sold ?? 0;
  return calendarRows([room]).map(row => (
    <div key={row.key} className="week-row" data-kind={row.plan === undefined ? 'rooms' : 'plan'}>
      <p className="week-name">
        <strong>{row.plan?.name ?? 'Sold / allotment'}</strong>
        {row.plan?.derivedFrom && <small>follows {row.plan.derivedFrom}</small>}
      </p>
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
      {!mayChange && selected?.row === row.key && nights.includes(selected.night) && (
        <p className="week-selected">{cellOf(row, selected.night, cells).label}</p>
      )}
      {row.plan === undefined && nights.some(night => soldOn(night) > 0) && (
        <div className="week-bookings">
          {nights.map((night, at) =>
            soldOn(night) > 0 ? (
              <button
                key={night}
                type="button"
                className="quiet"
                style={{ gridColumn: at + 1 }}
                onClick={() => onBookings(night)}
              >
                Guests<span className="unseen"> on {nightName(night)}</span>
              </button>
            ) : null,
          )}
        </div>
      )}
    </div>
  ));
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
