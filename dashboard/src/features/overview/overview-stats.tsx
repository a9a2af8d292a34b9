import { Stat, Stats } from '../../components/card.tsx';
import { errorRate } from '../../components/usage/usage-charts.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatMs, formatNumber, formatPercent } from '../../lib/format/format.ts';

interface OverviewStatsProps {
  totals: Output<'usage/summary'>['totals'];
  period: string | undefined;
  needsAttention: number | undefined;
}

export function OverviewStats({ totals, period, needsAttention }: OverviewStatsProps) {
  const { requests, rateLimited, statusClasses, p50Ms, p95Ms } = totals;
  const failed = statusClasses['5xx'];
  return (
    <Stats>
      <Stat label="Requests" value={formatNumber(requests)} link={{ to: '/requests', search: { period } }} />
      <Stat
        label="Error rate"
        value={formatPercent(errorRate(totals))}
        hint={`${formatNumber(failed)} failed on our side`}
        tone={failed > 0 ? 'bad' : 'plain'}
        link={{ to: '/requests', search: { period, class: failed > 0 ? '5xx' : '4xx' } }}
      />
      <Stat
        label="Refused by limits"
        value={formatNumber(rateLimited)}
        hint="answered 429"
        tone={rateLimited > 0 ? 'warn' : 'plain'}
        link={{ to: '/requests', search: { period, status: '429' } }}
      />
      <Stat label="p50" value={p50Ms === null ? '–' : formatMs(p50Ms)} hint="half took no longer" />
      <Stat label="p95" value={p95Ms === null ? '–' : formatMs(p95Ms)} hint="19 of 20 took no longer" />
      <Stat
        label="Need attention"
        value={needsAttention === undefined ? '–' : formatNumber(needsAttention)}
        hint="bookings a person must settle"
        tone={needsAttention ? 'bad' : 'plain'}
        link={{ to: '/bookings', search: { attention: 'true' } }}
      />
    </Stats>
  );
}
