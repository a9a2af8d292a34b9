import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { useEffect, useRef } from 'react';
import { formatNumber } from '../../lib/format/format.ts';
import { type ChangeLine, changeLines, followLines } from './batch.ts';
import { type CalendarRow, GRID_FIELDS, valueText } from './calendar.ts';
import { type ChangeGroup, groupLines, guestChange, rangesText } from './change-groups.ts';
import type { Following } from './following.ts';
import { nightRange } from './month.ts';
import { countChanges, keyOf } from './pending.ts';
import type { GridEdits } from './use-grid-edits.ts';

interface PendingBarProps {
  edits: GridEdits;
  rows: readonly CalendarRow[];
  following: Following;
  currency: string;
  onSave: () => void;
}

const MAX_LINES = 200;

/** Shows what is not saved yet, and what the server rejected. */
export function PendingBar({ edits, rows, following, currency, onSave }: PendingBarProps) {
  const { isReviewing } = edits;
  const { values, rows: rowCount } = countChanges(edits.pending);
  if (values === 0) return null;
  const rowOf = (key: string) => rows.find(row => row.key === key);
  const nameOf = (key: string) => rowName(rowOf(key)) ?? key.replace('\t', ' ');
  const followers = followLines(following, edits.pending, rows);
  const follow = followers.reduce((sum, { from, to }) => sum + nightsBetween(from, to) + 1, 0);
  const clearedText = ({ row, from, field }: ChangeLine) => {
    const parent = rowOf(row)?.plan?.derivedFrom;
    const followed = following.get(row)?.values.get(keyOf(from, field)) ?? null;
    if (!parent) return 'not set';
    return followed === null ? `follows ${parent}` : `${valueText(followed)} (follows ${parent})`;
  };
  const guestsOf = (line: ChangeLine) =>
    guestChange(line, rowOf(line.row), { currency, pending: edits.pending, following });
  return (
    <div className="pending">
      {/* Below the grid, because a list in the bar would cover the grid. On narrow screens, it is a sheet. */}
      {isReviewing && (
        <ChangeList
          lines={groupLines([...changeLines(edits.pending, rows), ...followers], guestsOf)}
          nameOf={nameOf}
          clearedText={clearedText}
        />
      )}
      <section className="pending-bar" aria-label="Unsaved changes">
        {edits.failure && (
          <div className="notice bad" role="alert">
            <p>{edits.failure.message}</p>
            <ul>
              {edits.trouble.map(({ row, nights, message }) => (
                <li key={`${row} ${nights.from} ${message}`}>
                  {nameOf(row)}, {nightRange(nights.from, nights.to)}: {message}
                </li>
              ))}
            </ul>
            {edits.failure.isConflict && (
              <p>
                The grid now shows the current values. Save again to overwrite them, or discard your changes.
              </p>
            )}
          </div>
        )}
        <div className="row">
          <strong aria-live="polite">
            {values === 1 ? '1 change' : `${formatNumber(values)} changes`} in{' '}
            {rowCount === 1 ? '1 row' : `${formatNumber(rowCount)} rows`}, not saved
          </strong>
          {follow > 0 && (
            <span className="faint">
              {follow === 1
                ? '1 derived value on this page also changes'
                : `${formatNumber(follow)} derived values on this page also change`}
            </span>
          )}
          <button type="button" aria-expanded={isReviewing} onClick={() => edits.review(!isReviewing)}>
            {isReviewing ? 'Hide changes' : 'Review'}
          </button>
          <span className="grow" />
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

interface ChangeListProps {
  lines: readonly ChangeGroup[];
  nameOf: (key: string) => string;
  /** What applies after a value is cleared. */
  clearedText: (line: ChangeLine) => string;
}

function ChangeList({ lines, nameOf, clearedText }: ChangeListProps) {
  const more = lines.length - MAX_LINES;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, also with the keyboard
    <ul ref={list} className="pending-list" tabIndex={0} aria-label="Changes">
      {lines.slice(0, MAX_LINES).map(line => (
        <li key={`${line.row} ${line.field} ${line.from}`} data-follows={line.follows && ''}>
          <small>
            {nameOf(line.row)} · {rangesText(line.ranges)}
          </small>
          <span>
            {fieldName(line.field)}:{' '}
            {line.before === null ? (line.followed ?? 'not set') : <s>{valueText(line.before)}</s>} →{' '}
            <b>{line.after === null && !line.follows ? clearedText(line) : valueText(line.after)}</b>
            {line.follows && <em> follows {line.follows}</em>}
          </span>
          {line.guests && (
            <span>
              Guests pay: <s>{line.guests.before}</s> → <b>{line.guests.after}</b>
            </span>
          )}
        </li>
      ))}
      {more > 0 && <li>and {formatNumber(more)} more</li>}
    </ul>
  );
}

function rowName(row: CalendarRow | undefined): string | undefined {
  if (row === undefined) return undefined;
  return row.plan === undefined ? row.room.name : `${row.plan.name}, ${row.room.name}`;
}

function fieldName(field: string): string {
  if (field === 'total') return 'Allotment';
  if (field === 'amount') return 'Price';
  if (field.startsWith('byAdults.')) return `Price for ${field.slice(9)} adults`;
  return GRID_FIELDS.find(([name]) => name === field)?.[1] ?? field;
}
