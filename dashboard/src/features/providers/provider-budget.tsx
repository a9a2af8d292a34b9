import { Card, Stat, Stats } from '../../components/card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Banner, type Tone } from '../../components/feedback.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { formatNumber, formatPercent } from '../../lib/format/format.ts';
import type { ProviderHealth } from './provider.tsx';

type Budget = NonNullable<ProviderHealth['budget']>;
type Window = NonNullable<Budget['day']>;
type ClassRow = Budget['classes'][number];

const NEAR = 0.8;

export function ProviderBudget({ budget: { minute, day, blockedUntil, classes } }: { budget: Budget }) {
  return (
    <Card
      title="Call budget"
      hint="Your account’s call limits. Less important calls stop at a share of each limit to leave room for bookings. Lookups and cancellations never stop."
    >
      {blockedUntil !== null && (
        <Banner tone="warn" title="The supplier rejected a call because of its rate limit">
          Searches continue at <Timestamp at={blockedUntil} exact />.
        </Banner>
      )}
      <Stats>
        {minute && <WindowStat label="Last minute" {...minute} />}
        {day && <WindowStat label="Last day" {...day} />}
      </Stats>
      <DataTable label="Budget by kind of call" rows={classes} columns={COLUMNS} rowKey={row => row.class} />
    </Card>
  );
}

function WindowStat({ label, limit, used, left }: Window & { label: string }) {
  const share = limit === 0 ? 0 : used / limit;
  const tone: Tone = share >= 1 ? 'bad' : share >= NEAR ? 'warn' : 'plain';
  return (
    <Stat
      label={label}
      value={formatPercent(share)}
      tone={tone}
      hint={`${formatNumber(left)} of ${formatNumber(limit)} calls left`}
    />
  );
}

const NAMES: Readonly<Record<ClassRow['class'], string>> = {
  SETTLE: 'Lookups and cancellations',
  BOOK: 'Bookings',
  QUOTE: 'Quotes',
  SEARCH: 'Searches',
  REFRESH: 'Cache refresh',
  CONTENT: 'Hotel content',
};

const left = (value: number | null) => (value === null ? 'No limit' : formatNumber(value));

const COLUMNS: readonly Column<ClassRow>[] = [
  { key: 'class', heading: 'Kind of call', wide: true, cell: row => NAMES[row.class] },
  { key: 'share', heading: 'Share', align: 'right', cell: row => formatPercent(row.sharePercent / 100) },
  {
    key: 'minute',
    heading: 'Left (minute)',
    align: 'right',
    cell: row => left(row.leftPerMinute),
  },
  { key: 'day', heading: 'Left (day)', align: 'right', cell: row => left(row.leftPerDay) },
  { key: 'admitted', heading: 'Sent', align: 'right', cell: row => formatNumber(row.admitted) },
  { key: 'refused', heading: 'Not sent', align: 'right', cell: row => formatNumber(row.refused) },
];
