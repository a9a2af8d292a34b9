import { useEffect, useRef } from 'react';
import { formatNumber } from '../../lib/format/format.ts';
import type { ChangeLine } from './batch.ts';
import { GRID_FIELDS, valueText } from './calendar.ts';
import { type ChangeGroup, rangesText } from './change-groups.ts';

const MAX_LINES = 200;

interface PendingListProps {
  lines: readonly ChangeGroup[];
  nameOf: (key: string) => string;
  /** What applies after a value is cleared. */
  clearedText: (line: ChangeLine) => string;
  /** Removes the own values of a plan, so that it follows the other plan again. */
  onFollow: (line: ChangeGroup) => void;
}

/** The review of the changes that are not saved yet. */
export function PendingList({ lines, nameOf, clearedText, onFollow }: PendingListProps) {
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
            {line.leaves && <>, no longer follows {line.leaves} on these nights</>}
          </span>
          {line.guests && (
            <span>
              Guests pay: <s>{line.guests.before}</s> → <b>{line.guests.after}</b>
            </span>
          )}
          {line.leaves && (
            <button type="button" className="small" onClick={() => onFollow(line)}>
              Follow {line.leaves} again
              <span className="unseen">
                : {nameOf(line.row)}, {rangesText(line.ranges)}
              </span>
            </button>
          )}
        </li>
      ))}
      {more > 0 && <li>and {formatNumber(more)} more</li>}
    </ul>
  );
}

function fieldName(field: string): string {
  if (field === 'total') return 'Allotment';
  if (field === 'amount') return 'Price';
  if (field.startsWith('byAdults.')) return `Price for ${field.slice(9)} adults`;
  return GRID_FIELDS.find(([name]) => name === field)?.[1] ?? field;
}
