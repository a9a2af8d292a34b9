import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { type CalendarRow, type GridField, kindOf, priceBasis } from './calendar.ts';
import { roundedAmount, widestInEms } from './cell-text.ts';
import type { Following } from './following.ts';
import { GridRow } from './grid-row.tsx';
import { isWeekend, nightName, weekdayOf } from './month.ts';
import { nightAndField, type Pending } from './pending.ts';
import {
  cellAt,
  extendTo,
  moveSelection,
  rectangleOf,
  type Selection,
  wholeColumns,
  wholeRows,
} from './selection.ts';

export interface GridCommands {
  select: (selection: Selection) => void;
  /** Opens the editor of the focused cell. `text` is what the user has typed so far. */
  edit: (text?: string) => void;
  clear: () => void;
  undo: () => void;
  redo: () => void;
  copy: () => string;
  paste: (text: string) => void;
  save: () => void;
  /** Shows the bookings of a cell. Ignored if nothing is sold. */
  openBookings: (row: number, column: number) => void;
}

interface RevenueGridProps {
  rows: readonly CalendarRow[];
  nights: readonly string[];
  currency: string;
  today: string;
  shown: GridField;
  pending: Pending;
  following: Following;
  trouble: ReadonlyMap<string, ReadonlySet<string>>;
  selection: Selection;
  /** The selected columns, without those on other weekdays. */
  columns: readonly number[];
  commands: GridCommands;
  isBusy: boolean;
  /** Figures above the nights. */
  strip: ReactNode;
  /** The open editor, placed over its cell. */
  editor: ReactNode;
}

/** A month of all rooms and plans. The grid is a single tab stop; arrow keys move, and Shift extends the selection. */
export function RevenueGrid(props: RevenueGridProps) {
  const { rows, nights, selection, columns, commands, editor, isBusy } = props;
  const table = useRef<HTMLTableElement>(null);
  const isDragging = useRef(false);
  const size = { rows: rows.length, columns: nights.length };
  const { pending, following } = props;
  const savedWidest = useMemo(() => widestPrice(rows), [rows]);
  const widest = useMemo(
    () => Math.max(savedWidest, widestChange(pending, following)),
    [savedWidest, pending, following],
  );
  useSelectionMarks(table, selection, columns, editor !== undefined);

  useEffect(() => {
    const stop = () => {
      isDragging.current = false;
    };
    window.addEventListener('pointerup', stop);
    return () => window.removeEventListener('pointerup', stop);
  }, []);

  const onPointerDown = (event: PointerEvent) => {
    const place = placeOf(event.target);
    if (place === undefined || event.button !== 0 || editor !== undefined) return;
    const [row, column] = place;
    isDragging.current = event.pointerType !== 'touch';
    commands.select(event.shiftKey ? extendTo(selection, row, column) : cellAt(row, column));
  };
  const onPointerOver = (event: PointerEvent) => {
    if (!isDragging.current) return;
    const [row, column] = placeOf(event.target) ?? [];
    if (row === undefined || column === undefined) return;
    if (row !== selection.row || column !== selection.column) {
      commands.select(extendTo(selection, row, column));
    }
  };
  const onClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const place = placeOf(target);
    if (target.closest('[data-sold]') && place) commands.openBookings(...place);
    const header = target.closest<HTMLElement>('[data-row], [data-column]');
    if (header?.dataset.row !== undefined)
      commands.select(wholeRows(selection, Number(header.dataset.row), event.shiftKey, size));
    if (header?.dataset.column !== undefined)
      commands.select(wholeColumns(selection, Number(header.dataset.column), event.shiftKey, size));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (editor !== undefined) return;
    // Saving may stop at a warning, which a key that is held down must not skip.
    const isHeldSave = event.repeat && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's';
    if (isHeldSave) return event.preventDefault();
    const press = { key: event.key, shift: event.shiftKey, control: event.ctrlKey || event.metaKey };
    const moved = moveSelection(selection, press, size);
    if (moved !== undefined) {
      event.preventDefault();
      commands.select(moved);
    } else if (runKey(press, event.altKey, selection, commands)) event.preventDefault();
  };
  const onClipboard = (event: ClipboardEvent, act: (data: DataTransfer) => void) => {
    if (editor !== undefined) return;
    event.preventDefault();
    act(event.clipboardData);
  };

  return (
    <div className="calendar-box">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with editable cells is a grid
        role="grid"
        className="calendar"
        style={{ '--nights': nights.length, '--widest': widest } as CSSProperties}
        aria-label="Prices and allotments by night"
        aria-multiselectable="true"
        aria-busy={isBusy || undefined}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerOver={onPointerOver}
        onClick={onClick}
        onDoubleClick={event => placeOf(event.target) && commands.edit()}
        onCopy={event => onClipboard(event, data => data.setData('text/plain', commands.copy()))}
        onCut={event =>
          onClipboard(event, data => {
            data.setData('text/plain', commands.copy());
            commands.clear();
          })
        }
        onPaste={event => onClipboard(event, data => commands.paste(data.getData('text/plain')))}
      >
        <GridHead {...props} />
        <GridBody
          rows={rows}
          nights={nights}
          shown={props.shown}
          currency={props.currency}
          pending={pending}
          following={following}
          trouble={props.trouble}
        />
      </table>
      {editor}
    </div>
  );
}

function widestPrice(rows: readonly CalendarRow[]): number {
  const prices = rows.flatMap(({ plan }) => plan?.nights.map(({ guestPrice }) => guestPrice ?? null) ?? []);
  return widestInEms(prices.map(roundedAmount));
}

/** Of the prices that are not saved yet. */
function widestChange(pending: Pending, following: Following): number {
  const amounts = new Set<string>();
  for (const changes of pending.values())
    for (const [key, { to }] of changes)
      if (to !== null && kindOf(nightAndField(key)[1]) === 'amount') amounts.add(String(to));
  for (const { guests } of following.values())
    for (const price of guests.values()) if (price !== null) amounts.add(price);
  return widestInEms([...amounts].map(roundedAmount));
}

/** Returns true if the key did something. */
function runKey(
  { key, shift, control }: { key: string; shift: boolean; control: boolean },
  alt: boolean,
  { row, column }: Selection,
  commands: GridCommands,
): boolean {
  const run = (command: () => void) => {
    command();
    return true;
  };
  const lower = key.toLowerCase();
  if (control) {
    if (lower === 'z') return run(shift ? commands.redo : commands.undo);
    if (lower === 'y') return run(commands.redo);
    return lower === 's' ? run(commands.save) : false;
  }
  if (alt) return false;
  if (key === 'Enter' || key === 'F2') return run(() => commands.edit());
  if (key === 'Delete' || key === 'Backspace') return run(commands.clear);
  if (lower === 'b') return run(() => commands.openBookings(row, column));
  return /^[\d+\-−.,ynx]$/i.test(key) ? run(() => commands.edit(key)) : false;
}

function placeOf(target: EventTarget): [row: number, column: number] | undefined {
  const cell = (target as HTMLElement).closest<HTMLElement>('[data-cell]');
  const [row, column] = cell?.dataset.cell?.split('-').map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : [row, column];
}

type GridHeadProps = Pick<RevenueGridProps, 'rows' | 'nights' | 'shown' | 'currency' | 'today' | 'strip'>;

/** The nights, and the figures below them. */
export function GridHead({ rows, nights, shown, currency, today, strip }: GridHeadProps) {
  const basis = priceBasis(rows, shown, currency);
  return (
    <thead>
      <tr>
        <th scope="col" className="calendar-line">
          {basis === undefined ? (
            'Room or rate plan'
          ) : (
            <>
              <span className="unseen">Room or rate plan, </span>
              <span>{basis}</span>
              <small>Before pricing rules</small>
            </>
          )}
        </th>
        {nights.map((night, column) => (
          <th
            key={night}
            scope="col"
            data-column={column}
            data-weekend={isWeekend(night) || undefined}
            data-today={night === today || undefined}
            title={nightName(night)}
          >
            <span>{weekdayOf(night)}</span>
            {Number(night.slice(8))}
          </th>
        ))}
      </tr>
      {strip}
    </thead>
  );
}

type GridBodyProps = Pick<
  RevenueGridProps,
  'rows' | 'nights' | 'shown' | 'currency' | 'pending' | 'following' | 'trouble'
>;

const GridBody = memo(function GridBody(props: GridBodyProps) {
  const { rows, nights, shown, currency, pending, following, trouble } = props;
  return (
    <tbody>
      {rows.map((row, index) => (
        <GridRow
          key={row.key}
          {...{ row, index, nights, shown, currency }}
          changes={pending.get(row.key)}
          following={following.get(row.key)}
          trouble={trouble.get(row.key)}
        />
      ))}
    </tbody>
  );
});

/** Marks the selected cells and moves the focus, without rendering the grid. */
function useSelectionMarks(
  table: { current: HTMLTableElement | null },
  selection: Selection,
  columns: readonly number[],
  isEditing: boolean,
): void {
  const marked = useRef<ReadonlySet<HTMLElement>>(new Set());
  const focused = useRef<HTMLElement | null>(null);
  const isFirst = useRef(true);

  useLayoutEffect(() => {
    const body = table.current?.tBodies[0];
    if (!body) return;
    const { top, bottom } = rectangleOf(selection);
    const next = new Set<HTMLElement>();
    for (let row = top; row <= bottom; row++) {
      // The first cell of a row is its name.
      for (const column of columns) {
        const cell = body.rows[row]?.cells[column + 1];
        if (cell) next.add(cell);
      }
    }
    for (const cell of marked.current) if (!next.has(cell)) cell.setAttribute('aria-selected', 'false');
    for (const cell of next) if (!marked.current.has(cell)) cell.setAttribute('aria-selected', 'true');
    marked.current = next;
    const active = body.rows[selection.row]?.cells[selection.column + 1] ?? null;
    if (focused.current !== active) focused.current?.setAttribute('tabindex', '-1');
    // The open editor covers the cell, so the editor is the tab stop.
    active?.setAttribute('tabindex', isEditing ? '-1' : '0');
    focused.current = active;
    // Scrolls today into view at first; later the browser scrolls to the focus.
    if (isFirst.current && active) {
      const box = table.current?.parentElement;
      if (box) box.scrollLeft = active.offsetLeft - box.clientWidth / 2;
    } else if (!isEditing) active?.focus({ preventScroll: false });
    isFirst.current = false;
  }, [table, selection, columns, isEditing]);
}
