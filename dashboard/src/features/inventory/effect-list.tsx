import { useId, useState } from 'react';
import { formatPercent } from '../../lib/format/format.ts';
import type { EffectLine } from './bulk-prices.ts';
import { LARGE_SHARE } from './change-impact.ts';

/** More lines than these are hidden until the user shows all of them. The style sheet hides them by their position. */
const SHOWN_LINES = { phone: 2, desktop: 3 };

/** What a form would change, in a short list. Large changes have the same mark as in the review. */
export function EffectList({ lines }: { lines: readonly EffectLine[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const id = useId();
  const isLong = lines.length > SHOWN_LINES.desktop;
  return (
    <div className="effect">
      <div id={id} className="effect-lines" aria-live="polite" {...(showsAll && { tabIndex: 0 })}>
        <ul data-all={showsAll || undefined}>
          {lines.map(({ text, mark }) => (
            <li key={text}>
              {text}
              {mark && (
                <>
                  {' '}
                  <small className="large-change">
                    {mark}
                    <span className="unseen"> (more than {formatPercent(LARGE_SHARE)})</span>
                  </small>
                </>
              )}
            </li>
          ))}
        </ul>
      </div>
      {lines.length > SHOWN_LINES.phone && (
        <button
          type="button"
          className="quiet small"
          data-long={isLong || undefined}
          aria-expanded={showsAll}
          aria-controls={id}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show fewer' : 'Show all'}
        </button>
      )}
    </div>
  );
}
