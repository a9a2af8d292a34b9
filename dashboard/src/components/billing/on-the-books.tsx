import { useId } from 'react';
import { ownData } from '../../lib/calls/current-data.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { dateIn } from '../../lib/format/zoned-day.ts';
import { useSession } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { Stat, Stats } from '../card.tsx';
import { Amounts } from '../figure-parts.tsx';
import type { Target } from '../link-to.tsx';
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
 * The stays to come, by month of the check-in. They are not compared, because nobody knows any more which stays were
 * booked on the same day of the year before.
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
  const rows = ownData(read)?.rows;
  if (rows === undefined || rows.length === 0) return null;
  return (
    <section className="money-stats books" aria-labelledby={id}>
      <div>
        <h2 id={id}>On the books</h2>
        <p className="hint">Confirmed stays with check-in from today, by month, with their revenue.</p>
      </div>
      <Stats>
        {bookedMonths(rows, today).map(month => (
          <Month key={month.from} {...month} link={staysLink(month, filters)} />
        ))}
      </Stats>
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
