import { useId } from 'react';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { dateIn } from '../../lib/format/zoned-day.ts';
import { useSession } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { Stat, Stats } from '../card.tsx';
import { Amounts } from '../figure-parts.tsx';
import type { Target } from '../link-to.tsx';
import { Loaded } from '../loaded.tsx';
import { type BookedMonth, type BooksFilters, bookedMonths, booksRange, staysLink } from './books.ts';
import '../../styles/billing.css';

/** More rows than four months have currencies. */
const ROWS = 500;
const REFRESH_MS = 60_000;

interface OnTheBooksProps {
  /** Those of the report that it belongs to. */
  filters?: BooksFilters;
}

/**
 * The stays to come, by month of the check-in. They are not compared, because the state of the books a year ago is not
 * stored. Nothing is shown if there are none.
 */
export function OnTheBooks({ filters = {} }: OnTheBooksProps) {
  const id = useId();
  const environment = useEnvironment();
  const today = dateIn(useSession().session.timeZone, Date.now());
  const read = useCall(
    'reports/show',
    {
      ...filters,
      ...{ environment, by: ['MONTH' as const], dateBasis: 'STAY' as const },
      ...booksRange(today),
      page: { limit: ROWS },
    },
    { everyMs: REFRESH_MS },
  );
  const months = bookedMonths(read.state === 'ready' ? read.data.rows : [], today);
  if (read.state === 'ready' && months.every(({ stays }) => stays === 0)) return null;
  return (
    <section
      className="money-stats books"
      aria-labelledby={id}
      aria-busy={read.state === 'waiting' || undefined}
    >
      <div>
        <h2 id={id}>On the books</h2>
        <p className="hint">
          Confirmed stays with check-in from today, by month. Revenue includes penalties of cancelled stays
          and leaves out stays that guests pay at the property.
        </p>
      </div>
      {read.state === 'waiting' ? (
        // As high as the figures, so that what is below does not move.
        <Stats>
          {months.map(({ from, label }) => (
            <Stat key={from} label={label} value="…" hint="…" />
          ))}
        </Stats>
      ) : (
        <Loaded from={read}>
          {() => (
            <Stats>
              {months.map(month => (
                <Month key={month.from} {...month} link={staysLink(month, filters)} />
              ))}
            </Stats>
          )}
        </Loaded>
      )}
    </section>
  );
}

function Month({ label, stays, roomNights, revenue, link }: BookedMonth & { link: Target | undefined }) {
  return (
    <Stat
      label={label}
      {...(link && { link })}
      value={<Amounts amounts={revenue} />}
      hint={stays === 0 ? 'No stays' : `${counted(roomNights, 'room night')}, ${counted(stays, 'stay')}`}
    />
  );
}

const counted = (count: number, word: string) => `${formatNumber(count)} ${word}${count === 1 ? '' : 's'}`;
