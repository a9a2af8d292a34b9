import { OPEN_STATES } from '@serai/contract/booking/booking-states.ts';
import { Card, Stat, Stats } from '../../components/card.tsx';
import { TimeBars } from '../../components/charts/time-chart.tsx';
import { Notice } from '../../components/feedback.tsx';
import type { Target } from '../../components/link-to.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import type { useCall } from '../../lib/calls/use-call.ts';
import { formatMoney, formatNumber } from '../../lib/format/format.ts';

type Summary = Output<'bookings/summary'>;

/** Statuses in groups, each with its own colour and legend. */
const SERIES = [
  { key: 'good', label: 'Confirmed or completed', tone: 'good', states: ['CONFIRMED', 'COMPLETED'] },
  { key: 'open', label: 'Open', tone: 'warn', states: OPEN_STATES },
  { key: 'cancelled', label: 'Cancelled or no-show', tone: 'plain', states: ['CANCELLED', 'NO_SHOW'] },
  { key: 'bad', label: 'Rejected', tone: 'bad', states: ['REJECTED'] },
] as const;

/** The most important statuses as figures. The chart covers all statuses. */
const FIGURES = [
  {
    label: 'Confirmed',
    status: 'CONFIRMED',
    states: ['CONFIRMED'],
    also: { status: 'COMPLETED', label: 'completed' },
  },
  { label: 'Open', status: 'open', states: OPEN_STATES, also: undefined },
  {
    label: 'Cancelled',
    status: 'CANCELLED',
    states: ['CANCELLED'],
    also: { status: 'NO_SHOW', label: 'no-shows' },
  },
  { label: 'Rejected', status: 'REJECTED', states: ['REJECTED'], also: undefined },
] as const;

interface BookingsSummaryProps {
  summary: ReturnType<typeof useCall<'bookings/summary'>>;
  /** The first day of the summary, and the partner to whom it is limited. The lists have the same filters. */
  since: string;
  partner: string | undefined;
}

export function BookingsSummary({ summary, since, partner }: BookingsSummaryProps) {
  if (summary.state === 'failed') return <Notice failure={summary.failure} onRetry={summary.reload} />;
  const data = summary.state === 'ready' ? summary.data : undefined;
  const linkTo = (search: Target['search']) => ({ to: '/bookings', search: { partner, ...search } });
  return (
    <>
      <Stats>
        <Stat
          label="Created, last 30 days"
          value={data ? formatNumber(data.total) : '…'}
          hint={data ? formatValue(data) : 'Loading'}
          link={linkTo({ createdFrom: since })}
        />
        {FIGURES.map(({ label, states, status, also }) => (
          <Stat
            key={status}
            label={label}
            value={data ? formatNumber(countOf(data, states)) : '…'}
            {...(also && { hint: data ? `${countOf(data, [also.status])} ${also.label}` : '…' })}
            link={linkTo({ status, createdFrom: since })}
          />
        ))}
        <Stat
          label="Needs attention"
          value={data ? formatNumber(data.needsAttention) : '…'}
          tone={data && data.needsAttention > 0 ? 'bad' : 'plain'}
          hint="All time"
          link={linkTo({ attention: 'yes' })}
        />
      </Stats>
      <Card
        folds
        title="Bookings per day"
        hint={`By booking date${data ? ` (${data.timeZone})` : ''} and current status.`}
      >
        <TimeBars
          label="Bookings per day"
          points={(data?.created ?? []).map(day => ({
            start: `${day.date}T00:00:00Z`,
            values: Object.fromEntries(SERIES.map(({ key, states }) => [key, countOf(day, states)])),
          }))}
          series={SERIES}
          isOpen
          calendar="day"
        />
      </Card>
    </>
  );
}

function countOf({ states }: Pick<Summary, 'states'>, wanted: readonly string[]): number {
  return states.reduce((total, { status, count }) => total + (wanted.includes(status) ? count : 0), 0);
}

function formatValue({ confirmedValue }: Summary): string {
  if (confirmedValue.length === 0) return 'None confirmed';
  return `${confirmedValue.map(formatMoney).join(', ')} confirmed`;
}
