import { RefreshCw } from 'lucide-react';
import { Banner, Empty } from '../../components/feedback.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useStaff } from '../../lib/session-context.ts';
import { ChecksCard } from './checks-card.tsx';
import { ConnectionStats } from './connection-stats.tsx';
import { DeadJobsCard } from './dead-jobs-card.tsx';
import { NodesCard } from './nodes-card.tsx';
import { QueuesCard } from './queues-card.tsx';
import { SigningKeyCard } from './signing-key-card.tsx';
import '../../styles/system.css';

const EVERY_MS = 10_000;

export function SystemPage() {
  if (useStaff()) return <WholeSystem />;
  return (
    <>
      <PageHead title="System" />
      <Empty title="Only the operator sees this page">
        It concerns the whole installation. Ask the operator if something does not work as it should.
      </Empty>
    </>
  );
}

function WholeSystem() {
  const status = useCall('system/status', {}, { everyMs: EVERY_MS });
  return (
    <>
      <PageHead
        title="System"
        lead="How this installation is, for both environments. Refreshable again every ten seconds."
        actions={
          <button type="button" onClick={status.reload} disabled={status.refreshing}>
            <RefreshCw size={16} aria-hidden /> Check now
          </button>
        }
      />
      <Loaded from={status} rows={10}>
        {data => <Status status={data} />}
      </Loaded>
    </>
  );
}

function Status({ status }: { status: Output<'system/status'> }) {
  return (
    <>
      {status.degraded.map(({ mode, since, effect }) => (
        <Banner key={mode} tone="warn" title={`Degraded: ${mode}`}>
          {effect} Since <Timestamp at={since} />.
        </Banner>
      ))}
      <ConnectionStats status={status} />
      <QueuesCard jobs={status.jobs} />
      <DeadJobsCard />
      <div className="grid">
        <ChecksCard checks={status.checks} />
        <SigningKeyCard signingKey={status.signingKey} />
      </div>
      <NodesCard status={status} />
    </>
  );
}
