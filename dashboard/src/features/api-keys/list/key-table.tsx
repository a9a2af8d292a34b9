import { Spark } from '../../../components/charts/spark.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Moment } from '../../../components/text/moment.tsx';
import { formatNumber } from '../../../lib/format/format.ts';
import { SCOPES } from '../form/scope-choices.ts';
import type { ApiKey } from '../parts/api-key.ts';
import { AddressLock, EnvironmentMark, ExpiryBadge, StatusBadge } from '../parts/key-badges.tsx';
import type { KeyChange } from '../parts/key-dialogs.tsx';
import { KeyMenu } from './key-menu.tsx';

interface KeyTableProps {
  keys: readonly ApiKey[];
  /** Requests of the last 24 hours by the hour; a key without requests is absent. */
  sparks: ReadonlyMap<string, readonly number[]>;
  /** Absent when the person may not. */
  onChoose: ((key: ApiKey, change: KeyChange) => void) | undefined;
}

const NOTHING = new Array<number>(24).fill(0);

export function KeyTable({ keys, sparks, onChoose }: KeyTableProps) {
  const columns: Column<ApiKey>[] = [
    {
      key: 'name',
      heading: 'Key',
      wide: true,
      cell: ({ name, display, createdAt, createdBy }) => (
        <>
          <span className="key-name">{name}</span>
          <code className="key-display">{display}</code>
          <small className="key-made">
            Made <Moment at={createdAt} /> by {createdBy}
          </small>
        </>
      ),
    },
    {
      key: 'status',
      heading: 'State',
      cell: key => (
        <span className="marks">
          <StatusBadge status={key.status} />
          <EnvironmentMark environment={key.environment} />
        </span>
      ),
    },
    { key: 'scopes', heading: 'Scopes', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
    {
      key: 'guard',
      heading: 'Addresses, expiry',
      cell: key => (
        <span className="stacked">
          <AddressLock allowedAddresses={key.allowedAddresses} />
          <span>
            Expires: <ExpiryBadge expiresAt={key.expiresAt} status={key.status} />
          </span>
        </span>
      ),
    },
    { key: 'used', heading: 'Last used', cell: LastUsed },
    { key: 'spark', heading: '24 hours', cell: key => <DaySpark values={sparks.get(key.keyId)} /> },
  ];
  if (onChoose) {
    columns.push({
      key: 'menu',
      heading: 'Actions',
      headless: true,
      align: 'right',
      cell: key => <KeyMenu apiKey={key} onChoose={change => onChoose(key, change)} />,
    });
  }
  return (
    <DataTable
      label="API keys"
      rows={keys}
      columns={columns}
      rowKey={key => key.keyId}
      rowLink={({ keyId }) => ({ to: '/settings/api-keys/$keyId', params: { keyId } })}
    />
  );
}

function Scopes({ scopes }: Pick<ApiKey, 'scopes'>) {
  if (scopes.length === SCOPES.length) return <span title={scopes.join(', ')}>Everything</span>;
  return (
    <ul className="scopes">
      {scopes.map(scope => (
        <li key={scope}>{scope}</li>
      ))}
    </ul>
  );
}

function LastUsed({ lastUsed }: ApiKey) {
  if (lastUsed === null) return <span className="faint">Never</span>;
  const { at, address, clientVersion } = lastUsed;
  return (
    <span>
      <Moment at={at} />
      {address !== null && <small>{address}</small>}
      {clientVersion !== null && <small>client {clientVersion}</small>}
    </span>
  );
}

function DaySpark({ values = NOTHING }: { values?: readonly number[] | undefined }) {
  const sum = values.reduce((total, value) => total + value, 0);
  return <Spark values={values} label={`${formatNumber(sum)} requests in 24 hours`} />;
}
