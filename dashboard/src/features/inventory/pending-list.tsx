import { type ReactNode, useEffect, useRef } from 'react';
import { formatNumber } from '../../lib/format/format.ts';
import type { ChangeLine } from './batch.ts';
import { unsetText, valueText } from './calendar.ts';
import { type ChangeGroup, rangesText } from './change-groups.ts';

const MAX_LINES = 200;

interface PendingListProps {
  lines: readonly ChangeGroup[];
  nameOf: (key: string) => string;
  labelOf: (line: ChangeLine) => string;
  /** The currency of prices. Other values have a label. */
  currency: string;
  /** The year of the shown month. Nights of another year are written with it. */
  year: string;
  /** Nothing can be changed while changes are saved. */
  isBusy: boolean;
  /** What applies after a value is cleared. */
  clearedText: (line: ChangeLine) => string;
  /** Scrolls to the cells of a change and selects them. Undefined if there is no calendar. */
  showOf: (line: ChangeGroup) => (() => void) | undefined;
  /** Removes the own values of a plan, so that it follows the other plan again. */
  onFollow: (line: ChangeGroup) => void;
  /** What the changes mean as a whole, above the list. */
  summary: ReactNode;
}

/** The review of the changes that are not saved yet. */
export function PendingList(props: PendingListProps) {
  const { lines, nameOf, clearedText, onFollow } = props;
  const more = lines.length - MAX_LINES;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long review scrolls, also with the keyboard
    <section ref={box} className="pending-review" tabIndex={0} aria-label="Review changes">
      {props.summary}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls beside the summary, also with the keyboard */}
      <ul className="pending-list" tabIndex={0} aria-label="Changes">
        {lines.slice(0, MAX_LINES).map(line => (
          <li key={`${line.row} ${line.field} ${line.from}`} data-follows={line.follows && ''}>
            <RowName name={nameOf(line.row)} onShow={props.showOf(line)} />
            <small>{rangesText(line.ranges, props.year)}</small>
            <span>
              {line.field !== 'amount' && `${props.labelOf(line)}: `}
              {line.before === null ? (
                (line.followed ?? unsetText(line.field, line.after))
              ) : (
                <s>{valueText(line.before)}</s>
              )}{' '}
              →{' '}
              <span className="pending-after">
                <b>{line.after === null ? clearedText(line) : valueText(line.after)}</b>
                {line.field === 'amount' && line.after !== null && ` ${props.currency}`}
              </span>
              {line.follows && <em> follows {line.follows}</em>}
              {line.guests && (
                <span className="pending-guests">
                  {line.guests.adults === 1 ? 'For 1 adult' : `For ${line.guests.adults} adults`}:{' '}
                  <s>{line.guests.before}</s> → <b>{line.guests.after}</b>
                </span>
              )}
              {line.leaves && (
                <button
                  type="button"
                  className="quiet small"
                  disabled={props.isBusy}
                  onClick={() => {
                    onFollow(line);
                    // The button disappears.
                    box.current?.focus();
                  }}
                >
                  Follow again
                  <span className="unseen">
                    : {line.leaves}, {nameOf(line.row)}, {rangesText(line.ranges, props.year)}
                  </span>
                </button>
              )}
            </span>
          </li>
        ))}
        {more > 0 && <li>and {formatNumber(more)} more</li>}
      </ul>
    </section>
  );
}

function RowName({ name, onShow }: { name: string; onShow: (() => void) | undefined }) {
  if (onShow === undefined) return <strong>{name}</strong>;
  return (
    <button type="button" className="quiet pending-show" title="Show in calendar" onClick={onShow}>
      {name}
    </button>
  );
}
