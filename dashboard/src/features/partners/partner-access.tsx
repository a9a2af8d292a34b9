import { Card } from '../../components/card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Badge, type Tone } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import '../../styles/billing.css';

interface PartnerProps {
  partnerId: string;
}

type Key = Output<'keys/list'>['keys'][number];

const KEY_TONES: Record<Key['status'], Tone> = {
  ACTIVE: 'good',
  DISABLED: 'warn',
  EXPIRED: 'warn',
  REVOKED: 'bad',
};

/** The keys of the partner with their allowed addresses, and its webhook endpoints. */
export function PartnerAccess({ partnerId }: PartnerProps) {
  const seesEndpoints = useMay('webhooks:view');
  return (
    <>
      <Keys partnerId={partnerId} />
      {seesEndpoints && <Endpoints partnerId={partnerId} />}
    </>
  );
}

function Keys({ partnerId }: PartnerProps) {
  const environment = useEnvironment();
  const mayCreate = useMay(environment === 'production' ? 'keys:production' : 'keys:sandbox');
  const keys = useCall('keys/list', { partnerId, environment, page: { limit: 100 } });
  const isEmpty = keys.state !== 'ready' || keys.data.keys.length === 0;
  const create = mayCreate && (
    <LinkTo to="/settings/api-keys/new" search={{ partner: partnerId }} className="button small">
      Create API key
    </LinkTo>
  );
  return (
    <Card
      title="API keys"
      actions={
        <>
          <LinkTo to="/settings/api-keys" search={{ partner: partnerId }}>
            All keys
          </LinkTo>
          {!isEmpty && create}
        </>
      }
    >
      <Loaded from={keys} rows={3}>
        {({ keys: found }) =>
          found.length === 0 ? (
            <div className="card-empty">
              <p className="faint">No {environment} keys yet.</p>
              {create}
            </div>
          ) : (
            <DataTable
              label="API keys"
              rows={found}
              rowKey={({ keyId }) => keyId}
              rowLink={({ keyId }) => ({ to: '/settings/api-keys/$keyId', params: { keyId } })}
              columns={KEY_COLUMNS}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

const KEY_COLUMNS: readonly Column<Key>[] = [
  { key: 'name', heading: 'Name', wide: true, cell: ({ name }) => name },
  {
    key: 'status',
    heading: 'Status',
    phone: 'status',
    cell: ({ status }) => (
      <Badge tone={KEY_TONES[status]}>{status.charAt(0) + status.slice(1).toLowerCase()}</Badge>
    ),
  },
  {
    key: 'addresses',
    heading: 'IP addresses',
    cell: ({ allowedAddresses }) =>
      allowedAddresses.length === 0 ? (
        'Any address'
      ) : (
        <span className="lines">
          {allowedAddresses.slice(0, 3).map(address => (
            <code key={address}>{address}</code>
          ))}
          {allowedAddresses.length > 3 && <small>and {allowedAddresses.length - 3} more</small>}
        </span>
      ),
  },
  {
    key: 'used',
    heading: 'Last used',
    cell: ({ lastUsed }) =>
      lastUsed === null ? <span className="faint">Never</span> : <Timestamp at={lastUsed.at} />,
  },
];

function Endpoints({ partnerId }: PartnerProps) {
  const environment = useEnvironment();
  const mayEdit = useMay('webhooks:edit');
  const endpoints = useCall('webhooks/list', { partnerId, environment });
  return (
    <Card
      title="Webhook endpoints"
      actions={
        <LinkTo to="/webhooks" search={{ partner: partnerId }}>
          All endpoints
        </LinkTo>
      }
    >
      <Loaded from={endpoints} rows={2}>
        {({ endpoints: found }) =>
          found.length === 0 ? (
            <div className="card-empty">
              <p className="faint">
                No endpoints in this environment. Without an endpoint, the partner receives no events.
              </p>
              {mayEdit && (
                <LinkTo to="/webhooks" search={{ partner: partnerId }} className="button small">
                  Add endpoint
                </LinkTo>
              )}
            </div>
          ) : (
            <DataTable
              label="Webhook endpoints"
              rows={found}
              rowKey={({ endpointId }) => endpointId}
              rowLink={({ endpointId }) => ({ to: '/webhooks/$endpointId', params: { endpointId } })}
              columns={ENDPOINT_COLUMNS}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

const ENDPOINT_COLUMNS: readonly Column<Output<'webhooks/list'>['endpoints'][number]>[] = [
  { key: 'url', heading: 'URL', wide: true, cell: ({ url }) => url },
  {
    key: 'status',
    heading: 'Status',
    phone: 'status',
    cell: ({ status, health }) =>
      status !== 'ENABLED' ? (
        <Badge tone="warn">{status === 'PAUSED' ? 'Paused' : 'Disabled'}</Badge>
      ) : health.failingSince === null ? (
        <Badge tone="good">Enabled</Badge>
      ) : (
        <Badge tone="bad">Failing</Badge>
      ),
  },
];
