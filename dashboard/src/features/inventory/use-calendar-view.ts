/** What the user has selected and opened in the calendar. It survives a change between the grid and the list. */
import { useMemo, useState } from 'react';
import { type CalendarRoom, type CalendarRow, codesOf } from './calendar.ts';
import type { EditTarget } from './edit-drawer.tsx';
import type { Weekday } from './month.ts';
import { type KeptSelection, keptSelection, type Selection, shownSelection } from './selection.ts';

export interface CalendarView {
  kept: KeptSelection | undefined;
  keep: (kept: KeptSelection) => void;
  /** The room type of the selection. */
  roomCode: string | undefined;
  weekdays: readonly Weekday[];
  setWeekdays: (weekdays: readonly Weekday[]) => void;
  /** What the form with all fields changes, if it is open. It stays the same while other rows or nights are shown. */
  editing: EditTarget | undefined;
  edit: (target: EditTarget | undefined) => void;
  /** The night whose bookings are open. */
  bookings: { room: CalendarRoom; night: string } | undefined;
  setBookings: (bookings: CalendarView['bookings']) => void;
}

export function useCalendarView(): CalendarView {
  const [kept, keep] = useState<KeptSelection>();
  const [weekdays, setWeekdays] = useState<readonly Weekday[]>([]);
  const [editing, edit] = useState<EditTarget>();
  const [bookings, setBookings] = useState<CalendarView['bookings']>();
  const roomCode = kept && codesOf(kept.row).roomCode;
  return { kept, keep, roomCode, weekdays, setWeekdays, editing, edit, bookings, setBookings };
}

/** The selection among the rows and nights that are shown. The same object until the user selects something else. */
export function useShownSelection(
  { kept, keep }: CalendarView,
  rows: readonly CalendarRow[],
  nights: readonly string[],
  today: string,
): [Selection, (selection: Selection) => void] {
  const { row, column, anchorRow, anchorColumn } = shownSelection(kept, { rows, nights }, today);
  // biome-ignore lint/correctness/useExhaustiveDependencies: selecting the same cell again moves the focus to it
  const selection = useMemo(
    () => ({ row, column, anchorRow, anchorColumn }),
    [kept, row, column, anchorRow, anchorColumn],
  );
  return [selection, next => keep(keptSelection(next, { rows, nights }))];
}
