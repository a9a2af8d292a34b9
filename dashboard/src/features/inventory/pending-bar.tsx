import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { Redo2, Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { Banner } from '../../components/feedback.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { type ChangeLine, changeLines, followLines } from './batch.ts';
import { type Calendar, unsetText, valueText } from './calendar.ts';
import { type ChangeGroup, groupLines, groupTrouble, guestChange, rangesText } from './change-groups.ts';
import { impactOf } from './change-impact.ts';
import { fieldLabel } from './draft-field.tsx';
import { ImpactSummary } from './impact-summary.tsx';
import { nightsFrom } from './month.ts';
import { overrideTexts } from './overrides.ts';
import { countChanges, keyOf } from './pending.ts';
import { PendingList } from './pending-list.tsx';
import { type PropertyRow, rowName } from './property-rows.ts';
import type { GridEdits } from './use-grid-edits.ts';
import type { Known } from './use-known.ts';

interface PendingBarProps {
  edits: GridEdits;
  calendar: Calendar;
  known: Known;
  propertyRows: ReadonlyMap<string, PropertyRow>;
  /** The list of nights has no toolbar, so that the bar has the buttons to undo and redo. */
  hasUndo: boolean;
  /** Whether saving stopped at prices that change a lot. */
  isWarned: boolean;
  onSave: () => void;
}

/** Shows what is not saved yet, and what the server rejected. */
export function PendingBar(props: PendingBarProps) {
  const { edits, calendar, known, propertyRows, isWarned, onSave } = props;
  const { isReviewing, isSaving, pending } = edits;
  const { notes, groups, impact } = useReview(props);
  const { values, rows: rowCount } = useMemo(() => countChanges(pending), [pending]);
  if (values === 0) return null;
  const year = calendar.from.slice(0, 4);
  const nameOf = (key: string) => {
    const row = propertyRows.get(key);
    return row === undefined ? key.replace('\t', ' ') : rowName(row);
  };
  const labelOf = ({ row: key, field }: ChangeLine) => {
    const row = propertyRows.get(key);
    return fieldLabel(field, row === undefined ? [] : [row], calendar.currency);
  };
  const clearedText = ({ row, from, field, before, follows }: ChangeLine) => {
    const parent = follows === undefined ? propertyRows.get(row)?.parent : undefined;
    const followed = known.following.get(row)?.values.get(keyOf(from, field)) ?? null;
    if (!parent) return unsetText(field, before);
    return followed === null ? `follows ${parent}` : `${valueText(followed)} (follows ${parent})`;
  };
  const followAgain = ({ row: key, field, ranges }: ChangeGroup) => {
    const row = known.rows.find(each => each.key === key);
    const nights = ranges.flatMap(({ from, to }) => nightsFrom(from, to));
    if (row) edits.apply(nights.map(night => ({ row, night, field, to: null })));
  };
  return (
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
      {isReviewing && (
        <PendingList
          lines={groups}
          {...{ nameOf, labelOf, clearedText, year }}
          isBusy={isSaving}
          onFollow={followAgain}
          summary={
            impact && (
              <ImpactSummary {...{ impact, nameOf }} currency={calendar.currency} isWarning={isWarned} />
            )
          }
        />
      )}
      <section className="pending-bar" aria-label="Unsaved changes">
        {edits.failure && (
          <SaveFailure failure={edits.failure} trouble={edits.trouble} {...{ nameOf, year }} />
        )}
        <div className="row">
          <div className="pending-words">
            <strong aria-live="polite">
              {values === 1 ? '1 change' : `${formatNumber(values)} changes`} in{' '}
              {rowCount === 1 ? '1 row' : `${formatNumber(rowCount)} rows`}, not saved
            </strong>
            {notes.length > 0 && <span className="faint">{notes.join(' · ')}</span>}
          </div>
          <button type="button" aria-expanded={isReviewing} onClick={() => edits.review(!isReviewing)}>
            {isReviewing ? 'Hide' : 'Review'}
          </button>
          <span className="grow" />
          {props.hasUndo && <UndoButtons {...edits} />}
          <button type="button" disabled={isSaving} onClick={edits.discard}>
            Discard
          </button>
          <button
            type="button"
            className="main"
            data-warned={isWarned || undefined}
            disabled={isSaving}
            // Nor must a double click.
            onClick={event => event.detail < 2 && onSave()}
          >
            {saveText(edits, isWarned)}
          </button>
        </div>
      </section>
    </div>
  );
}

function UndoButtons({ canUndo, undo, canRedo, redo }: GridEdits) {
  return (
    <>
      <button type="button" className="icon" aria-label="Undo" disabled={!canUndo} onClick={undo}>
        <Undo2 size={16} aria-hidden />
      </button>
      <button type="button" className="icon" aria-label="Redo" disabled={!canRedo} onClick={redo}>
        <Redo2 size={16} aria-hidden />
      </button>
    </>
  );
}

function saveText({ isSaving, failure }: GridEdits, isWarned: boolean): string {
  if (!isSaving) return isWarned ? 'Save anyway' : 'Save all';
  return failure?.conflict === 'reading' ? 'Reading…' : 'Saving…';
}

const NO_GROUPS: readonly ChangeGroup[] = [];

/** What the bar says about the changes, and the entries of the open review. */
function useReview({ edits, calendar, known, propertyRows }: PendingBarProps) {
  const { rows, following, isLoaded } = known;
  const { isReviewing, pending } = edits;
  const { currency } = calendar;
  const isBeyondPage = edits.loaded.length > 0;
  const followers = useMemo(() => followLines(following, pending, rows), [following, pending, rows]);
  const notes = useMemo(() => {
    const count = followers.reduce((sum, { from, to }) => sum + nightsBetween(from, to) + 1, 0);
    return [
      ...overrideTexts(pending, key => propertyRows.get(key)?.parent),
      ...followTexts(count, isBeyondPage),
    ];
  }, [followers, pending, propertyRows, isBeyondPage]);
  const groups = useMemo(() => {
    if (!isReviewing) return NO_GROUPS;
    const byKey = new Map(rows.map(row => [row.key, row]));
    const guestsOf = (line: ChangeLine) =>
      guestChange(line, byKey.get(line.row), { currency, pending, following });
    return groupLines([...changeLines(pending, rows), ...followers], guestsOf);
  }, [isReviewing, rows, pending, followers, following, currency]);
  const impact = useMemo(
    () => (isReviewing ? impactOf(rows, { currency, pending, following, isLoaded }) : undefined),
    [isReviewing, rows, pending, following, currency, isLoaded],
  );
  return { notes, groups, impact };
}

/** Values that follow in months that were never read are not counted. */
function followTexts(count: number, isBeyondPage: boolean): string[] {
  const where = isBeyondPage ? '' : ' on this page';
  if (count === 0) return [];
  return [
    count === 1
      ? `1 derived value${where} also changes`
      : `${formatNumber(count)} derived values${where} also change`,
  ];
}

/** An alert is read out in full, so it must not be long. */
const MAX_TROUBLE = 20;

const CONFLICT_TEXTS = {
  reading: 'Reading the current values…',
  read: 'The grid now shows the current values. Save again to overwrite them, or discard your changes.',
  failed: 'The current values could not be read. Save again to retry, or discard your changes.',
} as const;

interface SaveFailureProps extends Pick<GridEdits, 'trouble'> {
  failure: NonNullable<GridEdits['failure']>;
  nameOf: (key: string) => string;
  /** The year of the shown month. */
  year: string;
}

function SaveFailure({ failure, trouble, nameOf, year }: SaveFailureProps) {
  const groups = useMemo(() => groupTrouble(trouble), [trouble]);
  const more = groups.length - MAX_TROUBLE;
  return (
    <Banner tone="bad" title={failure.message}>
      <ul>
        {groups.slice(0, MAX_TROUBLE).map(({ row, ranges, message }) => (
          <li key={`${row} ${message}`}>
            <strong>
              {nameOf(row)}, {rangesText(ranges, year)}:
            </strong>{' '}
            {message}
          </li>
        ))}
        {more > 0 && <li>and {formatNumber(more)} more</li>}
      </ul>
      {failure.conflict && <p>{CONFLICT_TEXTS[failure.conflict]}</p>}
    </Banner>
  );
}
