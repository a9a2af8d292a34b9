import { useState } from 'react';
import { Notice, Skeleton } from '../../components/feedback.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatNumber, localToday } from '../../lib/format/format.ts';
import { showToast } from '../../lib/toasts.tsx';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { applyCells } from './apply-cells.ts';
import { type Calendar, type Cell, type Choice, calendarRows, endsOf } from './calendar.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { EditDrawer } from './edit-drawer.tsx';
import { firstMonth, isMonth, nightsOfMonth } from './month.ts';
import { MonthBar } from './month-bar.tsx';
import { NightList } from './night-list.tsx';
import { OccupancyMap } from './occupancy-map.tsx';
import { useNarrow } from './use-narrow.ts';

interface MonthViewProps {
  property: Output<'inventory/show'>;
  mayChange: boolean;
}

/** More lines than people look at: then one room type is shown at a time. */
const MOST_LINES = 120;

/** One month of a property: which one, and of which rooms, stands in the address. */
export function MonthView({ property, mayChange }: MonthViewProps) {
  const environment = useEnvironment();
  const isNarrow = useNarrow();
  const [filters, setFilters] = useFilters(['month', 'room']);
  const { document, firstNight, lastNight } = property;
  const { hotelId } = document;
  const today = localToday();
  const month = isMonth(filters.month) ? filters.month : firstMonth(today, firstNight, lastNight);
  const nights = nightsOfMonth(month);
  const lines = document.plans.reduce((sum, { rooms }) => sum + rooms.length, document.rooms.length);
  const isOneByOne = isNarrow || lines > MOST_LINES;
  const codes = document.rooms.map(({ roomCode }) => roomCode);
  const asked = filters.room !== undefined && codes.includes(filters.room) ? filters.room : undefined;
  const roomCode = asked ?? (isOneByOne ? codes[0] : undefined);
  const shown = useCall('inventory/calendar', {
    ...{ environment, hotelId, from: nights[0] as string, to: nights.at(-1) as string },
    ...(roomCode !== undefined && { roomCode }),
  });
  // While a month is on its way, the one before is not shown under its name.
  const isOther = shown.state === 'ready' && shown.data.from !== nights[0];

  return (
    <>
      <MonthBar
        month={month}
        today={today}
        rooms={property.roomNames}
        codes={codes}
        room={roomCode}
        mayShowAll={!isOneByOne}
        onMonth={to => setFilters({ month: to })}
        onRoom={to => setFilters({ room: to })}
      />
      {shown.state === 'failed' && <Notice failure={shown.failure} onRetry={shown.reload} />}
      {(shown.state === 'waiting' || isOther) && <Skeleton rows={Math.min(12, lines + 2)} />}
      {shown.state === 'ready' && !isOther && (
        <Nights
          key={`${month} ${roomCode ?? ''}`}
          {...{ hotelId, nights, today, isNarrow, mayChange, calendar: shown.data }}
        />
      )}
    </>
  );
}

interface NightsProps {
  hotelId: string;
  calendar: Calendar;
  nights: readonly string[];
  today: string;
  isNarrow: boolean;
  mayChange: boolean;
}

function Nights({ hotelId, calendar, nights, today, isNarrow, mayChange }: NightsProps) {
  const environment = useEnvironment();
  const todayAt = Math.max(0, nights.indexOf(today));
  const [choice, setChoice] = useState<Choice>({ row: 0, at: todayAt, anchor: todayAt });
  const [isEditing, setEditing] = useState(false);
  const [pending, setPending] = useState<Cell>();
  const action = useAction('inventory/update', { changes: ['inventory'] });
  const current = pending === undefined ? calendar : applyCells(calendar, [pending], nights);
  const rows = calendarRows(current.rooms);
  const row = rows[choice.row];
  const [first, last] = endsOf(choice);

  const edit = (next = choice) => {
    if (!mayChange) return;
    action.clear();
    setChoice(next);
    setEditing(true);
  };
  const save = async (cell: Cell) => {
    setPending(cell);
    const written = await action.run({ environment, hotelId, cells: [cell] });
    setPending(undefined);
    if (written === undefined) return;
    setEditing(false);
    showToast(savedWords(written));
  };

  const occupancy = (
    <OccupancyMap
      rooms={current.rooms}
      nights={nights}
      onPick={(roomCode, night) => {
        const at = nights.indexOf(night);
        const to = rows.findIndex(one => one.room.roomCode === roomCode && one.plan === undefined);
        edit({ row: to, at, anchor: at });
      }}
    />
  );

  return (
    <>
      {isNarrow && occupancy}
      {isNarrow ? (
        current.rooms.map(room => (
          <NightList
            key={room.roomCode}
            room={room}
            firstRow={rows.findIndex(one => one.room.roomCode === room.roomCode)}
            nights={nights}
            currency={current.currency}
            onEdit={(line, at) => edit({ row: line, at, anchor: at })}
          />
        ))
      ) : (
        <>
          <div className="calendar-tools">
            <p className="hint">
              Arrow keys move, shift and an arrow or a click choose several nights
              {mayChange ? ', Enter edits.' : '. Your role may look, not change.'} CTA and CTD: closed to
              arrival, to departure; ≥2: at least two nights, ≤5: at most five; italics: follows another plan.
            </p>
            {mayChange && (
              <button type="button" onClick={() => edit()}>
                Edit {last - first + 1 === 1 ? 'the night' : `${last - first + 1} nights`}
              </button>
            )}
          </div>
          <CalendarGrid
            {...{ rows, nights, today, choice, currency: current.currency, isPending: pending !== undefined }}
            onChoose={setChoice}
            onEdit={() => edit()}
          />
        </>
      )}
      {!isNarrow && occupancy}
      {isEditing && row && (
        <EditDrawer
          row={calendarRows(calendar.rooms)[choice.row] ?? row}
          nights={nights.slice(first, last + 1)}
          currency={current.currency}
          busy={action.busy}
          failure={action.failure}
          onSave={cell => void save(cell)}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  );
}

function savedWords({ allotments, rates, exceeded }: Output<'inventory/update'>): string {
  const changed = allotments.created + allotments.changed + rates.created + rates.changed;
  if (exceeded.length > 0) {
    return `Saved. In ${formatNumber(exceeded.length)} nights more is sold or held than there are rooms now.`;
  }
  if (changed === 0) return 'Nothing to change: it is so already.';
  return changed === 1 ? 'Saved: 1 night.' : `Saved: ${formatNumber(changed)} nights.`;
}
