import { Download } from 'lucide-react';
import { Card, Stat, Stats } from '../../components/card.tsx';
import { FilterBar, FilterPeriod, FilterSelect } from '../../components/filter-bar.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { errorRate, OperationTable, StatusBars } from '../../components/usage/usage-charts.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { downloadCsv } from '../../lib/format/download.ts';
import { formatMs, formatNumber, formatPercent } from '../../lib/format/format.ts';
import { periodFrom } from '../../lib/format/period.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { FunnelCard } from './funnel-card.tsx';
import { csvName, USAGE_HEADINGS, usageRows } from './usage-csv.ts';
import { WindowList } from './window-list.tsx';
import '../../styles/usage.css';

const REFRESH_MS = 5_000;

export function UsagePage() {
  const environment = useEnvironment();
  const [{ key: keyId, period }, setFilters] = useFilters(['key', 'period']);
  const from = periodFrom(period);
  const keys = useCall('keys/list', { environment, page: { limit: 200 } });
  const listed = keys.state === 'ready' ? keys.data.keys : [];
  const input = { environment, from, ...(keyId !== undefined && { keyId }) };
  const usage = useCall('usage/summary', input, { everyMs: REFRESH_MS });
  const data = usage.state === 'ready' ? usage.data : undefined;
  const keyName = listed.find(key => key.keyId === keyId)?.name;

  const save = () => {
    if (data) downloadCsv(csvName(environment, keyName, data.from), USAGE_HEADINGS, usageRows(data.buckets));
  };

  return (
    <>
      <PageHead
        title="Usage and limits"
        lead="Each key has three windows that slide: the last minute, hour and day. A request must fit into all of them; one that is refused uses up nothing."
        actions={
          <button type="button" onClick={save} disabled={!data}>
            <Download size={16} aria-hidden /> Export CSV
          </button>
        }
      />
      <FilterBar>
        <FilterSelect
          label="Key"
          all="All keys"
          value={keyId}
          options={listed.map(key => [key.keyId, key.name] as const)}
          onChange={key => setFilters({ key })}
        />
        <FilterPeriod value={period} onChange={chosen => setFilters({ period: chosen })} />
      </FilterBar>
      <Loaded from={usage} rows={12}>
        {({ windows, totals, buckets, operations }) => (
          <>
            <WindowList windows={windows} />
            <Stats>
              <Stat label="Requests" value={formatNumber(totals.requests)} />
              <Stat label="Error rate" value={formatPercent(errorRate(totals))} />
              <Stat
                label="Refused by limits"
                value={formatNumber(totals.rateLimited)}
                tone={totals.rateLimited > 0 ? 'warn' : 'plain'}
              />
              <Stat label="p95" value={totals.p95Ms === null ? '–' : formatMs(totals.p95Ms)} />
            </Stats>
            <Card title="History" hint="Accurate to a minute.">
              <StatusBars buckets={buckets} />
            </Card>
            {operations.length > 0 && (
              <Card title="Operations">
                <OperationTable operations={operations} search={{ period, key: keyId }} />
              </Card>
            )}
          </>
        )}
      </Loaded>
      <FunnelCard from={from} keyId={keyId} />
    </>
  );
}
