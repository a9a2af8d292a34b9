import { Redo2, Undo2 } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { Drawer } from '../../components/dialogs/dialog.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import type { Calendar } from './calendar.ts';
import type { EditTarget } from './edit-drawer.tsx';
import { countChanges } from './pending.ts';
import { PendingReview, useReview } from './pending-review.tsx';
import { type PropertyRow, rowName } from './property-rows.ts';
import { confirmationText } from './review-warnings.ts';
import { SaveFailure } from './save-failure.tsx';
import type { GridEdits } from './use-grid-edits.ts';
import type { Known } from './use-known.ts';
import type { Reading } from './use-reads.ts';

interface PendingBarProps {
  edits: GridEdits;
  calendar: Calendar;
  known: Known;
  propertyRows: ReadonlyMap<string, PropertyRow>;
  /** In a narrow window, the review is a sheet, and the bar has the buttons to undo and redo. */
  isNarrow: boolean;
  /** Whether a form is open. The sheet must not cover it. */
  isEditing: boolean;
  /** Whether saving stopped at prices that change a lot. */
  isWarned: boolean;
  /** Whether changed nights that are not shown are being read. */
  reading: Reading;
  onSave: () => void;
  onEdit: (target: EditTarget) => void;
  /** Shows the cells of some nights of a row, and selects them. */
  onShow: ((row: string, nights: readonly string[]) => void) | undefined;
}

/** Shows what is not saved yet, and what the server rejected. */
export function PendingBar(props: PendingBarProps) {
  const { edits, calendar, propertyRows, isNarrow, isEditing, onSave } = props;
  const { isReviewing, pending } = edits;
  const review = useReview(props);
  const { values, rows } = useMemo(() => countChanges(pending), [pending]);
  const isSheet = isNarrow && isReviewing && !isEditing && values > 0;
  const focus = useReturnedFocus(isSheet);
  // On a phone, the only change can be made again after it was undone.
  if (values === 0 && !(isNarrow && edits.canRedo)) return null;
  const year = calendar.from.slice(0, 4);
  const nameOf = (key: string) => {
    const row = propertyRows.get(key);
    return row === undefined ? key.replace('\t', ' ') : rowName(row);
  };
  const content = (
    // biome-ignore lint/a11y/noStaticElementInteractions: the shortcut of the grid also works where a warning gets the focus
    <div
      className="pending"
      onKeyDown={event => {
        if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        // A key that is held down must not skip the warning.
        if (!event.repeat) onSave();
      }}
    >
      {isReviewing && (isSheet || !isNarrow) && <PendingReview {...{ ...props, ...review, nameOf, year }} />}
      <section className="pending-bar" aria-label="Unsaved changes">
        {edits.failure && (
          <SaveFailure failure={edits.failure} trouble={edits.trouble} {...{ nameOf, year }} />
        )}
        <div className="row">
          <div className="pending-words">
            <strong aria-live="polite">{countText(values, rows)}</strong>
            {review.notes.length > 0 && <span className="faint">{review.notes.join(' · ')}</span>}
          </div>
          <BarButtons
            {...{ ...props, ...focus, isSheet, isEmpty: values === 0, warnings: review.warnings }}
          />
        </div>
      </section>
    </div>
  );
  if (!isSheet) return content;
  return (
    <Drawer open title="Review changes" onClose={() => edits.review(false)}>
      {content}
    </Drawer>
  );
}

function countText(values: number, rows: number): string {
  if (values === 0) return 'No unsaved changes';
  const changes = values === 1 ? '1 unsaved change' : `${formatNumber(values)} unsaved changes`;
  return `${changes} in ${rows === 1 ? '1 row' : `${formatNumber(rows)} rows`}`;
}

/** The button that opened the sheet is replaced while the sheet is open. Without changes, there is only the other one. */
function useReturnedFocus(isSheet: boolean) {
  const opener = useRef<HTMLButtonElement>(null);
  const redo = useRef<HTMLButtonElement>(null);
  const wasSheet = useRef(isSheet);
  useEffect(() => {
    if (wasSheet.current && !isSheet) (opener.current ?? redo.current)?.focus();
    wasSheet.current = isSheet;
  }, [isSheet]);
  return { opener, redo };
}

type ButtonRef = RefObject<HTMLButtonElement | null>;

interface BarButtonsProps extends Pick<PendingBarProps, 'edits' | 'isNarrow' | 'onSave'> {
  isSheet: boolean;
  /** The number of warnings in the open review. Saving confirms them. */
  warnings: number;
  /** Whether all changes were undone. */
  isEmpty: boolean;
  opener: ButtonRef;
  redo: ButtonRef;
}

function BarButtons({ edits, isNarrow, warnings, onSave, isSheet, isEmpty, ...refs }: BarButtonsProps) {
  const { isReviewing, isSaving } = edits;
  const isWarned = warnings > 0;
  return (
    <>
      {!isSheet && !isEmpty && (
        <button
          ref={refs.opener}
          type="button"
          aria-expanded={isReviewing}
          onClick={() => edits.review(!isReviewing)}
        >
          {isReviewing ? 'Hide' : 'Review'}
        </button>
      )}
      <span className="grow" />
      {isNarrow && <UndoButtons edits={edits} redo={refs.redo} />}
      {!isEmpty && (
        <>
          {isWarned && (
            <span className="pending-confirm" aria-live="polite">
              {confirmationText(warnings)}
            </span>
          )}
          <button type="button" disabled={isSaving} onClick={edits.discard}>
            Discard
          </button>
          <button
            type="button"
            className="main"
            data-warned={isWarned || undefined}
            disabled={isSaving}
            // A double click must not skip the warning either.
            onClick={event => event.detail < 2 && onSave()}
          >
            {saveText(edits, isWarned)}
          </button>
        </>
      )}
    </>
  );
}

function UndoButtons({ edits, redo }: { edits: GridEdits; redo: ButtonRef }) {
  const { canUndo, canRedo } = edits;
  const undo = useRef<HTMLButtonElement>(null);
  // A button that is disabled would lose the focus.
  useLayoutEffect(() => {
    if (!canUndo && document.activeElement === undo.current) redo.current?.focus();
    if (!canRedo && document.activeElement === redo.current) undo.current?.focus();
  }, [canUndo, canRedo, redo]);
  return (
    <>
      <button
        ref={undo}
        type="button"
        className="icon"
        aria-label="Undo"
        disabled={!canUndo}
        onClick={edits.undo}
      >
        <Undo2 size={16} aria-hidden />
      </button>
      <button
        ref={redo}
        type="button"
        className="icon"
        aria-label="Redo"
        disabled={!canRedo}
        onClick={edits.redo}
      >
        <Redo2 size={16} aria-hidden />
      </button>
    </>
  );
}

function saveText({ isSaving, failure }: GridEdits, isWarned: boolean): string {
  if (!isSaving) return isWarned ? 'Save anyway' : 'Save all';
  return failure?.conflict === 'reading' ? 'Loading…' : 'Saving…';
}
