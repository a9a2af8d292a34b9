import { Navigate, useParams } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Facts } from '../../components/card.tsx';
import { ChangeList } from '../../components/change-list.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { RowMenu } from '../../components/dialogs/row-menu.tsx';
import { Banner, Empty, Notice } from '../../components/feedback.tsx';
import { LinkTo, useGo } from '../../components/link-to.tsx';
import { Loaded, LoadedList } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PartnerLink } from '../../components/partners/partners.tsx';
import { ActorName } from '../../components/people/use-actor-name.ts';
import { Tabs } from '../../components/tabs.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { useCall, usePages } from '../../lib/calls/use-call.ts';
import { formatDateTimeZone, formatMoney } from '../../lib/format/format.ts';
import { useRemembered } from '../../lib/recent-records.ts';
import { useStaff } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import {
  AddressLock,
  type ApiKey,
  EnvironmentMark,
  ExpiryBadge,
  type KeyChange,
  KeyDialogs,
  Scopes,
  StatusBadge,
  useKeyRights,
} from './api-key.tsx';
import { Overlap, RotateDialog, useRevokeOld } from './key-rotation.tsx';
import { KeySettings } from './key-settings.tsx';
import { KeyUsage } from './key-usage.tsx';
import { NewSecret, useOneTimeSecret, Waiting } from './new-secret.tsx';
import '../../styles/api-keys.css';

const REFRESH_MS = 15_000;
const BACK = { to: '/settings/api-keys', label: 'API keys' };

export function KeyPage() {
  const { keyId = '' } = useParams({ strict: false }) as { keyId?: string };
  const environment = useEnvironment();
  const shown = useCall('keys/show', { keyId }, { everyMs: REFRESH_MS });
  const { created, show, drop } = useOneTimeSecret(environment);
  if (created && created.key.keyId === keyId) {
    const onDone = () => {
      drop();
      // The focused button no longer exists.
      document.getElementById('content')?.focus();
    };
    return (
      <NewSecret
        created={created}
        title={`${created.key.name} has a new key`}
        oldKey={<OldKeyNote apiKey={created.key} />}
        onDone={onDone}
      >
        {shown.state === 'ready' && <NewKeyUse apiKey={shown.data.key} />}
      </NewSecret>
    );
  }
  if (shown.state === 'failed' && shown.failure.code === 'NOT_FOUND') {
    return (
      <>
        <PageHead title="Key not found" back={BACK} />
        <Empty title="This key does not exist" action={<LinkTo to={BACK.to}>View all keys</LinkTo>}>
          Check the URL. The key may belong to another partner.
        </Empty>
      </>
    );
  }
  return (
    <Loaded from={shown} rows={8}>
      {({ key }) =>
        key.environment === environment ? (
          <Detail key={key.keyId} apiKey={key} onRotated={show} />
        ) : (
          <Navigate
            to={'/$environment/settings/api-keys/$keyId' as '/'}
            params={{ environment: key.environment, keyId } as never}
            search={true as never}
            replace
          />
        )
      }
    </Loaded>
  );
}

interface DetailProps {
  apiKey: ApiKey;
  onRotated: ReturnType<typeof useOneTimeSecret>['show'];
}

function Detail({ apiKey, onRotated }: DetailProps) {
  const { keyId, name } = apiKey;
  const [filters, setFilters] = useFilters(['tab', 'do']);
  const [change, setChange] = useState<KeyChange>();
  const go = useGo();
  const { mayChange } = useKeyRights(apiKey.environment);
  const isClient = apiKey.purpose === 'CLIENT';
  useRemembered({
    kind: 'key',
    id: keyId,
    title: name,
    detail: keyId,
    environment: apiKey.environment,
    partnerId: apiKey.partnerId,
  });
  const mayRotate = mayChange && isClient && apiKey.status !== 'REVOKED' && apiKey.status !== 'EXPIRED';
  return (
    <>
      <PageHead
        title={name}
        back={BACK}
        lead={<Marks apiKey={apiKey} />}
        actions={
          <Actions apiKey={apiKey} onChoose={setChange} onRotate={() => setFilters({ do: 'rotate' })} />
        }
      />
      {!isClient && (
        <Banner title="This is a temporary key">
          {apiKey.purpose === 'TRY'
            ? 'Serai created it for requests that someone sent with Try it.'
            : 'Serai created it for a self-test.'}{' '}
          You can only disable or revoke it.
        </Banner>
      )}
      <Overlap apiKey={apiKey} />
      <KeyFacts apiKey={apiKey} />
      <Tabs
        label="Key details"
        selected={filters.tab ?? 'use'}
        onSelect={tab => setFilters({ tab: tab === 'use' ? undefined : tab })}
        tabs={[
          { id: 'use', label: 'Usage', panel: <KeyUsage apiKey={apiKey} /> },
          ...(isClient
            ? [{ id: 'settings', label: 'Settings', panel: <KeySettings apiKey={apiKey} /> }]
            : []),
          { id: 'trail', label: 'Audit log', panel: <KeyAuditLog keyId={keyId} /> },
        ]}
      />
      <KeyDialogs apiKey={apiKey} change={change} onClose={() => setChange(undefined)} />
      <RotateDialog
        apiKey={apiKey}
        open={filters.do === 'rotate' && mayRotate}
        onClose={() => setFilters({ do: undefined })}
        onRotated={created => {
          void go({ to: '/settings/api-keys/$keyId', params: { keyId }, replace: true });
          onRotated(created);
        }}
      />
    </>
  );
}

function Marks({ apiKey }: { apiKey: ApiKey }) {
  const isStaff = useStaff();
  return (
    <span className="marks">
      <StatusBadge status={apiKey.status} />
      <EnvironmentMark environment={apiKey.environment} />
      <code>{apiKey.display}</code>
      {isStaff && <PartnerLink partnerId={apiKey.partnerId} />}
    </span>
  );
}

interface ActionsProps {
  apiKey: ApiKey;
  onChoose: (change: KeyChange) => void;
  onRotate: () => void;
}

function Actions({ apiKey: { status, environment, purpose }, onChoose, onRotate }: ActionsProps) {
  const { mayChange } = useKeyRights(environment);
  if (!mayChange || status === 'REVOKED') return null;
  const isClient = purpose === 'CLIENT';
  return (
    <>
      {isClient && status !== 'EXPIRED' && (
        <button type="button" onClick={onRotate}>
          Rotate
        </button>
      )}
      {status === 'DISABLED' ? (
        isClient && (
          <button type="button" onClick={() => onChoose('enable')}>
            Enable
          </button>
        )
      ) : (
        <button type="button" onClick={() => onChoose('disable')}>
          Disable
        </button>
      )}
      <RowMenu label="More actions" folds>
        <button type="button" className="quiet bad" onClick={() => onChoose('revoke')}>
          Revoke
        </button>
      </RowMenu>
    </>
  );
}

function describeSpendLimit(spend: ApiKey['limits']['spend']): string {
  if (spend === null) return 'None';
  const { perDay, perBooking } = spend;
  return [
    ...(perDay ? [`${formatMoney(perDay)} in 24 hours`] : []),
    ...(perBooking ? [`${formatMoney(perBooking)} per booking`] : []),
  ].join(', ');
}

function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
  const { lastUsed, createdAt, createdBy, scopes } = apiKey;
  return (
    <Facts
      items={[
        [
          'Last used',
          lastUsed === null ? (
            'Never'
          ) : (
            <>
              <Timestamp at={lastUsed.at} />
              {lastUsed.address !== null && ` from ${lastUsed.address}`}
              {lastUsed.clientVersion !== null && `, client ${lastUsed.clientVersion}`}
            </>
          ),
        ],
        ['Scopes', <Scopes key="scopes" scopes={scopes} />],
        ['IP addresses', <AddressLock key="lock" allowedAddresses={apiKey.allowedAddresses} />],
        ['Spend limit', describeSpendLimit(apiKey.limits.spend)],
        ...(apiKey.ucp ? [['UCP platform', describePlatform(apiKey.ucp)] as const] : []),
        ['Expires', <ExpiryBadge key="expiry" expiresAt={apiKey.expiresAt} status={apiKey.status} />],
        [
          'Created',
          <>
            <Timestamp at={createdAt} /> by <ActorName actor={createdBy} />
          </>,
        ],
      ]}
    />
  );
}

/** Until when the replaced key works, so that everyone knows by when the new one must be deployed. */
function OldKeyNote({ apiKey }: { apiKey: ApiKey }) {
  const { busy, failure, revoke } = useRevokeOld(apiKey);
  const [isRevoked, setRevoked] = useState(false);
  const until = apiKey.secrets.find(({ validUntil }) => validUntil !== null)?.validUntil;
  if (!until || isRevoked) return 'The old key no longer works.';
  return (
    <>
      <span className="old-key">
        <span>
          The old key works until <time dateTime={until}>{formatDateTimeZone(until)}</time>.
        </span>
        <button
          type="button"
          className="small"
          disabled={busy}
          onClick={async () => setRevoked(await revoke())}
        >
          {busy ? 'Revoking…' : 'Revoke now'}
        </button>
      </span>
      {failure && <Notice failure={failure} />}
    </>
  );
}

/**
 * Shows whether the new version of a rotated key has been used. The request log does not distinguish the two
 * secrets.
 */
function NewKeyUse({ apiKey }: { apiKey: ApiKey }) {
  const [current] = apiKey.secrets;
  return (
    <p className="first-use" role="status" data-tone={current?.lastUsed ? 'good' : 'plain'}>
      {current?.lastUsed ? (
        <>
          <CircleCheck size={20} aria-hidden />
          <span>
            The new key works. Last used <Timestamp at={current.lastUsed.at} />.
          </span>
        </>
      ) : (
        <Waiting>Waiting for the first use of the new key. It appears here within a minute.</Waiting>
      )}
    </p>
  );
}

function KeyAuditLog({ keyId }: { keyId: string }) {
  const list = usePages('audit/list', { target: keyId }, ({ entries }) => entries, { limit: 20 });
  return (
    <LoadedList list={list} empty={<Empty title="No changes yet" />}>
      {entries => (
        <DataTable
          label="Audit log"
          rows={entries}
          rowKey={({ auditId }) => auditId}
          columns={[
            { key: 'at', heading: 'Time', phone: 'plain', cell: ({ at }) => <Timestamp at={at} /> },
            {
              key: 'actor',
              heading: 'Actor',
              phone: 'plain',
              cell: ({ actor }) => <ActorName actor={actor} />,
            },
            { key: 'action', heading: 'Action', phone: 'title', cell: ({ action }) => <code>{action}</code> },
            {
              key: 'change',
              heading: 'Change',
              phone: 'plain',
              wide: true,
              cell: ({ before, after }) => <ChangeList before={before} after={after} />,
            },
            { key: 'address', heading: 'IP address', cell: ({ address }) => address ?? '' },
          ]}
        />
      )}
    </LoadedList>
  );
}

function describePlatform({ profileUrl, version, requiresApproval }: NonNullable<ApiKey['ucp']>): string {
  return `${profileUrl}, version ${version}${requiresApproval ? ', each booking must be approved on your page' : ''}`;
}
