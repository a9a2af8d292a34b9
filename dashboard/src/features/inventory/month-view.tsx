import { CalendarRange, ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { Notice } from '../../components/feedback.tsx';
import { FilterSelect } from '../../components/filter-bar.tsx';
import { DateField } from '../../components/pickers/date-field.tsx';
import { UnsavedDot } from '../../components/unsaved-dot.tsx';
import { ownData } from '../../lib/calls/current-data.ts';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatNumber, localToday } from '../../lib/format/format.ts';
import { useMay } from '../../lib/session-context.ts';
import { showToast } from '../../lib/toasts.tsx';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { calendarOfRoom } from './calendar.ts';
import { bulkTarget } from './edit-drawer.tsx';
import { BUSY_TEXT } from './grid-commands.ts';
import { DAYS_OF_YEAR, sameWeekdaysBefore } from './month.ts';
import { MonthField } from './month-field.tsx';
import { Nights } from './nights.tsx';
import { type UnshownChanges, unshownChanges } from './pending.ts';
import { MonthFigures } from './performance-strip.tsx';
import type { ReadPerformance } from './performance-tiles.ts';
import { propertyRows, unknownCalendar } from './property-rows.ts';
import { UnknownNights } from './unknown-nights.tsx';
import { useCalendarView } from './use-calendar-view.ts';
import type { GridEdits } from './use-grid-edits.ts';
import { type Period, usePeriod } from './use-period.ts';

interface MonthViewProps {
  property: Output<'inventory/show'>;
  mayChange: boolean;
  edits: GridEdits;
}

/** If there are more rows, the calendar shows one room type at a time. */
const MAX_LINES = 120;

/** The URL contains the month, the week of a narrow window, and the room type. */
export function MonthView({ property, mayChange, edits }: MonthViewProps) {
  const environment = useEnvironment();
  const isNarrow = useNarrow();
  const [filters, setFilters] = useFilters(['room']);
  const { document } = property;
  const { hotelId } = document;
  const today = localToday();
  const view = useCalendarView();
  const { nights, loadedNights, ...period } = usePeriod(property, isNarrow, view.kept?.night);
  const lines = document.plans.reduce((sum, { rooms }) => sum + rooms.length, document.rooms.length);
  const isOneByOne = isNarrow || lines > MAX_LINES;
  const codes = document.rooms.map(({ roomCode }) => roomCode);
  const requested = filters.room !== undefined && codes.includes(filters.room) ? filters.room : undefined;
  const allRows = useMemo(() => propertyRows(property), [property]);
  // A narrow window continues with the room type that was selected in the grid.
  const selectedRoom = codes.find(code => code === view.roomCode);
  const roomCode = requested ?? (isOneByOne ? (selectedRoom ?? codes[0]) : undefined);
  const query = (range: readonly string[]) => ({
    ...{ environment, hotelId, from: range[0] as string, to: range.at(-1) as string },
    ...(roomCode !== undefined && { roomCode }),
  });
  const shown = useCall('inventory/calendar', query(loadedNights));
  const { performance, seesFigures, failed: failedFigures } = usePerformance(query(nights));
  const failed = shown.state === 'failed' ? shown : failedFigures;
  // While a month loads, the values of the previous month must not appear under the new month's name.
  const isOther =
    shown.state === 'ready' && (shown.data.from !== loadedNights[0] || shown.data.to !== loadedNights.at(-1));
  const read = shown.state === 'ready' && !isOther ? shown.data : undefined;
  // While one room type loads, the other ones that were shown before must not appear under its name.
  const calendar = useMemo(
    () => (read && roomCode !== undefined ? calendarOfRoom(read, roomCode) : read),
    [read, roomCode],
  );
  const openBulkEdit = () => {
    if (edits.isSaving) showToast(BUSY_TEXT);
    else if (calendar) view.edit(bulkTarget(allRows, calendar, { nights, loadedNights }, today));
  };
  const unshown = useMemo(
    () => unshownChanges(edits.pending, nights, roomCode),
    [edits.pending, nights, roomCode],
  );
  const figures = seesFigures && <MonthFigures performance={performance} />;

  return (
    <>
      <div className="month-strip">
        <PeriodBar
          {...period}
          rooms={property.roomNames}
          codes={codes}
          room={roomCode}
          mayShowAll={!isOneByOne}
          onRoom={to => setFilters({ room: to })}
          onBulkEdit={isNarrow && mayChange ? openBulkEdit : undefined}
          isLoading={calendar === undefined}
          unshown={unshown}
        />
        {!isNarrow && figures}
      </div>
      {failed?.state === 'failed' && <Notice failure={failed.failure} onRetry={failed.reload} />}
      {shown.state !== 'failed' && calendar === undefined && (
        <UnknownNights
          calendar={unknownCalendar(property, roomCode)}
          {...{ nights, today, isNarrow, mayChange, performance, seesFigures }}
        />
      )}
      {calendar && (
        <Nights
          {...{ document, allRows, calendar, nights, loadedNights, today, isNarrow, mayChange, edits, view }}
          {...{ performance, seesFigures, onStep: period.onStep }}
        />
      )}
      {isNarrow && figures}
    </>
  );
}

/**
 * The figures of the shown nights, and of the same weekdays of the year before as they were known then. Otherwise, coming
 * nights would be compared with nights that were already sold to the last guest.
 */
function usePerformance(query: Input<'inventory/performance'>) {
  const seesFigures = useMay('reports:view');
  const options = { when: seesFigures };
  const earlier = { ...query, ...sameWeekdaysBefore(query), knownDaysAgo: DAYS_OF_YEAR };
  const [now, before] = [
    useCall('inventory/performance', query, options),
    useCall('inventory/performance', earlier, options),
  ];
  const sales = ownData(now);
  const unread = now.state === 'failed' ? null : undefined;
  const performance: ReadPerformance = sales ? { ...sales, before: ownData(before) } : unread;
  return { performance, seesFigures, failed: [now, before].find(read => read.state === 'failed') };
}

interface PeriodBarProps extends Period {
  rooms: readonly { roomCode: string; name: string }[];
  codes: readonly string[];
  room: string | undefined;
  mayShowAll: boolean;
  onRoom: (room: string | undefined) => void;
  /** Undefined if there is a toolbar for it. */
  onBulkEdit: (() => void) | undefined;
  isLoading: boolean;
  unshown: UnshownChanges;
}

function PeriodBar(props: PeriodBarProps) {
  const { rooms, codes, room, mayShowAll, onRoom, onBulkEdit, isLoading, unshown } = props;
  const nameOf = (code: string) => {
    const [name, unsaved] = [rooms.find(one => one.roomCode === code)?.name ?? code, unshown.rooms.get(code)];
    return unsaved === undefined ? name : `${name} (${formatNumber(unsaved)} unsaved)`;
  };
  return (
    <div className="month-bar">
      <PeriodSteps {...props} />
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
        <button type="button" disabled={isLoading} onClick={onBulkEdit}>
          <CalendarRange size={16} aria-hidden /> Bulk edit
        </button>
      )}
    </div>
  );
}

function PeriodSteps(props: Period & Pick<PeriodBarProps, 'unshown'>) {
  const { unit, title, week, month, nameAt, onStep, isNow, onNow, unshown } = props;
  return (
    <div className="month-steps">
      <StepButton
        label={`Previous ${unit}: ${nameAt(-1)}`}
        unsaved={unshown.earlier}
        onClick={() => onStep(-1)}
      >
        <ChevronLeft size={16} aria-hidden />
      </StepButton>
      <h2 aria-live="polite" className="unseen">
        {title}
      </h2>
      {month && <MonthField {...month} />}
      {week && <DateField label="Week" value={week.first} text={title} onChange={week.show} />}
      <StepButton label={`Next ${unit}: ${nameAt(1)}`} unsaved={unshown.later} onClick={() => onStep(1)}>
        <ChevronRight size={16} aria-hidden />
      </StepButton>
      <button type="button" className="this-month" disabled={isNow} onClick={onNow}>
        {unit === 'week' ? 'This week' : 'This month'}
      </button>
    </div>
  );
}

interface StepButtonProps {
  label: string;
  /** The number of unsaved changes in this direction. */
  unsaved: number;
  onClick: () => void;
  children: ReactNode;
}

function StepButton({ label, unsaved, onClick, children }: StepButtonProps) {
  const title = unsaved === 1 ? '1 unsaved change' : `${formatNumber(unsaved)} unsaved changes`;
  return (
    <button type="button" className="icon" onClick={onClick} title={unsaved > 0 ? title : undefined}>
      <span className="unseen">{label}</span>
      {children}
      {unsaved > 0 && <UnsavedDot text={title} />}
    </button>
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
