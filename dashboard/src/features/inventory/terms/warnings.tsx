import { ChevronRight } from 'lucide-react';
import { type Ref, useState } from 'react';
import { useFilters } from '../../../lib/url-state.ts';
import { goTo } from './problem-list.tsx';
import { type TermsWarning, warningsText } from './unsold-warnings.ts';

interface WarningsProps {
  warnings: readonly TermsWarning[];
  ref: Ref<HTMLDetailsElement>;
}

/** More would push the sample stays out of view. */
const MAX_WARNINGS = 3;

/** A list that can be closed. Each warning leads to its field, or to its night in the calendar. */
export function Warnings({ warnings, ref }: WarningsProps) {
  const [, setFilters] = useFilters(['tab', 'month', 'room']);
  const [showsAll, setShowsAll] = useState(false);
  const more = warnings.length - MAX_WARNINGS;
  const show = (at: NonNullable<TermsWarning['at']>) => {
    if ('pointer' in at) goTo(at.pointer);
    else setFilters({ tab: undefined, month: at.night.slice(0, 7), room: at.roomCode });
  };
  const count = warningsText(warnings);
  return (
    <>
      {/* Screen readers announce only what changes in an element that was there before. */}
      <span className="unseen" role="status">
        {warnings.length > 0 && `These terms have ${count}.`}
      </span>
      {warnings.length > 0 && (
        <details ref={ref} className="terms-warnings" open>
          <summary>
            <ChevronRight size={14} aria-hidden />
            <span>{count}</span>
          </summary>
          <ul>
            {warnings.slice(0, showsAll ? undefined : MAX_WARNINGS).map(({ text, at }) => (
              <li key={text}>
                {at === undefined ? (
                  text
                ) : (
                  <button type="button" onClick={() => show(at)}>
                    {text}
                  </button>
                )}
              </li>
            ))}
          </ul>
          {more > 0 && (
            <button type="button" className="quiet small" onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? 'Show fewer' : `Show ${more} more`}
            </button>
          )}
        </details>
      )}
    </>
  );
}
