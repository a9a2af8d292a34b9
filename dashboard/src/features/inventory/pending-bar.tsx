import { useState } from 'react';
import { formatNumber } from '../../lib/format/format.ts';
import { type ChangeLine, changeLines } from './batch.ts';
import { type CalendarRow, GRID_FIELDS, type Value } from './calendar.ts';
import { nightRange } from './month.ts';
import { countChanges } from './pending.ts';
import type { GridEdits } from './use-grid-edits.ts';

interface PendingBarProps {
  edits: GridEdits;
  rows: readonly CalendarRow[];
  onSave: () => void;
}

const MAX_LINES = 200;

/** Shows what is not saved yet, and what the server rejected. */
export function PendingBar({ edits, rows, onSave }: PendingBarProps) {
  const [isOpen, setOpen] = useState(false);
  const { values, rows: rowCount } = countChanges(edits.pending);
  if (values === 0) return null;
  const nameOf = (key: string) => rowName(rows.find(row => row.key === key)) ?? key.replace('\t', ' ');
  return (
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
      {isOpen && <ChangeList lines={changeLines(edits.pending)} nameOf={nameOf} />}
      <div className="row">
        <strong aria-live="polite">
          {values === 1 ? '1 change' : `${formatNumber(values)} changes`} in{' '}
          {rowCount === 1 ? '1 row' : `${formatNumber(rowCount)} rows`}, not saved
        </strong>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide changes' : 'Review'}
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
  );
}

function ChangeList({ lines, nameOf }: { lines: readonly ChangeLine[]; nameOf: (key: string) => string }) {
  const more = lines.length - MAX_LINES;
  return (
    <ul className="pending-list">
      {lines.slice(0, MAX_LINES).map(line => (
        <li key={`${line.row} ${line.field} ${line.from}`}>
          <span>{nameOf(line.row)}</span> <span>{nightRange(line.from, line.to)}</span>{' '}
          <span>{fieldName(line.field)}</span> <s>{valueText(line.before)}</s> →{' '}
          <b>{valueText(line.after)}</b>
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

function valueText(value: Value): string {
  if (value === null) return 'not set';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}
