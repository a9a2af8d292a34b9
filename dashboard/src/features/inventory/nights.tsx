import { useEffect, useMemo, useRef, useState } from 'react';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { showToast } from '../../lib/toasts.tsx';
import { useFilters } from '../../lib/url-state.ts';
import { troubleMarks } from './batch.ts';
import { BookingsDrawer } from './bookings-drawer.tsx';
import {
  type Calendar,
  type CalendarRow,
  calendarRows,
  fieldOf,
  isGridField,
  roomNightOf,
} from './calendar.ts';
import { CellEditor } from './cell-editor.tsx';
import { copiedText, parseTable, pasteTable } from './clipboard.ts';
import { EditDrawer } from './edit-drawer.tsx';
import { applyEntry, parseEntry } from './entry.ts';
import { GridToolbar } from './grid-toolbar.tsx';
import type { Weekday } from './month.ts';
import { NightList } from './night-list.tsx';
import { currentValue, type Edit } from './pending.ts';
import { PendingBar } from './pending-bar.tsx';
import { type Performance, PerformanceRows } from './performance-strip.tsx';
import { type GridCommands, RevenueGrid } from './revenue-grid.tsx';
import { cellAt, rectangleOf, type Selection, selectedColumns } from './selection.ts';
import type { GridEdits } from './use-grid-edits.ts';

interface NightsProps {
  hotelId: string;
  calendar: Calendar;
  performance: Performance | undefined;
  nights: readonly string[];
  today: string;
  isNarrow: boolean;
  mayChange: boolean;
  edits: GridEdits;
}

interface OpenEditor {
  text: string;
  isTyped: boolean;
  problem?: string;
}

/** The grid with its toolbar, or a list on a phone. Changes stay pending until they are saved together. */
export function Nights(props: NightsProps) {
  const { hotelId, calendar, performance, nights, today, isNarrow, mayChange, edits } = props;
  const { pending } = edits;
  const { currency } = calendar;
  const [filters, setFilters] = useFilters(['field']);
  const shown = isGridField(filters.field) ? filters.field : 'price';
  const rows = useMemo(() => calendarRows(calendar.rooms), [calendar]);
  const [selection, setSelection] = useState<Selection>(cellAt(0, Math.max(0, nights.indexOf(today))));
  const [weekdays, setWeekdays] = useState<readonly Weekday[]>([]);
  const [editor, setEditor] = useState<OpenEditor>();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [bookings, setBookings] = useState<{ room: CalendarRow['room']; night: string }>();
  const rectangle = rectangleOf(selection);
  const columns = useMemo(
    () => selectedColumns(rectangleOf(selection), nights, weekdays),
    [selection, nights, weekdays],
  );
  const trouble = useMemo(() => troubleMarks(edits.trouble), [edits.trouble]);
  useRebaseAfterConflict(edits, rows, nights, calendar);
  useLeaveWarning(pending.size > 0);

  const active = rows[selection.row] ?? (rows[0] as CalendarRow);
  const activeNight = nights[selection.column] ?? (nights[0] as string);
  const isOfKind = (row: CalendarRow) => (row.plan === undefined) === (active.plan === undefined);
  const selectedRows = rows.slice(rectangle.top, rectangle.bottom + 1).filter(isOfKind);
  const selectedNights = columns.map(column => nights[column] as string);
  const content = { rows, nights, pending, shown, currency };

  const applyText = (text: string): string | undefined => {
    const parsed = parseEntry(text, fieldOf(active, shown), currency);
    if ('problem' in parsed) return parsed.problem;
    const made: Edit[] = [];
    let skipped = 0;
    for (const row of selectedRows) {
      const field = fieldOf(row, shown);
      for (const night of selectedNights) {
        const to = applyEntry(parsed.entry, field, currentValue(pending, row, night, field), currency);
        if (to === undefined) skipped += 1;
        else made.push({ row, night, field, to });
      }
    }
    edits.apply(made);
    if (skipped > 0)
      showToast(`${formatNumber(skipped)} cells have no value of their own and were not changed.`);
    return undefined;
  };
  const save = async () => {
    const written = await edits.save();
    if (written !== undefined) showToast(describeSaved(written));
  };
  const openBookings = (row: number, column: number) => {
    const room = rows[row]?.room;
    const night = nights[column];
    if (!room || night === undefined || rows[row]?.plan !== undefined) return;
    if ((roomNightOf(room, night)?.sold ?? 0) > 0) setBookings({ room, night });
  };
  const commands: GridCommands = {
    select: setSelection,
    edit: text => {
      if (!mayChange) return;
      const value = currentValue(pending, active, activeNight, fieldOf(active, shown));
      setEditor({ text: text ?? String(value ?? ''), isTyped: text !== undefined });
    },
    clear: () => {
      if (mayChange && active.plan !== undefined) applyText('');
    },
    undo: edits.undo,
    redo: edits.redo,
    copy: () => copiedText(rectangle, content),
    paste: text => {
      if (!mayChange) return;
      const { edits: made, problems, outside } = pasteTable(parseTable(text), rectangle, content);
      if (problems.length > 0) {
        const more = problems.length > 3 ? ` and ${problems.length - 3} more` : '';
        showToast(`Nothing was pasted. ${problems.slice(0, 3).join(' ')}${more}`);
        return;
      }
      edits.apply(made);
      const left = outside > 0 ? ` ${formatNumber(outside)} cells lie outside the grid.` : '';
      showToast(`${made.length === 1 ? '1 value' : `${formatNumber(made.length)} values`} pasted.${left}`);
    },
    save: () => void save(),
    openBookings,
  };
  const activeSold = active.plan === undefined ? (roomNightOf(active.room, activeNight)?.sold ?? 0) : 0;
  const count = selectedRows.length * selectedNights.length;

  return (
    <>
      {isNarrow ? (
        calendar.rooms.map(room => (
          <NightList
            key={room.roomCode}
            room={room}
            nights={nights}
            cells={{ currency, shown, pending }}
            onEdit={(row, at) => {
              const index = rows.findIndex(one => one.key === row.key);
              setSelection(cellAt(index, at));
              if (mayChange) setDrawerOpen(true);
            }}
            onBookings={night => setBookings({ room, night })}
          />
        ))
      ) : (
        <>
          <GridToolbar
            {...{ shown, mayChange, weekdays }}
            onShow={field => setFilters({ field: field === 'price' ? undefined : field })}
            onWeekdays={setWeekdays}
            selected={describeSelection(selectedRows, selectedNights, active)}
            undo={edits.canUndo ? edits.undo : undefined}
            redo={edits.canRedo ? edits.redo : undefined}
            onApply={applyText}
            onDetails={() => setDrawerOpen(true)}
            onBookings={activeSold > 0 ? () => openBookings(selection.row, selection.column) : undefined}
          />
          <RevenueGrid
            {...{ rows, nights, currency, today, shown, pending, trouble, selection, columns, commands }}
            isBusy={edits.isSaving}
            strip={performance && <PerformanceRows performance={performance} />}
            editor={
              editor && (
                <CellEditor
                  key={`${selection.row}-${selection.column}`}
                  row={selection.row}
                  column={selection.column}
                  text={editor.text}
                  isTyped={editor.isTyped}
                  problem={editor.problem}
                  label={count > 1 ? `New value for ${formatNumber(count)} cells` : 'New value'}
                  onCancel={() => setEditor(undefined)}
                  onCommit={(text, move) => {
                    const problem = applyText(text);
                    if (problem !== undefined) return setEditor({ ...editor, problem });
                    setEditor(undefined);
                    const step = { stay: 0, left: -1, right: 1 }[move];
                    const column = Math.max(0, Math.min(nights.length - 1, selection.column + step));
                    setSelection(step === 0 ? { ...selection } : cellAt(selection.row, column));
                  }}
                />
              )
            }
          />
        </>
      )}
      <PendingBar edits={edits} rows={rows} onSave={() => void save()} />
      {isDrawerOpen && (
        <EditDrawer
          rows={selectedRows}
          nights={selectedNights}
          month={nights}
          {...{ currency, pending }}
          onApply={made => {
            edits.apply(made);
            setDrawerOpen(false);
          }}
          onClose={() => setDrawerOpen(false)}
        />
      )}
      {bookings && <BookingsDrawer hotelId={hotelId} {...bookings} onClose={() => setBookings(undefined)} />}
    </>
  );
}

/** After a rejected save, the calendar is read again. The pending changes then start from the new values. */
function useRebaseAfterConflict(
  edits: GridEdits,
  rows: readonly CalendarRow[],
  nights: readonly string[],
  calendar: Calendar,
): void {
  const before = useRef(calendar);
  const isConflict = edits.failure?.isConflict ?? false;
  useEffect(() => {
    if (before.current === calendar) return;
    before.current = calendar;
    if (isConflict) edits.rebase(rows, nights);
  });
}

function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}

function describeSelection(
  rows: readonly CalendarRow[],
  nights: readonly string[],
  active: CalendarRow,
): string {
  const [one, many] = active.plan === undefined ? ['room type', 'room types'] : ['rate plan', 'rate plans'];
  const counted = (count: number, single: string, several: string) =>
    count === 1 ? `1 ${single}` : `${formatNumber(count)} ${several}`;
  return `${counted(rows.length, one, many)} × ${counted(nights.length, 'night', 'nights')} selected`;
}

function describeSaved({ allotments, rates, exceeded }: Output<'inventory/update'>): string {
  const changed = allotments.created + allotments.changed + rates.created + rates.changed;
  if (exceeded.length > 0) {
    return `Saved. On ${exceeded.length === 1 ? '1 night' : `${formatNumber(exceeded.length)} nights`}, more rooms are sold or held than the new allotment allows.`;
  }
  if (changed === 0) return 'No changes needed.';
  return changed === 1 ? '1 night saved.' : `${formatNumber(changed)} nights saved.`;
}
