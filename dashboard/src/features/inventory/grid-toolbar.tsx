import { ChevronRight, Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { FilterSelect } from '../../components/filter-bar.tsx';
import { Form } from '../../components/form.tsx';
import { GRID_FIELDS, type GridField } from './calendar.ts';
import { LEGEND } from './cell-label.ts';
import type { Weekday } from './month.ts';
import { WeekdayChoice } from './weekday-choice.tsx';

const ALLOTMENT = 'total';
const FIELDS = [[ALLOTMENT, 'Allotment'], ...GRID_FIELDS] as const;

interface GridToolbarProps {
  /** What the selected row shows. Undefined for the allotment of a room type. */
  shown: GridField | undefined;
  /** What a user could type into the selected cells. */
  example: string;
  /** Undefined selects the allotment. */
  onShow: (field: GridField | undefined) => void;
  mayChange: boolean;
  /** Nothing can be changed while changes are saved. */
  isBusy: boolean;
  /** Describes the selection: names that may be cut, and the rest, such as the exact price of a single cell. */
  selected: { names: readonly string[]; text: string };
  weekdays: readonly Weekday[];
  onWeekdays: (weekdays: readonly Weekday[]) => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  /** Applies a value or a change such as `+10%`. Returns a problem, if any. */
  onApply: (text: string) => string | undefined;
  /** What typing changes, if the cells show something else, and which plan the cell follows. */
  hint: string | undefined;
  onBulkEdit: () => void;
  /** Removes the own values of the selected cells, so that they follow another plan again. */
  follow: { parent: string; run: () => void } | undefined;
  onBookings: (() => void) | undefined;
}

export function GridToolbar(props: GridToolbarProps) {
  const { shown, onShow, mayChange, isBusy, selected, weekdays, onWeekdays } = props;
  return (
    <div className="grid-tools">
      <FilterSelect
        label="Show and edit"
        value={shown ?? ALLOTMENT}
        options={FIELDS}
        onChange={field => onShow(GRID_FIELDS.find(([name]) => name === field)?.[0])}
      />
      <div className="grid-apply">
        <p className="grid-selected" aria-live="polite">
          {selected.names.map(name => (
            <span key={name}>{name}</span>
          ))}
          <span>{selected.text}</span>
        </p>
        {mayChange && (
          <ApplyBox key={shown} {...{ example: props.example, isBusy, onApply: props.onApply }} />
        )}
        {props.hint && <small>{props.hint}</small>}
      </div>
      <WeekdayChoice chosen={weekdays} onChange={onWeekdays} />
      <div className="grid-actions">
        <CellAction {...{ follow: props.follow, isBusy, onBookings: props.onBookings }} />
        {mayChange && (
          <>
            <button
              type="button"
              className="icon"
              aria-label="Undo"
              disabled={!props.undo}
              onClick={props.undo}
            >
              <Undo2 size={16} aria-hidden />
            </button>
            <button
              type="button"
              className="icon"
              aria-label="Redo"
              disabled={!props.redo}
              onClick={props.redo}
            >
              <Redo2 size={16} aria-hidden />
            </button>
            <button
              type="button"
              title="Edit any field for any nights, room types and rate plans"
              disabled={isBusy}
              onClick={props.onBulkEdit}
            >
              Bulk edit
            </button>
          </>
        )}
      </div>
    </div>
  );
}

/**
 * One place for what can be done with the selected cells. It stays while it is empty: if the toolbar changed its size, the grid
 * would move under the pointer.
 */
function CellAction({
  follow,
  isBusy,
  onBookings,
}: Pick<GridToolbarProps, 'follow' | 'isBusy' | 'onBookings'>) {
  return (
    <span className="grid-action">
      {follow && (
        <button
          type="button"
          title={`Remove these overrides so that the cells follow ${follow.parent} again`}
          disabled={isBusy}
          onClick={follow.run}
        >
          <span>Follow {follow.parent} again</span>
        </button>
      )}
      {!follow && onBookings && (
        <button type="button" onClick={onBookings}>
          Bookings
        </button>
      )}
    </span>
  );
}

/** What keys and symbols mean, below the grid. */
export function GridHelp({ mayChange }: { mayChange: boolean }) {
  return (
    <details className="grid-help">
      <summary>
        <ChevronRight size={14} aria-hidden /> Keyboard shortcuts and symbols
      </summary>
      <p>
        {mayChange
          ? 'Type a value, +10%, −5 or +5, then press Enter to fill the selection. Delete clears the selected values. Ctrl+C and Ctrl+V copy to and from a spreadsheet. Ctrl+Z undoes, Ctrl+Y redoes and Ctrl+S saves. Bulk edit covers any range of nights, even across months. '
          : 'You can view this calendar but not edit it. '}
        To select cells, drag, or hold Shift and use the arrow keys. Click a date or a row name to select its
        whole column or row. Press B on a sold night to see its bookings. Prices are rounded; the tooltip and
        the toolbar show the exact price. Prices in italics follow another rate plan.
        {mayChange &&
          ' A coloured corner marks an unsaved change. An underline marks a value that follows one.'}
      </p>
      <p>{LEGEND}</p>
    </details>
  );
}

function ApplyBox({ example, isBusy, onApply }: Pick<GridToolbarProps, 'example' | 'isBusy' | 'onApply'>) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  return (
    <Form
      className="apply-box"
      onSubmit={() => {
        const found = onApply(text);
        setProblem(found);
        if (found === undefined) setText('');
      }}
    >
      <input
        aria-label="Set or adjust selection"
        value={text}
        placeholder={example}
        autoComplete="off"
        aria-invalid={problem !== undefined || undefined}
        onChange={event => setText(event.target.value)}
      />
      <button type="submit" disabled={isBusy || text.trim() === ''}>
        Apply
      </button>
      {problem !== undefined && (
        <span className="problem" role="alert">
          {problem}
        </span>
      )}
    </Form>
  );
}
