import { CalendarRange, ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useSyncExternalStore } from 'react';
import { Notice, Skeleton } from '../../components/feedback.tsx';
import { FilterSelect } from '../../components/filter-bar.tsx';
import { ownData } from '../../lib/calls/current-data.ts';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { localToday } from '../../lib/format/format.ts';
import { useMay } from '../../lib/session-context.ts';
import { showToast } from '../../lib/toasts.tsx';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { calendarOfRoom } from './calendar.ts';
import { bulkTarget } from './edit-drawer.tsx';
import { BUSY_TEXT } from './grid-commands.ts';
import { addMonths, firstMonth, isMonth, monthName, nightsOfMonth, sameWeekdaysBefore } from './month.ts';
import { Nights } from './nights.tsx';
import { MonthFigures, type ShownPerformance } from './performance-strip.tsx';
import { propertyRows } from './property-rows.ts';
import { useCalendarView } from './use-calendar-view.ts';
import type { GridEdits } from './use-grid-edits.ts';

interface MonthViewProps {
  property: Output<'inventory/show'>;
  mayChange: boolean;
  edits: GridEdits;
}

/** If there are more rows, the calendar shows one room type at a time. */
const MAX_LINES = 120;

/** The URL contains the month and the room type. */
export function MonthView({ property, mayChange, edits }: MonthViewProps) {
  const environment = useEnvironment();
  const isNarrow = useNarrow();
  const [filters, setFilters] = useFilters(['month', 'room']);
  const { document, firstNight, lastNight } = property;
  const { hotelId } = document;
  const today = localToday();
  const month = isMonth(filters.month) ? filters.month : firstMonth(today, firstNight, lastNight);
  const nights = useMemo(() => nightsOfMonth(month), [month]);
  const lines = document.plans.reduce((sum, { rooms }) => sum + rooms.length, document.rooms.length);
  const isOneByOne = isNarrow || lines > MAX_LINES;
  const codes = document.rooms.map(({ roomCode }) => roomCode);
  const requested = filters.room !== undefined && codes.includes(filters.room) ? filters.room : undefined;
  const allRows = useMemo(() => propertyRows(property), [property]);
  const view = useCalendarView();
  // A narrow window continues with the room type that was selected in the grid.
  const selectedRoom = codes.find(code => code === view.roomCode);
  const roomCode = requested ?? (isOneByOne ? (selectedRoom ?? codes[0]) : undefined);
  const query = {
    ...{ environment, hotelId, from: nights[0] as string, to: nights.at(-1) as string },
    ...(roomCode !== undefined && { roomCode }),
  };
  const shown = useCall('inventory/calendar', query);
  const performance = usePerformance(query);
  // While a month loads, the values of the previous month must not appear under the new month's name.
  const isOther = shown.state === 'ready' && shown.data.from !== nights[0];
  const read = shown.state === 'ready' && !isOther ? shown.data : undefined;
  // While one room type loads, the other ones that were shown before must not appear under its name.
  const calendar = useMemo(
    () => (read && roomCode !== undefined ? calendarOfRoom(read, roomCode) : read),
    [read, roomCode],
  );

  return (
    <>
      <div className="month-strip">
        <MonthBar
          month={month}
          today={today}
          rooms={property.roomNames}
          codes={codes}
          room={roomCode}
          mayShowAll={!isOneByOne}
          onMonth={to => setFilters({ month: to })}
          onRoom={to => setFilters({ room: to })}
          onBulkEdit={
            isNarrow && mayChange && calendar
              ? () =>
                  edits.isSaving
                    ? showToast(BUSY_TEXT)
                    : view.edit(bulkTarget(allRows, calendar, nights, today))
              : undefined
          }
        />
        {performance && <MonthFigures performance={performance} />}
      </div>
      {shown.state === 'failed' && <Notice failure={shown.failure} onRetry={shown.reload} />}
      {shown.state !== 'failed' && calendar === undefined && <Skeleton rows={Math.min(12, lines + 2)} />}
      {calendar && (
        <Nights
          {...{ document, allRows, calendar, nights, today, isNarrow, mayChange, edits, view, performance }}
        />
      )}
    </>
  );
}

/** The figures of the month, and of the same weekdays of the year before. Undefined while they load. */
function usePerformance(query: Input<'inventory/performance'>): ShownPerformance | undefined {
  const options = { when: useMay('reports:view') };
  const earlier = { ...query, ...sameWeekdaysBefore(query) };
  const sales = ownData(useCall('inventory/performance', query, options));
  const past = ownData(useCall('inventory/performance', earlier, options));
  return sales && { ...sales, before: past };
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
  /** Undefined if there is a toolbar for it. */
  onBulkEdit: (() => void) | undefined;
}

function MonthBar(props: MonthBarProps) {
  const { month, today, rooms, codes, room, mayShowAll, onMonth, onRoom, onBulkEdit } = props;
  const nameOf = (code: string) => rooms.find(one => one.roomCode === code)?.name ?? code;
  return (
    <div className="month-bar">
      <div className="month-steps">
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
          className="this-month"
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
      {onBulkEdit && (
        <button type="button" onClick={onBulkEdit}>
          <CalendarRange size={16} aria-hidden /> Bulk edit
        </button>
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
