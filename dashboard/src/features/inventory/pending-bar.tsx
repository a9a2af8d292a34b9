import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { formatNumber } from '../../lib/format/format.ts';
import { type ChangeLine, changeLines, followLines } from './batch.ts';
import { type Calendar, type CalendarRow, valueText } from './calendar.ts';
import { type ChangeGroup, groupLines, guestChange } from './change-groups.ts';
import type { Pricing } from './derived-price.ts';
import type { Following } from './following.ts';
import { followingOfKnown, knownRooms, knownRows } from './known-nights.ts';
import { nightRange, nightsFrom } from './month.ts';
import { overrideTexts } from './overrides.ts';
import { countChanges, keyOf } from './pending.ts';
import { PendingList } from './pending-list.tsx';
import { type PropertyRow, rowName } from './property-rows.ts';
import type { GridEdits } from './use-grid-edits.ts';

interface Shown {
  rows: readonly CalendarRow[];
  following: Following;
}

interface PendingBarProps {
  edits: GridEdits;
  calendar: Calendar;
  shown: Shown;
  pricing: Pricing;
  propertyRows: ReadonlyMap<string, PropertyRow>;
  /** The list of nights has no toolbar, so that the bar has the button to undo. */
  hasUndo: boolean;
  onSave: () => void;
}

/** Shows what is not saved yet, and what the server rejected. */
export function PendingBar(props: PendingBarProps) {
  const { edits, calendar, propertyRows, onSave } = props;
  const { isReviewing, pending } = edits;
  const { rows, following } = useKnown(props);
  const { values, rows: rowCount } = countChanges(pending);
  if (values === 0) return null;
  const byKey = new Map(rows.map(row => [row.key, row]));
  const nameOf = (key: string) => {
    const row = propertyRows.get(key);
    return row === undefined ? key.replace('\t', ' ') : rowName(row);
  };
  const followers = followLines(following, pending, rows);
  const follow = followers.reduce((sum, { from, to }) => sum + nightsBetween(from, to) + 1, 0);
  const clearedText = ({ row, from, field }: ChangeLine) => {
    const parent = propertyRows.get(row)?.parent;
    const followed = following.get(row)?.values.get(keyOf(from, field)) ?? null;
    if (!parent) return 'not set';
    return followed === null ? `follows ${parent}` : `${valueText(followed)} (follows ${parent})`;
  };
  const guestsOf = (line: ChangeLine) =>
    guestChange(line, byKey.get(line.row), { currency: calendar.currency, pending, following });
  const followAgain = ({ row: key, field, ranges }: ChangeGroup) => {
    const row = byKey.get(key);
    const nights = ranges.flatMap(({ from, to }) => nightsFrom(from, to));
    if (row) edits.apply(nights.map(night => ({ row, night, field, to: null })));
  };
  const notes = [
    ...overrideTexts(pending, key => propertyRows.get(key)?.parent),
    ...followTexts(follow, edits.loaded.length > 0),
  ];
  return (
    <div className="pending">
      {/* Below the grid, because a list in the bar would cover the grid. On narrow screens, it is a sheet. */}
      {isReviewing && (
        <PendingList
          lines={groupLines([...changeLines(pending, rows), ...followers], guestsOf)}
          nameOf={nameOf}
          clearedText={clearedText}
          onFollow={followAgain}
        />
      )}
      <section className="pending-bar" aria-label="Unsaved changes">
        {edits.failure && <SaveFailure failure={edits.failure} trouble={edits.trouble} nameOf={nameOf} />}
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
          {props.hasUndo && (
            <button
              type="button"
              className="icon"
              aria-label="Undo"
              disabled={!edits.canUndo || edits.isSaving}
              onClick={edits.undo}
            >
              <Undo2 size={16} aria-hidden />
            </button>
          )}
          <button type="button" disabled={edits.isSaving} onClick={edits.discard}>
            Discard
          </button>
          <button type="button" className="main" disabled={edits.isSaving} onClick={onSave}>
            {edits.isSaving ? 'Saving…' : 'Save all'}
          </button>
        </div>
      </section>
    </div>
  );
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

/** The shown rows, with what was read of other months and room types, if anything. */
function useKnown({ edits, calendar, shown, pricing }: PendingBarProps): Shown {
  const { loaded, pending } = edits;
  const known = useMemo(() => {
    if (loaded.length === 0) return undefined;
    const rooms = knownRooms([calendar, ...loaded]);
    return { rooms, rows: knownRows(rooms) };
  }, [calendar, loaded]);
  return useMemo(
    () =>
      known === undefined
        ? shown
        : { rows: known.rows, following: followingOfKnown(pending, known.rooms, known.rows, pricing) },
    [known, shown, pending, pricing],
  );
}

interface SaveFailureProps extends Pick<GridEdits, 'trouble'> {
  failure: NonNullable<GridEdits['failure']>;
  nameOf: (key: string) => string;
}

function SaveFailure({ failure, trouble, nameOf }: SaveFailureProps) {
  return (
    <div className="notice bad" role="alert">
      <p>{failure.message}</p>
      <ul>
        {trouble.map(({ row, nights, message }) => (
          <li key={`${row} ${nights.from} ${message}`}>
            {nameOf(row)}, {nightRange(nights.from, nights.to)}: {message}
          </li>
        ))}
      </ul>
      {failure.isConflict && (
        <p>The grid now shows the current values. Save again to overwrite them, or discard your changes.</p>
      )}
    </div>
  );
}
