import { Card, Stat, Stats } from '../../../components/card.tsx';
import { TimeBars, TimeLines } from '../../../components/charts/time-chart.tsx';
import { FilterPeriod } from '../../../components/filter-bar.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import type { Output } from '../../../lib/calls/operator-client.ts';
import { formatMs, formatNumber, formatPercent } from '../../../lib/format/format.ts';
import { fillBuckets } from '../../../lib/format/period.ts';
import { lastDelivery } from './endpoint.ts';

interface EndpointActivityProps {
  shown: Output<'webhooks/show'>;
  period: string | undefined;
  onPeriod: (period: string | undefined) => void;
}

export function EndpointActivity({ shown: { endpoint, activity }, period, onPeriod }: EndpointActivityProps) {
  const { successRate, p95Ms, attempts, isSample } = activity;
  const { held, waiting, nextAttemptAt } = endpoint.health;
  const last = lastDelivery(endpoint);
  const empty = (start: string) => ({ start, succeeded: 0, failed: 0, p95Ms: null });
  const points = fillBuckets(activity, activity.buckets, empty).map(({ start, ...values }) => ({
    start,
    values,
  }));
  return (
    <>
      <Stats>
        <Stat
          label="Success rate"
          value={successRate === null ? '–' : formatPercent(successRate)}
          tone={successRate !== null && successRate < 0.95 ? 'bad' : 'plain'}
          hint={`of ${isSample ? 'the newest ' : ''}${formatNumber(attempts)} attempts`}
        />
        <Stat label="Answers within (p95)" value={p95Ms === null ? '–' : formatMs(p95Ms)} />
        <Stat
          label="Last delivery"
          value={last ? <Timestamp at={last.at} /> : 'None yet'}
          {...(last && { hint: last.ok ? 'arrived' : 'failed' })}
        />
        <Stat
          label="Not yet delivered"
          value={formatNumber(waiting + held)}
          tone={held > 0 ? 'warn' : 'plain'}
          hint={
            <>
              {formatNumber(held)} held, {formatNumber(waiting)} waiting
              {nextAttemptAt !== null && (
                <>
                  , next attempt <Timestamp at={nextAttemptAt} />
                </>
              )}
            </>
          }
        />
      </Stats>
      <div className="grid">
        <Card title="Attempts" actions={<FilterPeriod value={period} onChange={onPeriod} />}>
          <TimeBars label="Attempts over time" points={points} series={OUTCOMES} />
        </Card>
        <Card title="Time to answer" hint="95 of 100 answers came within it.">
          <TimeLines label="Time to answer" points={points} series={DURATION} format={formatMs} />
        </Card>
      </div>
    </>
  );
}

const OUTCOMES = [
  { key: 'succeeded', label: 'Succeeded', tone: 'good' },
  { key: 'failed', label: 'Failed', tone: 'bad' },
] as const;
const DURATION = [{ key: 'p95Ms', label: 'p95', tone: 'accent' }] as const;
