import type { Environment } from '@serai/contract/shared/answer.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Sparkline } from '../../components/charts/small-charts.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { RowMenu } from '../../components/dialogs/row-menu.tsx';
import { Empty } from '../../components/feedback.tsx';
import { FilterBar, FilterSelect, FilterText } from '../../components/filter-bar.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { timeSort } from '../../components/sort-rows.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import { useCall, usePages } from '../../lib/calls/use-call.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import {
  AddressLock,
  type ApiKey,
  ExpiryBadge,
  type KeyChange,
  KeyDialogs,
  Scopes,
  STATUS_CHOICES,
  StatusBadge,
  useKeyRights,
} from './api-key.tsx';
import '../../styles/api-keys.css';
import { PartnerFilter } from '../../components/partners/partner-pickers.tsx';
import { usePartnerColumn } from '../../components/partners/partners.tsx';
import { ActorName } from '../../components/people/use-actor-name.ts';

export function ApiKeysPage() {
  const environment = useEnvironment();
  const { mayChange } = useKeyRights(environment);
  const [{ search, status, partner }, setFilters, clear] = useFilters(['search', 'status', 'partner']);
  const [chosen, setChosen] = useState<{ key: ApiKey; change: KeyChange | undefined }>();
  const wanted = STATUS_CHOICES.find(([value]) => value === status)?.[0] as ApiKey['status'] | undefined;
  const list = usePages(
    'keys/list',
    {
      environment,
      ...(search && { search }),
      ...(wanted && { status: wanted }),
      ...(partner && { partnerId: partner }),
    },
    ({ keys }) => keys,
  );
  const sparks = useCall('usage/sparks', { environment }, { everyMs: 60_000 });
  const byKey = new Map(
    sparks.state === 'ready' ? sparks.data.sparks.map(({ keyId, values }) => [keyId, values]) : [],
  );

  return (
    <>
      <PageHead
        title="API keys"
        lead="A key lets an application use the API. It is shown once, when you create it."
        actions={mayChange && <CreateLink partner={partner} />}
      />
      <FilterBar onClear={clear}>
        <FilterText
          label="Search"
          value={search}
          placeholder="Name or start of the key"
          onChange={value => setFilters({ search: value && withoutSecret(value) })}
        />
        <PartnerFilter value={partner} onChange={value => setFilters({ partner: value })} />
        <FilterSelect
          label="Status"
          all="All statuses"
          value={wanted}
          options={STATUS_CHOICES}
          onChange={value => setFilters({ status: value })}
        />
      </FilterBar>
      <LoadedList list={list} empty={<NoKeys environment={environment} filtered={clear !== undefined} />}>
        {keys => (
          <KeyTable
            keys={keys}
            isComplete={list.more === undefined}
            partner={partner}
            sparks={byKey}
            onChoose={mayChange ? (key, change) => setChosen({ key, change }) : undefined}
          />
        )}
      </LoadedList>
      {chosen && (
        <KeyDialogs
          apiKey={chosen.key}
          change={chosen.change}
          onClose={() => setChosen({ ...chosen, change: undefined })}
        />
      )}
    </>
  );
}

/** A search becomes part of the address, so the secret of a pasted key is removed. The start of the key finds it. */
export function withoutSecret(search: string): string {
  return search.replace(/^.*?(serai_(?:sandbox|live)_[0-9A-Za-z]+)_.*$/s, '$1');
}

function CreateLink({ partner }: { partner?: string | undefined }) {
  return (
    <LinkTo to="/settings/api-keys/new" search={{ partner }} className="button main">
      <Plus size={16} aria-hidden /> Create API key
    </LinkTo>
  );
}

function NoKeys({ environment, filtered }: { environment: Environment; filtered: boolean }) {
  const { mayChange } = useKeyRights(environment);
  if (filtered) return <Empty title="No matching keys">Change the filters above.</Empty>;
  return (
    <Empty title={`No ${environment} keys yet`} action={mayChange && <CreateLink />}>
      {mayChange
        ? 'Create a key to send your first request.'
        : `${environment === 'production' ? 'An admin' : 'A developer or admin'} of your company can create one.`}
    </Empty>
  );
}

interface KeyTableProps {
  keys: readonly ApiKey[];
  isComplete: boolean;
  /** The partner that the list is filtered by. */
  partner: string | undefined;
  /** Hourly requests of the last 24 hours by key. Keys without requests are missing. */
  sparks: ReadonlyMap<string, readonly number[]>;
  /** Undefined if the user may not change keys. */
  onChoose: ((key: ApiKey, change: KeyChange) => void) | undefined;
}

const NO_REQUESTS = new Array<number>(24).fill(0);

function KeyTable({ keys, isComplete, partner, sparks, onChoose }: KeyTableProps) {
  const partnerColumn = usePartnerColumn<ApiKey>(partner);
  const columns: Column<ApiKey>[] = [
    {
      key: 'name',
      heading: 'Key',
      wide: true,
      sortBy: ({ name }) => [name],
      cell: ({ name, display, createdAt, createdBy, scopes, allowedAddresses }) => (
        <>
          <span className="key-name">{name}</span>
          <span className="key-line">
            <code className="key-display">{display}</code>
            <span className="key-access">
              {scopes.length === 1 ? '1 scope' : `${scopes.length} scopes`},{' '}
              {allowedAddresses.length === 0
                ? 'any IP'
                : `${allowedAddresses.length} ${allowedAddresses.length === 1 ? 'IP' : 'IPs'}`}
            </span>
          </span>
          <small className="key-created">
            Created <Timestamp at={createdAt} /> by <ActorName actor={createdBy} />
          </small>
        </>
      ),
    },
    {
      key: 'status',
      heading: 'Status',
      phone: 'status',
      cell: key => <StatusBadge status={key.status} />,
    },
    ...partnerColumn,
    { key: 'scopes', heading: 'Scopes', phone: 'hidden', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
    {
      key: 'addresses',
      heading: 'IP addresses',
      phone: 'hidden',
      cell: ({ allowedAddresses }) => <AddressLock allowedAddresses={allowedAddresses} />,
    },
    {
      key: 'expiry',
      heading: 'Expires',
      sortBy: ({ expiresAt }) => timeSort(expiresAt),
      cell: ({ expiresAt, status }) => <ExpiryBadge expiresAt={expiresAt} status={status} />,
    },
    {
      key: 'used',
      heading: 'Last used',
      sortBy: ({ lastUsed }) => timeSort(lastUsed?.at),
      cell: LastUsed,
    },
    {
      key: 'spark',
      heading: 'Last 24 hours',
      phone: 'hidden',
      cell: ({ keyId, lastUsed }) =>
        lastUsed === null && !sparks.has(keyId) ? (
          <span className="faint">No requests yet</span>
        ) : (
          <DaySpark values={sparks.get(keyId)} />
        ),
    },
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
      isComplete={isComplete}
      order="Newest first"
      columns={columns}
      rowKey={key => key.keyId}
      rowLink={({ keyId }) => ({ to: '/settings/api-keys/$keyId', params: { keyId } })}
    />
  );
}

function LastUsed({ lastUsed }: ApiKey) {
  if (lastUsed === null) return <span className="faint">Never</span>;
  const { at, address, clientVersion } = lastUsed;
  return (
    <span>
      <Timestamp at={at} />
      {address !== null && <small>{address}</small>}
      {clientVersion !== null && <small>client {clientVersion}</small>}
    </span>
  );
}

function DaySpark({ values = NO_REQUESTS }: { values?: readonly number[] | undefined }) {
  const sum = values.reduce((total, value) => total + value, 0);
  const requests = sum === 1 ? '1 request' : `${formatNumber(sum)} requests`;
  return <Sparkline values={values} label={`${requests} in the last 24 hours`} />;
}

interface KeyMenuProps {
  apiKey: ApiKey;
  onChoose: (change: KeyChange) => void;
}

function KeyMenu({ apiKey, onChoose }: KeyMenuProps) {
  const { keyId, name, status } = apiKey;
  const target = { to: '/settings/api-keys/$keyId', params: { keyId } };
  if (status === 'REVOKED') return null;
  return (
    <RowMenu label={`Actions for ${name}`}>
      <LinkTo {...target} search={{ tab: 'settings' }}>
        Edit
      </LinkTo>
      {status !== 'EXPIRED' && (
        <LinkTo {...target} search={{ do: 'rotate' }}>
          Rotate
        </LinkTo>
      )}
      {status === 'DISABLED' ? (
        <button type="button" onClick={() => onChoose('enable')}>
          Enable
        </button>
      ) : (
        <button type="button" onClick={() => onChoose('disable')}>
          Disable
        </button>
      )}
      <button type="button" className="bad" onClick={() => onChoose('revoke')}>
        Revoke
      </button>
    </RowMenu>
  );
}
