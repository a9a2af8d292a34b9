import { Badge } from '../../../components/badge.tsx';
import { Card } from '../../../components/card.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Shown } from '../../../components/shown.tsx';
import { Moment } from '../../../components/text/moment.tsx';
import type { Output } from '../../../lib/calls/operator-client.ts';
import { useAction } from '../../../lib/calls/use-action.ts';
import { useCall } from '../../../lib/calls/use-call.ts';
import { formatNumber } from '../../../lib/format/format.ts';
import { letsIn } from '../form/address-entries.ts';
import type { ApiKey } from '../parts/api-key.ts';
import { useKeyRights } from '../parts/use-key-rights.ts';

type Clients = Output<'usage/clients'>;

const SHOWN = 12;

/** Who used the key in the last 7 days. An address that its list refuses can be let in from here. */
export function KeyClients({ apiKey }: { apiKey: ApiKey }) {
  const clients = useCall('usage/clients', { keyId: apiKey.keyId }, { everyMs: 60_000 });
  return (
    <Card title="Seen addresses and clients" hint="From the request log of the last 7 days.">
      <Shown of={clients} rows={4}>
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
      </Shown>
    </Card>
  );
}

function Addresses({ apiKey, clients }: { apiKey: ApiKey; clients: Clients }) {
  const { keyId, environment, allowedAddresses, status } = apiKey;
  const { mayChange, prove } = useKeyRights(environment);
  const update = useAction('keys/update', {
    said: 'The address is on the list.',
    changes: ['keys'],
  });
  const add = async (address: string) => {
    if (await prove()) await update.run({ keyId, allowedAddresses: [...allowedAddresses, address] });
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
          { key: 'last', heading: 'Last', cell: ({ lastAt }) => <Moment at={lastAt} /> },
          {
            key: 'add',
            heading: 'On the list',
            cell: ({ address }) =>
              allowedAddresses.length === 0 ? (
                <span className="faint">No list</span>
              ) : letsIn(allowedAddresses, address) ? (
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
