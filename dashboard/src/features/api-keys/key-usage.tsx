import { Card } from '../../components/card.tsx';
import { BarList } from '../../components/charts/small-charts.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { WindowMeters } from '../../components/usage/rate-windows.tsx';
import { StatusBars } from '../../components/usage/usage-charts.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { type ApiKey, useKeyRights } from './api-key.tsx';
import '../../styles/usage.css';
import { DataTable } from '../../components/data-table.tsx';
import { Badge, Notice } from '../../components/feedback.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { allowsAddress } from './address-entries.ts';

type Summary = Output<'usage/summary'>;

const ASK_EVERY_MS = 15_000;
const TOP = 8;

/** What the key did in the last 24 hours, and how much of its windows it has used. */
export function KeyUsage({ apiKey }: { apiKey: ApiKey }) {
  const { keyId } = apiKey;
  const summary = useCall('usage/summary', { keyId }, { everyMs: ASK_EVERY_MS });
  return (
    <Loaded from={summary} rows={8}>
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
    </Loaded>
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

type Clients = Output<'usage/clients'>;

const SHOWN = 12;

/** Who used the key in the last 7 days. An address that its list refuses can be let in from here. */
export function KeyClients({ apiKey }: { apiKey: ApiKey }) {
  const clients = useCall('usage/clients', { keyId: apiKey.keyId }, { everyMs: 60_000 });
  return (
    <Card title="Seen addresses and clients" hint="From the request log of the last 7 days.">
      <Loaded from={clients} rows={4}>
        {data =>
          data.addresses.length === 0 ? (
            <p className="faint">The key was not used in the last 7 days.</p>
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
    toast: 'The address is on the list.',
    changes: ['keys'],
  });
  const add = async (address: string) => {
    if (await stepUp()) await update.run({ keyId, allowedAddresses: [...allowedAddresses, address] });
  };
  const mayAdd = mayChange && status !== 'REVOKED';
  return (
    <>
      <DataTable
        label="Seen addresses"
        rows={clients.addresses.slice(0, SHOWN)}
        rowKey={({ address }) => address}
        columns={[
          { key: 'address', heading: 'Address', cell: ({ address }) => <code>{address}</code> },
          {
            key: 'requests',
            heading: 'Requests',
            align: 'right',
            cell: ({ requests }) => formatNumber(requests),
          },
          { key: 'last', heading: 'Last', cell: ({ lastAt }) => <Timestamp at={lastAt} /> },
          {
            key: 'add',
            heading: 'On the list',
            cell: ({ address }) =>
              allowedAddresses.length === 0 ? (
                <span className="faint">No list</span>
              ) : allowsAddress(allowedAddresses, address) ? (
                <Badge tone="good">Yes</Badge>
              ) : mayAdd ? (
                <button
                  type="button"
                  className="small"
                  aria-label={`Add ${address} to the list`}
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
        No client named its version. The SDK does so by itself; others send <code>X-Client-Version</code>.
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
