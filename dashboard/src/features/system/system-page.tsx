import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Card, Facts, Stat, Stats } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Badge, Banner } from '../../components/feedback.tsx';
import { HealthBadge } from '../../components/health.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { replicaHealth, systemHealth } from '../../lib/health.ts';
import { useMay } from '../../lib/session-context.ts';
import { FailedJobsCard, QueuesCard } from './jobs.tsx';
import { SettingsCard } from './settings-card.tsx';
import { formatUptime } from './uptime.ts';
import '../../styles/system.css';

const REFRESH_MS = 10_000;

export function SystemPage() {
  const status = useCall('system/status', {}, { everyMs: REFRESH_MS });
  const maySeeSettings = useMay('system:manage');
  return (
    <>
      <PageHead
        title="System"
        lead="Health of this installation, for both environments. Refreshes every ten seconds."
        actions={
          <button type="button" onClick={status.reload} disabled={status.refreshing}>
            <RefreshCw size={16} aria-hidden /> Refresh
          </button>
        }
      />
      <Loaded from={status} rows={10}>
        {data => <StatusCards status={data} />}
      </Loaded>
      {maySeeSettings && <SettingsCard />}
    </>
  );
}

function StatusCards({ status }: { status: Output<'system/status'> }) {
  return (
    <>
      {status.degraded.map(({ mode, since, effect }) => (
        <Banner
          key={mode}
          tone="warn"
          title={`The system is degraded: ${mode.toLowerCase().replaceAll('_', ' ')}`}
        >
          {effect} It has been degraded since <Timestamp at={since} exact />.
        </Banner>
      ))}
      <ConnectionStats status={status} />
      {status.replicas.length > 0 && <ReplicasCard replicas={status.replicas} />}
      <QueuesCard jobs={status.jobs} />
      <FailedJobsCard />
      <div className="grid">
        <ChecksCard checks={status.checks} />
        <SigningKeyCard signingKey={status.signingKey} />
      </div>
      <NodesCard status={status} />
    </>
  );
}

type SystemStatus = Output<'system/status'>;

function ConnectionStats({ status }: { status: SystemStatus }) {
  const { database, redis, droppedLogRows } = status;
  const health = systemHealth(status);
  return (
    <Stats>
      <Stat
        label="Service"
        value={<HealthBadge level={health.level} />}
        hint={health.why ?? 'Accepts traffic'}
      />
      <Stat label="Version" value={status.version} hint={`Up for ${formatUptime(status.startedAt)}`} />
      <Stat
        label="Database"
        value={<HealthBadge level={database.reachable ? 'OK' : 'DOWN'} />}
        hint={`${database.kind === 'embedded' ? 'Embedded' : 'Server'}${database.version === null ? '' : `, PostgreSQL ${versionOf(database.version)}`}`}
      />
      <Stat
        label="Redis"
        value={redis === null ? 'Not used' : <HealthBadge level={redis.reachable ? 'OK' : 'DOWN'} />}
        hint={redis === null ? 'Rate limits are counted in memory' : 'Counts rate limits'}
      />
      <Stat
        label="Requests not recorded"
        value={formatNumber(droppedLogRows)}
        tone={droppedLogRows > 0 ? 'warn' : 'plain'}
        hint="Since this node started"
      />
      <Stat label="Live nodes" value={formatNumber(status.nodes.length)} />
    </Stats>
  );
}

/** Shortens `18.4 (Debian …)` to `18.4`. */
function versionOf(text: string): string {
  return text.replace(/^PostgreSQL\s+/, '').split(/\s/)[0] ?? text;
}

type Replica = SystemStatus['replicas'][number];

function ReplicasCard({ replicas }: { replicas: readonly Replica[] }) {
  return (
    <Card title="Read replicas" hint="The primary serves the reads of a replica that is degraded or down.">
      <DataTable
        label="Read replicas"
        rows={replicas}
        rowKey={({ name }) => name}
        columns={[
          { key: 'name', heading: 'Replica', wide: true, cell: ({ name }) => <code>{name}</code> },
          {
            key: 'state',
            heading: 'Health',
            phone: 'status',
            cell: replica => <HealthBadge {...replicaHealth(replica)} />,
          },
          {
            key: 'lag',
            heading: 'Lag',
            align: 'right',
            cell: ({ lagSeconds }) => (lagSeconds === null ? 'Unknown' : `${lagSeconds.toFixed(1)} s`),
          },
        ]}
      />
    </Card>
  );
}

type Check = Output<'system/status'>['checks'][number];

function ChecksCard({ checks }: { checks: readonly Check[] }) {
  return (
    <Card title="Checks" hint="All checks must pass before this node accepts traffic.">
      <ul className="checks">
        {checks.map(({ name, ready, message }) => (
          <li key={name}>
            <HealthBadge level={ready ? 'OK' : 'DOWN'} />
            <span>
              {name}
              {message !== null && <small className="faint">{message}</small>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type SigningKey = Output<'system/status'>['signingKey'];

/** The key that signs the tokens between gateway and backend. Partners never see it. */
function SigningKeyCard({ signingKey: { kid, since, next, rotatesAt } }: { signingKey: SigningKey }) {
  const [asking, setAsking] = useState(false);
  const mayRotate = useMay('system:manage');
  const rotate = useAction('system/rotate-signing-key', {
    toast: 'New signing key published.',
    done: () => setAsking(false),
  });
  return (
    <Card
      title="Signing key"
      hint="Signs the tokens that gateways send to backends. Rotation does not affect API keys."
      actions={
        <button type="button" disabled={!mayRotate || next !== null} onClick={() => setAsking(true)}>
          Rotate
        </button>
      }
    >
      <Facts
        items={[
          ['Current key', <code key="kid">{kid}</code>],
          ['Since', <Timestamp key="since" at={since} exact />],
          [
            'Next key',
            next === null ? (
              'None'
            ) : (
              <span key="next">
                <code>{next.kid}</code> from <Timestamp at={next.from} exact />
              </span>
            ),
          ],
          ['Next scheduled rotation', <Timestamp key="rotates" at={rotatesAt} exact />],
        ]}
      />
      {!mayRotate && <p className="hint">Only an owner or admin can rotate the signing key.</p>}
      <ConfirmDialog
        open={asking}
        title="Rotate signing key?"
        confirmLabel="Rotate"
        busy={rotate.busy}
        failure={rotate.failure}
        onConfirm={() => void rotate.run({})}
        onClose={() => {
          setAsking(false);
          rotate.clear();
        }}
      >
        The new key is published now and used after 15 minutes, when every node has received it. No requests
        fail.
      </ConfirmDialog>
    </Card>
  );
}

const ROLES: Record<SystemStatus['role'], string> = {
  all: 'all: gateway, backend and worker',
  gateway: 'gateway: keys, rate limits, dashboard',
  backend: 'backend: search and booking',
  worker: 'worker: jobs and webhooks',
};

function NodesCard({ status: { nodes, nodeId } }: { status: SystemStatus }) {
  return (
    <Card title={nodes.length === 1 ? '1 live node' : `${nodes.length} live nodes`}>
      <DataTable
        label="Live nodes"
        rows={nodes}
        rowKey={node => node.nodeId}
        columns={[
          {
            key: 'node',
            heading: 'Node',
            cell: node => (
              <>
                <code>{node.nodeId}</code> {node.nodeId === nodeId && <Badge tone="info">This node</Badge>}
              </>
            ),
          },
          { key: 'role', heading: 'Role', phone: 'plain', cell: node => ROLES[node.role] },
          { key: 'version', heading: 'Version', cell: node => node.version },
          { key: 'up', heading: 'Uptime', cell: node => formatUptime(node.startedAt) },
          { key: 'seen', heading: 'Last seen', cell: node => <Timestamp at={node.seenAt} /> },
        ]}
      />
    </Card>
  );
}
