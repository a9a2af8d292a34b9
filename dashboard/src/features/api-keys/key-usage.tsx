import { Card } from '../../components/card.tsx';
import { BarList } from '../../components/charts/small-charts.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Badge, Empty, Notice } from '../../components/feedback.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { operationTitle } from '../../components/operation-names.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { WindowMeters } from '../../components/usage/rate-windows.tsx';
import { StatusBars } from '../../components/usage/usage-charts.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { allowsAddress } from './address-entries.ts';
import { type ApiKey, useKeyRights } from './api-key.tsx';
import '../../styles/usage.css';

type Summary = Output<'usage/summary'>;

const REFRESH_MS = 15_000;
const TOP = 8;

export function KeyUsage({ apiKey }: { apiKey: ApiKey }) {
  const { keyId } = apiKey;
  const summary = useCall('usage/summary', { keyId }, { everyMs: REFRESH_MS });
  return (
    <Loaded from={summary} rows={8}>
      {data => {
        // Charts and lists of nothing would only hide that nothing has happened yet.
        if (apiKey.lastUsed === null && data.totals.requests === 0) {
          return (
            <div className="stack wide">
              <Windows summary={data} />
              <Empty title="No requests yet">
                The usage of this key appears here after its first request.
              </Empty>
            </div>
          );
        }
        return (
          <div className="stack wide">
            <div className="grid">
              <Windows summary={data} />
              <Card title="Responses" hint="Last 24 hours, by status.">
                <StatusSplit summary={data} keyId={keyId} />
              </Card>
            </div>
            <Card title="Requests" hint="Last 24 hours, by hour.">
              <StatusBars buckets={data.buckets} />
            </Card>
            <div className="grid">
              <Card title="Top operations" hint="Last 24 hours.">
                <TopOperations summary={data} keyId={keyId} />
              </Card>
              <KeyClients apiKey={apiKey} />
            </div>
          </div>
        );
      }}
    </Loaded>
  );
}

function Windows({ summary }: { summary: Summary }) {
  const windows = summary.windows[0];
  return (
    <Card title="Rate limits" hint="Rolling windows. Requests rejected by a limit (429) do not count.">
      {windows === undefined ? (
        <p className="faint">Rate limits apply to active keys only.</p>
      ) : (
        <WindowMeters windows={windows} />
      )}
    </Card>
  );
}

const CLASSES = [
  ['2xx', 'Success', 'good'],
  ['3xx', 'Not modified', 'info'],
  ['4xx', 'Client error', 'warn'],
  ['5xx', 'Server error', 'bad'],
] as const;

function StatusSplit({ summary: { totals }, keyId }: { summary: Summary; keyId: string }) {
  if (totals.requests === 0) return <p className="faint">No requests in the last 24 hours.</p>;
  return (
    <BarList
      label="Responses by status class"
      items={CLASSES.filter(([name]) => totals.statusClasses[name] > 0).map(([name, meaning, tone]) => ({
        key: name,
        label: `${name} ${meaning}`,
        value: totals.statusClasses[name],
        tone,
        link: { to: '/requests', search: { key: keyId, class: name } },
      }))}
    />
  );
}

function TopOperations({ summary: { operations }, keyId }: { summary: Summary; keyId: string }) {
  if (operations.length === 0) return <p className="faint">No requests in the last 24 hours.</p>;
  const top = [...operations].sort((one, other) => other.requests - one.requests).slice(0, TOP);
  return (
    <BarList
      label="Operations by number of requests"
      items={top.map(({ operation, requests }) => ({
        key: operation ?? '',
        label: operationTitle(operation),
        ...(operation !== null && { note: operation }),
        value: requests,
        link: {
          to: '/requests',
          search: { key: keyId, ...(operation !== null && { operation }) },
        },
      }))}
    />
  );
}

type Clients = Output<'usage/clients'>;

const SHOWN = 12;

/** Clients of the last 7 days. The user can add an address that is not on the allow list. */
function KeyClients({ apiKey }: { apiKey: ApiKey }) {
  const clients = useCall('usage/clients', { keyId: apiKey.keyId }, { everyMs: 60_000 });
  return (
    <Card title="IP addresses and clients" hint="From the request log, last 7 days.">
      <Loaded from={clients} rows={4}>
        {data =>
          data.addresses.length === 0 ? (
            <p className="faint">This key has not been used in the last 7 days.</p>
          ) : (
            <>
              <Addresses apiKey={apiKey} clients={data} />
              <Versions clients={data} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function Addresses({ apiKey, clients }: { apiKey: ApiKey; clients: Clients }) {
  const { keyId, environment, allowedAddresses, status } = apiKey;
  const { mayChange, stepUp } = useKeyRights(environment);
  const update = useAction('keys/update', {
    toast: 'IP address added.',
    changes: ['keys'],
  });
  const add = async (address: string) => {
    if (await stepUp()) await update.run({ keyId, allowedAddresses: [...allowedAddresses, address] });
  };
  const mayAdd = mayChange && status !== 'REVOKED';
  return (
    <>
      <DataTable
        label="Recent IP addresses"
        rows={clients.addresses.slice(0, SHOWN)}
        rowKey={({ address }) => address}
        columns={[
          { key: 'address', heading: 'IP address', cell: ({ address }) => <code>{address}</code> },
          {
            key: 'requests',
            heading: 'Requests',
            align: 'right',
            cell: ({ requests }) => formatNumber(requests),
          },
          { key: 'last', heading: 'Last used', cell: ({ lastAt }) => <Timestamp at={lastAt} /> },
          {
            key: 'add',
            heading: 'Allowed',
            cell: ({ address }) =>
              allowedAddresses.length === 0 ? (
                <span className="faint">Any address</span>
              ) : allowsAddress(allowedAddresses, address) ? (
                <Badge tone="good">Yes</Badge>
              ) : mayAdd ? (
                <button
                  type="button"
                  className="small"
                  aria-label={`Allow ${address}`}
                  disabled={update.busy}
                  onClick={() => void add(address)}
                >
                  Add
                </button>
              ) : (
                <Badge tone="warn">No</Badge>
              ),
          },
        ]}
      />
      {update.failure && <Notice failure={update.failure} />}
    </>
  );
}

function Versions({ clients }: { clients: Clients }) {
  const named = clients.versions.filter(({ version }) => version !== null);
  if (named.length === 0) {
    return (
      <p className="hint">
        No client sent its version. The SDK sends it automatically; other clients can set the{' '}
        <code>X-Client-Version</code> header.
      </p>
    );
  }
  return (
    <ul className="scopes" aria-label="Client versions">
      {named.slice(0, SHOWN).map(({ version, requests }) => (
        <li key={version}>
          {version} ({formatNumber(requests)})
        </li>
      ))}
    </ul>
  );
}
