import { useMemo, useState } from 'react';
import { formatNumber } from '../../lib/format/format.ts';
import { showToast } from '../../lib/toasts.tsx';
import { useFilters } from '../../lib/url-state.ts';
import { troubleMarks } from './batch.ts';
import { fieldOf, type GridField, parentNameOf, roomNightOf } from './calendar.ts';
import { CellEditor } from './cell-editor.tsx';
import { copiedText, type GridContent } from './clipboard.ts';
import type { Pricing } from './derived-price.ts';
import { exampleOf } from './entry.ts';
import type { Following } from './following.ts';
import {
  applyText,
  BUSY_TEXT,
  describeSelection,
  pasteText,
  rowShowing,
  type SelectedCells,
} from './grid-commands.ts';
import { GridHelp, GridToolbar } from './grid-toolbar.tsx';
import type { Weekday } from './month.ts';
import { followablePlan, followEdits } from './overrides.ts';
import { currentValue } from './pending.ts';
import { PerformanceRows } from './performance-strip.tsx';
import type { ReadPerformance } from './performance-tiles.ts';
import { rateSumText } from './rate-sum.ts';
import { type GridCommands, RevenueGrid } from './revenue-grid.tsx';
import { cellAt, rectangleOf, type Selection } from './selection.ts';
import type { GridEdits } from './use-grid-edits.ts';

interface GridViewProps {
  content: GridContent;
  following: Following;
  pricing: Pricing;
  performance: ReadPerformance;
  /** Whether the user may see the figures. */
  seesFigures: boolean;
  today: string;
  mayChange: boolean;
  edits: GridEdits;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  selected: SelectedCells;
  columns: readonly number[];
  weekdays: readonly Weekday[];
  onWeekdays: (weekdays: readonly Weekday[]) => void;
  onBulkEdit: () => void;
  onBookings: (row: number, column: number) => void;
  onSave: () => void;
}

interface OpenEditor {
  text: string;
  isTyped: boolean;
  problem?: string;
}

/** What typing changes, if that is not what the cells show, or the plan that the only selected cell follows. */
function hintOf({ content, pricing, mayChange, selected }: GridViewProps, isInherited: boolean) {
  const { active, rows } = selected;
  if (mayChange && active.plan === undefined) return 'Sets the allotment';
  const hasBoard = rows.some(({ plan }) => pricing.plans.get(plan?.planCode ?? '')?.supplement !== undefined);
  if (mayChange && hasBoard && content.shown === 'price') return 'Sets the rate before board';
  return isInherited && content.shown === 'price' ? `Follows ${parentNameOf(active)}` : undefined;
}

/** The grid with its toolbar and the editor of a cell. */
export function GridView(props: GridViewProps) {
  const { content, pricing, mayChange, edits, selection, selected, columns, onBookings } = props;
  const { nights, shown } = content;
  const { active, activeNight } = selected;
  const field = fieldOf(active, shown);
  const [, setFilters] = useFilters(['field']);
  const [editor, setEditor] = useState<OpenEditor>();
  const trouble = useMemo(() => troubleMarks(edits.trouble), [edits.trouble]);
  const apply = (text: string) =>
    edits.isSaving ? BUSY_TEXT : applyText(text, content, selected, edits.apply);
  const commands: GridCommands = {
    select: props.onSelect,
    edit: text => {
      if (!mayChange) return;
      const value = currentValue(content.pending, active, activeNight, field);
      setEditor({ text: text ?? String(value ?? ''), isTyped: text !== undefined });
    },
    clear: () => {
      const problem = mayChange && active.plan !== undefined ? apply('') : undefined;
      if (problem !== undefined) showToast(problem);
    },
    undo: edits.undo,
    redo: edits.redo,
    copy: () => copiedText(rectangleOf(selection), content),
    paste: text => {
      if (mayChange && edits.isSaving) showToast(BUSY_TEXT);
      else if (mayChange) pasteText(text, rectangleOf(selection), content, edits.apply);
    },
    save: props.onSave,
    openBookings: onBookings,
  };
  const commit = (text: string, step: number) => {
    const problem = apply(text);
    if (problem !== undefined) return setEditor({ text, isTyped: true, problem });
    setEditor(undefined);
    const column = Math.max(0, Math.min(nights.length - 1, selection.column + step));
    props.onSelect(step === 0 ? { ...selection } : cellAt(selection.row, column));
  };
  const sold = active.plan === undefined ? (roomNightOf(active.room, activeNight)?.sold ?? 0) : 0;
  const count = selected.rows.length * selected.nights.length;
  const described = describeSelection(selected, content, props.following);
  const show = (next: GridField | undefined) => {
    if (next !== undefined) setFilters({ field: next === 'price' ? undefined : next });
    const row = rowShowing(content.rows, selection.row, next === undefined);
    if (row !== selection.row) props.onSelect(cellAt(row, selection.column));
  };
  const parent = mayChange ? followablePlan(selected, content) : undefined;

  return (
    <>
      <GridToolbar
        {...{
          shown: active.plan === undefined ? undefined : shown,
          mayChange,
          isBusy: edits.isSaving,
          weekdays: props.weekdays,
          onWeekdays: props.onWeekdays,
        }}
        onShow={show}
        example={exampleOf(field)}
        selected={described}
        undo={edits.canUndo ? edits.undo : undefined}
        redo={edits.canRedo ? edits.redo : undefined}
        onApply={apply}
        onBulkEdit={props.onBulkEdit}
        hint={hintOf(props, described.isInherited)}
        follow={
          parent === undefined
            ? undefined
            : {
                parent,
                run: () => {
                  edits.apply(followEdits(selected, content));
                  // The button that had the focus disappears.
                  focusCell(selection);
                },
              }
        }
        onBookings={sold > 0 ? () => onBookings(selection.row, selection.column) : undefined}
      />
      <RevenueGrid
        {...content}
        following={props.following}
        {...{ today: props.today, trouble, selection, columns, commands, isBusy: edits.isSaving }}
        strip={props.seesFigures && <PerformanceRows performance={props.performance} nights={nights} />}
        editor={
          editor && (
            <CellEditor
              key={`${selection.row}-${selection.column}`}
              {...{ row: selection.row, column: selection.column, ...editor, problem: editor.problem }}
              label={count > 1 ? `New value for ${formatNumber(count)} cells` : 'New value'}
              hintOf={text => rateSumText(text, active, activeNight, content, pricing)}
              onCancel={() => setEditor(undefined)}
              onCommit={commit}
            />
          )
        }
      />
      <GridHelp mayChange={mayChange} />
    </>
  );
}

/** Also scrolls to the cell. */
export function focusCell({ row, column }: Pick<Selection, 'row' | 'column'>): void {
  document.querySelector<HTMLElement>(`[data-cell="${row}-${column}"]`)?.focus();
}
