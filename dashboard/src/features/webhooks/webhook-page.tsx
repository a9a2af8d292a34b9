import { useParams } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Card, Facts, Stat, Stats } from '../../components/card.tsx';
import { hasLine, TimeBars, TimeLines } from '../../components/charts/time-chart.tsx';
import { CopyableId } from '../../components/copy-button.tsx';
import { FilterPeriod } from '../../components/filter-bar.tsx';
import { HealthBadge } from '../../components/health.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PartnerLink } from '../../components/partners/partners.tsx';
import { ActorName } from '../../components/people/use-actor-name.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatMs, formatNumber, formatPercent } from '../../lib/format/format.ts';
import { fillBuckets, lastPeriod } from '../../lib/format/period.ts';
import { endpointHealth, isFailing } from '../../lib/health.ts';
import { useMay, useStaff } from '../../lib/session-context.ts';
import { useFilters } from '../../lib/url-state.ts';
import { DeliveryList } from './delivery-list.tsx';
import { describeUndelivered, type Endpoint, isHeldUp, lastAttempt } from './endpoint.ts';
import { EndpointActions, type EndpointDialog } from './endpoint-actions.tsx';
import { FailureBanner } from './failure-banner.tsx';
import '../../styles/webhooks.css';

const REFRESH_MS = 10_000;
const BACK = { to: '/webhooks', label: 'Webhooks' };

export function WebhookPage() {
  const { endpointId = '' } = useParams({ strict: false }) as { endpointId?: string };
  const [{ period }] = useFilters(['period']);
  const shown = useCall('webhooks/show', { endpointId }, { everyMs: REFRESH_MS, window: lastPeriod(period) });
  // After a change of the period, the endpoint is the same, and its page stays.
  const isOther = shown.state === 'ready' && shown.data.endpoint.endpointId !== endpointId;
  if (shown.state === 'ready' && !isOther) return <Webhook key={endpointId} shown={shown.data} />;
  return (
    <>
      <PageHead title="Webhook endpoint" back={BACK} />
      <Loaded from={isOther ? { state: 'waiting', reload: shown.reload } : shown} rows={8}>
        {() => null}
      </Loaded>
    </>
  );
}

function Webhook({ shown }: { shown: Output<'webhooks/show'> }) {
  const { endpoint } = shown;
  const [{ period }, setFilters] = useFilters(['period']);
  const mayChange = useMay('webhooks:edit');
  const isStaff = useStaff();
  const [dialog, setDialog] = useState<EndpointDialog>();
  return (
    <>
      <PageHead
        title={endpoint.url}
        back={BACK}
        mark={<HealthBadge {...endpointHealth(endpoint)} />}
        {...((isStaff || endpoint.description !== null) && { lead: <EndpointLead endpoint={endpoint} /> })}
        actions={mayChange && <EndpointActions endpoint={endpoint} open={dialog} onOpen={setDialog} />}
      />
      <FailureBanner
        endpoint={endpoint}
        emails={shown.failureEmails}
        {...(mayChange && { onOpen: setDialog })}
      />
      <EndpointActivity shown={shown} period={period} onPeriod={value => setFilters({ period: value })} />
      <Card
        title="Deliveries"
        hint="Kept for 30 days."
        actions={
          // The banner of a failing endpoint has this button too.
          mayChange &&
          !isFailing(endpointHealth(endpoint)) && (
            <ReplayButton endpoint={endpoint} onOpen={() => setDialog('replay')} />
          )
        }
      >
        <DeliveryList endpoint={endpoint} />
      </Card>
      <EndpointCharts activity={shown.activity} />
      <Card folds title="Details" summary={endpoint.eventTypes.join(', ')}>
        <EndpointFacts endpoint={endpoint} />
      </Card>
    </>
  );
}

/** While the endpoint is not enabled, the banner says to enable it first. */
function ReplayButton({ endpoint, onOpen }: { endpoint: Endpoint; onOpen: () => void }) {
  return (
    <button type="button" className="small" disabled={endpoint.status !== 'ENABLED'} onClick={onOpen}>
      <RotateCcw size={15} aria-hidden /> Replay failed deliveries
    </button>
  );
}

/** Whose endpoint it is, and what it is for. */
function EndpointLead({ endpoint: { partnerId, description } }: { endpoint: Endpoint }) {
  const isStaff = useStaff();
  return (
    <>
      {isStaff && (
        <>
          Partner: <PartnerLink partnerId={partnerId} />
        </>
      )}
      {isStaff && description !== null && ' · '}
      {description}
    </>
  );
}

function EndpointFacts({ endpoint }: { endpoint: Endpoint }) {
  const { endpointId, eventTypes, createdAt, createdBy, updatedAt, secrets } = endpoint;
  return (
    <Facts
      items={[
        ['Endpoint ID', <CopyableId key="id" id={endpointId} label="endpoint ID" />],
        ['Events', eventTypes.join(', ')],
        [
          'Created',
          <span key="created">
            <Timestamp at={createdAt} /> by <ActorName actor={createdBy} />
          </span>,
        ],
        ['Updated', <Timestamp key="updated" at={updatedAt} />],
        ['Signing secrets', <Secrets key="secrets" secrets={secrets} />],
      ]}
    />
  );
}

function Secrets({ secrets }: { secrets: Endpoint['secrets'] }) {
  return secrets.map(({ createdAt, validUntil }) => (
    <div key={createdAt}>
      Created <Timestamp at={createdAt} />
      {validUntil === null ? (
        ', current'
      ) : (
        <>
          , valid until <Timestamp at={validUntil} exact />
        </>
      )}
    </div>
  ));
}

interface EndpointActivityProps {
  shown: Output<'webhooks/show'>;
  period: string | undefined;
  onPeriod: (period: string | undefined) => void;
}

function EndpointActivity({ shown: { endpoint, activity }, period, onPeriod }: EndpointActivityProps) {
  const { successRate, p95Ms, attempts, isSample } = activity;
  const { held, waiting, nextAttemptAt } = endpoint.health;
  const last = lastAttempt(endpoint);
  return (
    <>
      <div className="section-head">
        <h2>Activity</h2>
        <FilterPeriod value={period} onChange={onPeriod} />
      </div>
      <Stats>
        <Stat
          label="Success rate"
          value={successRate === null ? '–' : formatPercent(successRate)}
          tone={successRate !== null && successRate < 0.95 ? 'bad' : 'plain'}
          hint={`of ${isSample ? 'the newest ' : ''}${formatNumber(attempts)} attempt${attempts === 1 ? '' : 's'}`}
        />
        <Stat
          label="Latency (p95)"
          value={p95Ms === null ? '–' : formatMs(p95Ms)}
          hint="95% of attempts are faster"
        />
        <Stat
          label="Last attempt"
          value={last ? <Timestamp at={last.at} /> : 'None yet'}
          {...(last && {
            hint: (
              <>
                {last.ok ? 'Succeeded' : 'Failed'}, <Timestamp at={last.at} exact />
              </>
            ),
          })}
        />
        <Stat
          label="Undelivered"
          value={formatNumber(waiting + held)}
          tone={isHeldUp(endpoint.health) ? 'warn' : 'plain'}
          hint={
            <>
              {describeUndelivered(endpoint.health)}
              {nextAttemptAt !== null && (
                <>
                  . Next attempt <Timestamp at={nextAttemptAt} isDue />.
                </>
              )}
            </>
          }
        />
      </Stats>
    </>
  );
}

function EndpointCharts({ activity }: Pick<Output<'webhooks/show'>, 'activity'>) {
  const empty = (start: string) => ({ start, succeeded: 0, failed: 0, p95Ms: null });
  const points = fillBuckets(activity, activity.buckets, empty).map(({ start, ...values }) => ({
    start,
    values,
  }));
  return (
    <div className="grid charts">
      <Card
        folds
        title="Attempts"
        hint="Failed deliveries are retried, so there can be more attempts than deliveries."
      >
        <TimeBars label="Attempts over time" points={points} series={OUTCOMES} />
      </Card>
      {hasLine(points, DURATION) && (
        <Card folds title="Latency" hint="95th percentile of response times.">
          <TimeLines label="Latency over time" points={points} series={DURATION} format={formatMs} />
        </Card>
      )}
    </div>
  );
}

const OUTCOMES = [
  { key: 'succeeded', label: 'Succeeded', tone: 'good' },
  { key: 'failed', label: 'Failed', tone: 'bad' },
] as const;
const DURATION = [{ key: 'p95Ms', label: 'p95', tone: 'accent' }] as const;
