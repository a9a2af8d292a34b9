import { Card } from '../../../components/card.tsx';
import { BarList } from '../../../components/charts/bar-list.tsx';
import { Shown } from '../../../components/shown.tsx';
import { StatusBars } from '../../../components/usage/status-bars.tsx';
import { WindowMeters } from '../../../components/usage/window-meters.tsx';
import type { Output } from '../../../lib/calls/operator-client.ts';
import { useCall } from '../../../lib/calls/use-call.ts';
import type { ApiKey } from '../parts/api-key.ts';
import { KeyClients } from './key-clients.tsx';
import '../../../styles/usage.css';

type Summary = Output<'usage/summary'>;

const ASK_EVERY_MS = 15_000;
const TOP = 8;

/** What the key did in the last 24 hours, and how much of its windows it has used. */
export function KeyUse({ apiKey }: { apiKey: ApiKey }) {
  const { keyId } = apiKey;
  const summary = useCall('usage/summary', { keyId }, { everyMs: ASK_EVERY_MS });
  return (
    <Shown of={summary} rows={8}>
      {data => (
        <div className="stack wide">
          <div className="grid">
            <Windows summary={data} />
            <Card title="Answers" hint="The last 24 hours, by status.">
              <StatusSplit summary={data} keyId={keyId} />
            </Card>
          </div>
          <Card title="Requests" hint="The last 24 hours, by the hour.">
            <StatusBars buckets={data.buckets} />
          </Card>
          <div className="grid">
            <Card title="Top operations" hint="The last 24 hours.">
              <TopOperations summary={data} keyId={keyId} />
            </Card>
            <KeyClients apiKey={apiKey} />
          </div>
        </div>
      )}
    </Shown>
  );
}

function Windows({ summary }: { summary: Summary }) {
  const windows = summary.windows[0];
  return (
    <Card title="Use of the limits" hint="Rolling windows; a refused request uses up nothing.">
      {windows === undefined ? (
        <p className="faint">A key that is not active uses no window.</p>
      ) : (
        <WindowMeters windows={windows} />
      )}
    </Card>
  );
}

const CLASSES = [
  ['2xx', 'Success', 'good'],
  ['3xx', 'Not modified', 'info'],
  ['4xx', 'Refused', 'warn'],
  ['5xx', 'Failed', 'bad'],
] as const;

function StatusSplit({ summary: { totals }, keyId }: { summary: Summary; keyId: string }) {
  if (totals.requests === 0) return <p className="faint">No request in the last 24 hours.</p>;
  return (
    <BarList
      label="Answers by class of status"
      items={CLASSES.filter(([name]) => totals.statusClasses[name] > 0).map(([name, words, tone]) => ({
        key: name,
        label: `${name} ${words}`,
        value: totals.statusClasses[name],
        tone,
        link: { to: '/requests', search: { key: keyId, class: name } },
      }))}
    />
  );
}

function TopOperations({ summary: { operations }, keyId }: { summary: Summary; keyId: string }) {
  if (operations.length === 0) return <p className="faint">No request in the last 24 hours.</p>;
  const top = [...operations].sort((one, other) => other.requests - one.requests).slice(0, TOP);
  return (
    <BarList
      label="Operations by requests"
      items={top.map(({ operation, requests }) => ({
        key: operation ?? '',
        label: operation ?? 'No such path',
        value: requests,
        link: {
          to: '/requests',
          search: { key: keyId, ...(operation !== null && { operation }) },
        },
      }))}
    />
  );
}
