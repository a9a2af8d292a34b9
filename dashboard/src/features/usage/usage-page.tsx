import { Download } from 'lucide-react';
import { Card, Stat, Stats } from '../../components/card.tsx';
import { Empty } from '../../components/feedback.tsx';
import { FilterBar, FilterPeriod, FilterSelect } from '../../components/filter-bar.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { FunnelCard } from '../../components/usage/funnel.tsx';
import { fullestWindow, type KeyWindows, WindowMeters } from '../../components/usage/rate-windows.tsx';
import { errorRate, OperationTable, StatusBars } from '../../components/usage/usage-charts.tsx';
import { ownData } from '../../lib/calls/current-data.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { downloadCsv } from '../../lib/format/download.ts';
import { formatMs, formatNumber, formatPercent } from '../../lib/format/format.ts';
import { lastPeriod, periodFrom } from '../../lib/format/period.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { csvName, USAGE_HEADINGS, usageRows } from './usage-csv.ts';
import '../../styles/usage.css';
import { PartnerFilter } from '../../components/partners/partner-pickers.tsx';

const REFRESH_MS = 5_000;

export function UsagePage() {
  const environment = useEnvironment();
  const [{ key: keyId, partner, period }, setFilters] = useFilters(['key', 'partner', 'period']);
  const whose = partner === undefined ? {} : { partnerId: partner };
  const from = periodFrom(period);
  const keys = useCall(
    'keys/list',
    { ...whose, environment, page: { limit: 200 } },
    { when: useMay('keys:view') },
  );
  const listed = keys.state === 'ready' ? keys.data.keys : [];
  const input = { ...whose, environment, ...(keyId !== undefined && { keyId }) };
  const usage = useCall('usage/summary', input, { everyMs: REFRESH_MS, window: lastPeriod(period) });
  const data = ownData(usage);
  const keyName = listed.find(key => key.keyId === keyId)?.name;

  const save = () => {
    if (data) downloadCsv(csvName(environment, keyName, data.from), USAGE_HEADINGS, usageRows(data.buckets));
  };

  return (
    <>
      <PageHead
        title="Usage and limits"
        lead="Each key has rate limits per minute, hour and day, and a request must be within all three. Requests rejected by a limit (429) do not count."
        actions={
          <button type="button" onClick={save} disabled={!data}>
            <Download size={16} aria-hidden /> Export CSV
          </button>
        }
      />
      <FilterBar>
        <PartnerFilter value={partner} onChange={value => setFilters({ partner: value, key: undefined })} />
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
            <RateLimitCards windows={windows} />
            <Stats>
              <Stat label="Requests" value={formatNumber(totals.requests)} />
              <Stat label="Error rate" value={formatPercent(errorRate(totals))} />
              <Stat
                label="Rate limited (429)"
                value={formatNumber(totals.rateLimited)}
                tone={totals.rateLimited > 0 ? 'warn' : 'plain'}
              />
              <Stat label="Latency (p95)" value={totals.p95Ms === null ? '–' : formatMs(totals.p95Ms)} />
            </Stats>
            <Card title="Requests" hint="By status class. Accurate to the minute.">
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
      <FunnelCard from={from} keyId={keyId} partnerId={partner} />
    </>
  );
}

const MAX_KEYS = 24;

/** The rate windows of up to MAX_KEYS active keys, those with the highest used share first. */
function RateLimitCards({ windows }: { windows: readonly KeyWindows[] }) {
  if (windows.length === 0) {
    return (
      <Empty
        title="No active keys"
        action={
          <LinkTo to="/settings/api-keys" className="button">
            View API keys
          </LinkTo>
        }
      >
        Rate limits apply to active keys only.
      </Empty>
    );
  }
  const share = (key: KeyWindows) => fullestWindow(key).used / fullestWindow(key).limit;
  const shown = windows.toSorted((a, b) => share(b) - share(a)).slice(0, MAX_KEYS);
  return (
    <>
      <div className="grid">
        {shown.map(key => (
          <Card
            key={key.keyId}
            title={key.name}
            actions={
              <LinkTo to="/settings/api-keys/$keyId" params={{ keyId: key.keyId }}>
                Change limits
              </LinkTo>
            }
          >
            <WindowMeters windows={key} />
          </Card>
        ))}
      </div>
      {windows.length > MAX_KEYS && (
        <p className="hint">
          Showing the {MAX_KEYS} keys closest to a limit. To see another key, select it above.
        </p>
      )}
    </>
  );
}
