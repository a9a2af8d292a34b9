import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react';
import {
  type CalendarRoom,
  type CalendarRow,
  type Choice,
  calendarRows,
  endsOf,
  moveChoice,
} from './calendar.ts';
import { describeCell } from './cell-label.ts';
import { isWeekend, nightName, weekdayName } from './month.ts';

interface CalendarGridProps {
  rows: readonly CalendarRow[];
  nights: readonly string[];
  currency: string;
  today: string;
  choice: Choice;
  onChoose: (choice: Choice) => void;
  onEdit: () => void;
  /** True while a change is being saved. The grid already shows the new values. */
  isPending: boolean;
}

/** The nights of a month as columns. The grid is a single tab stop, and arrow keys move between cells. */
export function CalendarGrid(props: CalendarGridProps) {
  const { rows, nights, currency, today, choice, onChoose, onEdit, isPending } = props;
  const table = useRef<HTMLTableElement>(null);
  const shouldFocus = useRef(false);

  useEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    table.current?.querySelector<HTMLElement>(`[data-cell="${choice.row}-${choice.at}"]`)?.focus();
  }, [choice]);

  // Scrolls the selected night, initially today, into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount; later the browser scrolls to the focus
  useLayoutEffect(() => {
    const cell = table.current?.querySelector<HTMLElement>(`[data-cell="0-${choice.at}"]`);
    const box = table.current?.parentElement;
    if (cell && box) box.scrollLeft = cell.offsetLeft - box.clientWidth / 2;
  }, []);

  const choose = (next: Choice) => {
    shouldFocus.current = true;
    onChoose(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onEdit();
      return;
    }
    const next = moveChoice(choice, event.key, event.shiftKey, { rows: rows.length, columns: nights.length });
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  };
  const onClick = (event: MouseEvent) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]');
    const [row, at] = cell?.dataset.cell?.split('-').map(Number) ?? [];
    if (row === undefined || at === undefined) return;
    choose(event.shiftKey && row === choice.row ? { ...choice, at } : { row, at, anchor: at });
  };

  return (
    <div className="calendar-box">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with editable cells is a grid
        role="grid"
        className="calendar"
        aria-label="Nights of this month"
        aria-multiselectable="true"
        aria-busy={isPending || undefined}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onDoubleClick={onEdit}
      >
        <thead>
          <tr>
            <th scope="col" className="calendar-line">
              Room or rate plan
            </th>
            {nights.map(night => (
              <th
                key={night}
                scope="col"
                data-weekend={isWeekend(night) || undefined}
                data-today={night === today || undefined}
                title={nightName(night)}
              >
                <span>{weekdayName(night).slice(0, 2)}</span>
                {Number(night.slice(8))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <GridLine key={row.key} row={row} at={at} nights={nights} currency={currency} choice={choice} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface GridLineProps {
  row: CalendarRow;
  at: number;
  nights: readonly string[];
  currency: string;
  choice: Choice;
}

function GridLine({ row, at, nights, currency, choice }: GridLineProps) {
  const [first, last] = endsOf(choice);
  return (
    <tr data-kind={row.plan === undefined ? 'rooms' : 'plan'}>
      <th scope="row" className="calendar-line">
        <LineName row={row} />
      </th>
      {nights.map((night, column) => {
        const { main, marks, label, tone } = describeCell(row, night, currency);
        const isChosen = choice.row === at && column >= first && column <= last;
        return (
          <td
            key={night}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid
            role="gridcell"
            data-cell={`${at}-${column}`}
            data-tone={tone}
            data-weekend={isWeekend(night) || undefined}
            tabIndex={choice.row === at && choice.at === column ? 0 : -1}
            aria-selected={isChosen}
            title={label}
          >
            <span className="unseen">{label}</span>
            <span aria-hidden="true">{main}</span>
            {marks.length > 0 && <small aria-hidden="true">{marks.join(' ')}</small>}
          </td>
        );
      })}
    </tr>
  );
}

function LineName({ row: { room, plan } }: { row: CalendarRow }) {
  if (plan === undefined) {
    return (
      <>
        <strong>{room.name}</strong>
        <small>{room.roomCode} · sold / allotment</small>
      </>
    );
  }
  return (
    <>
      <span>{plan.name}</span>
      <small>
        {plan.planCode} · {plan.board}
        {plan.active ? '' : ' · inactive'}
      </small>
    </>
  );
}

interface NightListProps {
  room: CalendarRoom;
  /** Index of this room's first row in the whole calendar. */
  firstRow: number;
  nights: readonly string[];
  currency: string;
  onEdit: (row: number, at: number) => void;
}

/** One room type on a phone: a row per night with a button for each value. */
export function NightList({ room, firstRow, nights, currency, onEdit }: NightListProps) {
  const rows = calendarRows([room]);
  return (
    <ol className="night-list" aria-label={`Nights: ${room.name}`}>
      {nights.map((night, at) => (
        <li key={night}>
          <span className="night-date" title={nightName(night)}>
            <strong>{Number(night.slice(8))}</strong> {weekdayName(night)}
          </span>
          <div className="night-cells">
            {rows.map((row, line) => {
              const { main, marks, label, tone } = describeCell(row, night, currency);
              return (
                <button
                  key={row.key}
                  type="button"
                  data-tone={tone}
                  onClick={() => onEdit(firstRow + line, at)}
                >
                  <span className="unseen">Edit {label}</span>
                  <small aria-hidden="true">{row.plan?.name ?? 'Sold'}</small>
                  <span aria-hidden="true">{main}</span>
                  {marks.length > 0 && <small aria-hidden="true">{marks.join(' ')}</small>}
                </button>
              );
            })}
          </div>
        </li>
      ))}
    </ol>
  );
}
