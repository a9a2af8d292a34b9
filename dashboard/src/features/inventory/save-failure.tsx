import { useMemo } from 'react';
import { Banner } from '../../components/feedback.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { groupTrouble, rangesText } from './change-groups.ts';
import type { GridEdits } from './use-grid-edits.ts';

/** An alert is read out in full, so it must not be long. */
const MAX_TROUBLE = 20;

const CONFLICT_TEXTS = {
  reading: 'Loading the current values…',
  read: 'The grid now shows the current values. Save again to overwrite them, or discard your changes.',
  failed: 'The current values could not be loaded. Save again to retry, or discard your changes.',
} as const;

interface SaveFailureProps extends Pick<GridEdits, 'trouble'> {
  failure: NonNullable<GridEdits['failure']>;
  nameOf: (key: string) => string;
  /** The year of the shown month. */
  year: string;
}

/** What the server rejected, by row and nights. */
export function SaveFailure({ failure, trouble, nameOf, year }: SaveFailureProps) {
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
