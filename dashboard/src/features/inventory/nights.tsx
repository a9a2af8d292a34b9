import { useMemo } from 'react';
import type { Output } from '../../lib/calls/operator-client.ts';
import { showToast } from '../../lib/toasts.tsx';
import { useFilters } from '../../lib/url-state.ts';
import { BookingsDrawer } from './bookings-drawer.tsx';
import { type Calendar, calendarRows, codesOf, isGridField, roomNightOf } from './calendar.ts';
import { pricingOf } from './derived-price.ts';
import { EditDrawer } from './edit-drawer.tsx';
import { followingOf } from './following.ts';
import { BUSY_TEXT, selectedCells } from './grid-commands.ts';
import { focusCell, GridView } from './grid-view.tsx';
import { monthOfWeek, nightsOfWeek } from './month.ts';
import { PendingBar } from './pending-bar.tsx';
import type { ReadPerformance } from './performance-tiles.ts';
import type { PropertyRow } from './property-rows.ts';
import { cellAt, firstRun, rectangleOf, selectedColumns, selectedRange } from './selection.ts';
import { type CalendarView, useShownSelection } from './use-calendar-view.ts';
import type { GridEdits } from './use-grid-edits.ts';
import { type Known, useKnown } from './use-known.ts';
import { usePendingNights } from './use-pending-nights.ts';
import { useSave } from './use-save.ts';
import { WeekStrip } from './week-strip.tsx';

interface NightsProps {
  document: Output<'inventory/show'>['document'];
  /** All rows of the property, whether they are shown or not. */
  allRows: readonly PropertyRow[];
  calendar: Calendar;
  performance: ReadPerformance;
  /** A month, or a week in a narrow window. */
  nights: readonly string[];
  /** All nights of the calendar. */
  loadedNights: readonly string[];
  today: string;
  isNarrow: boolean;
  seesFigures: boolean;
  mayChange: boolean;
  edits: GridEdits;
  view: CalendarView;
  /** Shows the next week (1) or the previous one (-1). */
  onStep: (step: -1 | 1) => void;
}

/** The grid, or a week on a phone. Changes stay pending until they are saved together. */
export function Nights(props: NightsProps) {
  const { document, allRows, calendar, performance, nights, loadedNights, today } = props;
  const { isNarrow, seesFigures, mayChange, edits, view } = props;
  const { pending } = edits;
  const { currency } = calendar;
  const [filters, setFilters] = useFilters(['field', 'month', 'week', 'room']);
  const shown = isGridField(filters.field) ? filters.field : 'price';
  const rows = useMemo(() => calendarRows(calendar.rooms), [calendar]);
  const { weekdays, setWeekdays, edit, setBookings } = view;
  const [selection, setSelection] = useShownSelection(view, rows, nights, today);
  const columns = useMemo(
    () => selectedColumns(rectangleOf(selection), nights, weekdays),
    [selection, nights, weekdays],
  );
  const pricing = useMemo(() => pricingOf(document), [document]);
  const following = useMemo(
    () => followingOf(pending, { rows, nights: loadedNights, pricing }),
    [pending, rows, loadedNights, pricing],
  );
  const known = useKnown({ edits, calendar, pricing, rows, following });
  const reading = usePendingNights(edits, known, document);
  const byKey = useMemo(() => new Map(allRows.map(row => [row.key, row])), [allRows]);
  const { save, isWarned } = useSave(edits, known, { currency, propertyRows: byKey });
  const content = { rows, nights, pending, shown, currency };
  const selected = selectedCells(content, selection, columns);
  const loaded = { rows, nights: loadedNights };

  const openBookings = (row: number, column: number) => {
    const { room, plan } = rows[row] ?? {};
    const night = nights[column];
    if (!room || night === undefined || plan !== undefined) return;
    if ((roomNightOf(room, night)?.sold ?? 0) > 0) setBookings({ room, night });
  };

  const showCells = (key: string, wanted: readonly string[]) => {
    const { first, last } = firstRun(wanted, nights);
    view.keep({ row: key, night: first, anchorRow: key, anchorNight: last });
    const [row, column] = [rows.findIndex(each => each.key === key), nights.indexOf(first)];
    const room = row < 0 ? { room: codesOf(key).roomCode } : {};
    if (isNarrow) {
      const week = nightsOfWeek(first);
      setFilters({ week: week[0], month: monthOfWeek(week), ...room });
      edits.review(false);
    } else if (row >= 0 && column >= 0) focusCell({ row, column });
    else setFilters({ month: first.slice(0, 7), week: undefined, ...room });
  };

  return (
    <>
      {isNarrow ? (
        calendar.rooms.map(room => (
          <WeekStrip
            key={room.roomCode}
            {...{ room, nights, today, performance, seesFigures, mayChange }}
            {...{ selected: view.kept, onStep: props.onStep }}
            cells={{ currency, shown, pending, following }}
            onSelect={(row, at) => {
              const index = rows.findIndex(one => one.key === row.key);
              setSelection(cellAt(index, at));
              if (mayChange && edits.isSaving) showToast(BUSY_TEXT);
              else if (mayChange)
                edit({ keys: [row.key], range: selectedRange({ left: at, right: at }, nights, []), loaded });
            }}
            onBookings={night => setBookings({ room, night })}
          />
        ))
      ) : (
        <GridView
          // Another month or room type begins without an open editor, and does not take the focus.
          key={`${nights[0]} ${rows[0]?.key} ${rows.length}`}
          {...{ content, following, pricing, performance, seesFigures, today, mayChange, edits }}
          {...{ selection, selected, columns, weekdays }}
          onSelect={setSelection}
          onWeekdays={setWeekdays}
          onBulkEdit={() =>
            edit({
              keys: selected.rows.map(({ key }) => key),
              range: selectedRange(rectangleOf(selection), nights, weekdays),
              loaded,
            })
          }
          onBookings={openBookings}
          onSave={save}
        />
      )}
      <PendingBar
        {...{ edits, calendar, known, isNarrow, isWarned, reading, propertyRows: byKey }}
        isEditing={view.editing !== undefined}
        onSave={save}
        onEdit={edit}
        onShow={showCells}
      />
      <Drawers {...{ document, allRows, edits, view }} following={known.following} />
    </>
  );
}

/** The forms and lists that are opened from the grid or from the list of nights. */
function Drawers({
  document,
  allRows,
  edits,
  view,
  following,
}: Pick<NightsProps, 'document' | 'allRows' | 'edits' | 'view'> & Pick<Known, 'following'>) {
  const { editing, edit, bookings, setBookings } = view;
  return (
    <>
      {editing && (
        <EditDrawer
          {...{ ...editing, document, following, pending: edits.pending }}
          rows={allRows}
          onApply={(made, read) => {
            edits.apply(made, read);
            edit(undefined);
          }}
          onClose={() => edit(undefined)}
        />
      )}
      {bookings && (
        <BookingsDrawer
          hotelId={document.hotelId}
          rows={allRows}
          {...bookings}
          onClose={() => setBookings(undefined)}
        />
      )}
    </>
  );
}
