import { useId } from 'react';
import { useCall } from '../../lib/calls/use-call.ts';
import type { Money } from '../../lib/format/change.ts';
import { dateIn } from '../../lib/format/zoned-day.ts';
import { useSession } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { Stat, Stats } from '../card.tsx';
import { Amounts, ChangeMark } from '../figure-parts.tsx';
import type { Target } from '../link-to.tsx';
import { Loaded } from '../loaded.tsx';
import {
  BOOKS_MONTHS,
  type BookedMonth,
  type BooksFilters,
  beforeWords,
  bookedMonths,
  booksBefore,
  noRevenue,
  pickupWords,
  staysLink,
  staysWords,
} from './books.ts';
import '../../styles/billing.css';

const REFRESH_MS = 60_000;

interface OnTheBooksProps {
  /** Those of the report that it belongs to. */
  filters?: BooksFilters;
}

/**
 * The stays to come, by month of the check-in, beside those that were known a year ago. Nothing is shown if there are none
 * in either year.
 */
export function OnTheBooks({ filters = {} }: OnTheBooksProps) {
  const id = useId();
  const environment = useEnvironment();
  const today = dateIn(useSession().session.timeZone, Date.now());
  const read = useCall(
    'reports/on-the-books',
    { ...filters, environment, months: BOOKS_MONTHS },
    { everyMs: REFRESH_MS },
  );
  const books = read.state === 'ready' ? read.data : undefined;
  if (books?.rows.length === 0) return null;
  const months = bookedMonths(books, today);
  const comparedWith = books && booksBefore(books);
  return (
    <section
      className="money-stats books"
      aria-labelledby={id}
      aria-busy={read.state === 'waiting' || undefined}
    >
      <div>
        <h2 id={id}>On the books</h2>
        <p className="hint">
          Confirmed stays from today. Revenue excludes bookings paid at the property.
          {books && ` ${comparisonSentence(comparedWith)}`}
        </p>
      </div>
      {read.state === 'waiting' ? (
        // As high as the figures, so that what is below does not move.
        <Stats>
          {months.map(({ from, label }) => (
            <Stat key={from} label={label} value="…" hint={<Lines lines={['…', '\u00a0', '\u00a0']} />} />
          ))}
        </Stats>
      ) : (
        <Loaded from={read}>
          {data => (
            <Stats>
              {months.map(month => (
                <Month
                  key={month.from}
                  month={month}
                  none={noRevenue(data)}
                  comparedWith={comparedWith}
                  link={staysLink(month, filters)}
                />
              ))}
            </Stats>
          )}
        </Loaded>
      )}
    </section>
  );
}

function comparisonSentence(comparedWith: string | undefined): string {
  if (comparedWith === undefined) return 'No comparison yet: the first booking is less than a year old.';
  return `Compared with ${comparedWith}.`;
}

interface MonthProps {
  month: BookedMonth;
  /** Shown if there is no revenue. */
  none: readonly Money[];
  comparedWith: string | undefined;
  link: Target | undefined;
}

function Month({ month, none, comparedWith = '', link }: MonthProps) {
  const { label, revenue, change, before } = month;
  return (
    <Stat
      label={label}
      {...(link && { link })}
      value={
        <span className="figure-line">
          <Amounts amounts={revenue.length === 0 ? none : revenue} />
          {change && <ChangeMark change={change} isAmount comparedWith={comparedWith} />}
        </span>
      }
      hint={<Lines lines={[staysWords(month), pickupWords(month), before && beforeWords(before)]} />}
    />
  );
}

function Lines({ lines }: { lines: readonly (string | undefined)[] }) {
  const shown = lines.filter(line => line !== undefined);
  return (
    <span className="books-lines">
      {shown.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: each line has its place
        <span key={at}>{line}</span>
      ))}
    </span>
  );
}
