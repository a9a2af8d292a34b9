import { useParams } from '@tanstack/react-router';
import { Card, Facts } from '../../components/card.tsx';
import { Banner } from '../../components/feedback.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { periodFrom } from '../../lib/format/period.ts';
import { useMay } from '../../lib/session-context.ts';
import { useFilters } from '../../lib/url-state.ts';
import { DeliveryList } from './deliveries/delivery-list.tsx';
import type { Endpoint } from './parts/endpoint.ts';
import { EndpointActions } from './parts/endpoint-actions.tsx';
import { EndpointActivity } from './parts/endpoint-activity.tsx';
import { EndpointState } from './parts/endpoint-state.tsx';
import '../../styles/webhooks.css';

const REFRESH_MS = 10_000;
const BACK = { to: '/webhooks', label: 'Webhooks' };

export function WebhookPage() {
  const { endpointId = '' } = useParams({ strict: false }) as { endpointId?: string };
  const [{ period }] = useFilters(['period']);
  const from = periodFrom(period);
  const shown = useCall('webhooks/show', { endpointId, from }, { everyMs: REFRESH_MS });
  if (shown.state === 'ready') return <Webhook shown={shown.data} />;
  return (
    <>
      <PageHead title="Webhook endpoint" back={BACK} />
      <Loaded from={shown} rows={8}>
        {() => null}
      </Loaded>
    </>
  );
}

function Webhook({ shown }: { shown: Output<'webhooks/show'> }) {
  const { endpoint } = shown;
  const [{ period }, setFilters] = useFilters(['period']);
  const mayChange = useMay('developer');
  return (
    <>
      <PageHead
        title={endpoint.url}
        back={BACK}
        {...(endpoint.description !== null && { lead: endpoint.description })}
        actions={mayChange && <EndpointActions endpoint={endpoint} />}
      />
      <WhyNotEnabled endpoint={endpoint} />
      <EndpointActivity shown={shown} period={period} onPeriod={value => setFilters({ period: value })} />
      <Card title="Deliveries" hint="Kept 30 days.">
        <DeliveryList endpoint={endpoint} />
      </Card>
      <Card title="Details">
        <EndpointFacts endpoint={endpoint} />
      </Card>
    </>
  );
}

function WhyNotEnabled({ endpoint: { status, statusReason, statusSince, health } }: { endpoint: Endpoint }) {
  if (status === 'ENABLED') return null;
  return (
    <Banner
      tone={status === 'DISABLED' ? 'bad' : 'warn'}
      title={status === 'DISABLED' ? 'The service disabled this endpoint' : 'This endpoint is paused'}
    >
      {statusReason} Since <Timestamp at={statusSince} exact />.{' '}
      {health.held > 0
        ? `${health.held === 1 ? 'One event is' : `${health.held} events are`} held: enable it, then replay.`
        : 'What happens now is held.'}
    </Banner>
  );
}

function EndpointFacts({ endpoint }: { endpoint: Endpoint }) {
  const { endpointId, eventTypes, createdAt, createdBy, updatedAt, secrets } = endpoint;
  return (
    <Facts
      items={[
        ['State', <EndpointState key="state" endpoint={endpoint} />],
        ['Endpoint id', <code key="id">{endpointId}</code>],
        ['Receives', eventTypes.join(', ')],
        [
          'Added',
          <span key="added">
            <Timestamp at={createdAt} /> by {createdBy}
          </span>,
        ],
        ['Changed', <Timestamp key="changed" at={updatedAt} />],
        ['Signing secrets', <Secrets key="secrets" secrets={secrets} />],
      ]}
    />
  );
}

function Secrets({ secrets }: { secrets: Endpoint['secrets'] }) {
  return secrets.map(({ createdAt, validUntil }) => (
    <div key={createdAt}>
      of <Timestamp at={createdAt} />
      {validUntil === null ? (
        ', current'
      ) : (
        <>
          , signs until <Timestamp at={validUntil} exact />
        </>
      )}
    </div>
  ));
}
