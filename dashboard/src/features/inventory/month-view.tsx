import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Notice, Skeleton } from '../../components/feedback.tsx';
import { FilterSelect } from '../../components/filter-bar.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatNumber, localToday } from '../../lib/format/format.ts';
import { showToast } from '../../lib/toasts.tsx';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { applyCells, type Calendar, type Cell, type Choice, calendarRows, endsOf } from './calendar.ts';
import { CalendarGrid, NightList } from './calendar-grid.tsx';
import { EditDrawer } from './edit-drawer.tsx';
import { addMonths, firstMonth, isMonth, monthName, nightsOfMonth } from './month.ts';
import { OccupancyMap } from './occupancy-map.tsx';

interface MonthViewProps {
  property: Output<'inventory/show'>;
  mayChange: boolean;
}

/** If there are more rows, the calendar shows one room type at a time. */
const MAX_LINES = 120;

/** The URL contains the month and the room type. */
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
  const isOneByOne = isNarrow || lines > MAX_LINES;
  const codes = document.rooms.map(({ roomCode }) => roomCode);
  const requested = filters.room !== undefined && codes.includes(filters.room) ? filters.room : undefined;
  const roomCode = requested ?? (isOneByOne ? codes[0] : undefined);
  const shown = useCall('inventory/calendar', {
    ...{ environment, hotelId, from: nights[0] as string, to: nights.at(-1) as string },
    ...(roomCode !== undefined && { roomCode }),
  });
  // While a month loads, the values of the previous month must not appear under the new month's name.
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
    showToast(describeSaved(written));
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
              Use the arrow keys to move. Hold Shift to select several nights.
              {mayChange ? ' Press Enter to edit.' : ' Your role does not allow you to edit.'} CTA: closed to
              arrival. CTD: closed to departure. ≥2: minimum stay for arrivals. ≥2t: minimum stay for any stay
              that includes the night. ≤5: maximum stay. Italics: inherited from another rate plan.
            </p>
            {mayChange && (
              <button type="button" onClick={() => edit()}>
                Edit {last - first + 1 === 1 ? '1 night' : `${last - first + 1} nights`}
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

function describeSaved({ allotments, rates, exceeded }: Output<'inventory/update'>): string {
  const changed = allotments.created + allotments.changed + rates.created + rates.changed;
  if (exceeded.length > 0) {
    return `Saved. On ${exceeded.length === 1 ? '1 night' : `${formatNumber(exceeded.length)} nights`}, more rooms are sold or held than the new allotment allows.`;
  }
  if (changed === 0) return 'No changes needed.';
  return changed === 1 ? '1 night saved.' : `${formatNumber(changed)} nights saved.`;
}

interface MonthBarProps {
  month: string;
  today: string;
  rooms: readonly { roomCode: string; name: string }[];
  codes: readonly string[];
  room: string | undefined;
  mayShowAll: boolean;
  onMonth: (month: string) => void;
  onRoom: (room: string | undefined) => void;
}

function MonthBar({ month, today, rooms, codes, room, mayShowAll, onMonth, onRoom }: MonthBarProps) {
  const nameOf = (code: string) => rooms.find(one => one.roomCode === code)?.name ?? code;
  return (
    <div className="month-bar">
      <div className="row">
        <button
          type="button"
          className="icon"
          aria-label={`Previous month: ${monthName(addMonths(month, -1))}`}
          onClick={() => onMonth(addMonths(month, -1))}
        >
          <ChevronLeft size={16} aria-hidden />
        </button>
        <h2 aria-live="polite">{monthName(month)}</h2>
        <button
          type="button"
          className="icon"
          aria-label={`Next month: ${monthName(addMonths(month, 1))}`}
          onClick={() => onMonth(addMonths(month, 1))}
        >
          <ChevronRight size={16} aria-hidden />
        </button>
        <button
          type="button"
          disabled={month === today.slice(0, 7)}
          onClick={() => onMonth(today.slice(0, 7))}
        >
          This month
        </button>
      </div>
      {codes.length > 1 && (
        <FilterSelect
          label="Room type"
          value={room}
          options={codes.map(code => [code, nameOf(code)] as const)}
          {...(mayShowAll && { all: 'All room types' })}
          onChange={onRoom}
        />
      )}
    </div>
  );
}

const QUERY = window.matchMedia('(max-width: 60rem)');

function useNarrow(): boolean {
  return useSyncExternalStore(
    listener => {
      QUERY.addEventListener('change', listener);
      return () => QUERY.removeEventListener('change', listener);
    },
    () => QUERY.matches,
  );
}
