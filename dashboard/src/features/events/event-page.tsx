import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Card, Facts } from '../../components/card.tsx';
import { JsonView } from '../../components/code.tsx';
import { type Delivery, DeliveryAttempts, DeliveryBadge } from '../../components/deliveries.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { describeEventType } from '../../lib/event-types.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { actorWords } from './event-deliveries.ts';
import { ResendDialog } from './resend-dialog.tsx';
import '../../styles/webhooks.css';

const REFRESH_MS = 5_000;
const BACK = { to: '/events', label: 'Events' };

export function EventPage() {
  const { eventId = '' } = useParams({ strict: false }) as { eventId?: string };
  const shown = useCall('events/show', { eventId }, { everyMs: REFRESH_MS });
  if (shown.state === 'ready') return <ShownEvent shown={shown.data} />;
  return (
    <>
      <PageHead title="Event" back={BACK} />
      <Loaded from={shown} rows={8}>
        {() => null}
      </Loaded>
    </>
  );
}

function ShownEvent({ shown: { event, deliveries } }: { shown: Output<'events/show'> }) {
  const [resending, setResending] = useState(false);
  const mayChange = useMay('developer');
  const { eventId, type, at, bookingId, version, actor, environment, payload } = event;
  return (
    <>
      <PageHead
        title={type}
        back={BACK}
        lead={describeEventType(type)}
        actions={
          mayChange && (
            <button type="button" onClick={() => setResending(true)}>
              Resend
            </button>
          )
        }
      />
      <Card>
        <Facts
          items={[
            ['Event id', <code key="id">{eventId}</code>],
            ['Time', <Timestamp key="at" at={at} exact />],
            [
              'Booking',
              bookingId === null ? (
                'None'
              ) : (
                <LinkTo key="booking" to="/bookings/$bookingId" params={{ bookingId }}>
                  {bookingId}
                </LinkTo>
              ),
            ],
            ['Version of the booking', version ?? '–'],
            ['Caused by', actorWords(actor)],
            ['Environment', environment],
          ]}
        />
      </Card>
      <Card title="Deliveries">
        {deliveries.length === 0 ? (
          <p className="faint">It went to no endpoint. Resend sends it to those you choose.</p>
        ) : (
          <Deliveries deliveries={deliveries} />
        )}
      </Card>
      <Card title="Payload" hint="As it was signed and sent. It never changes.">
        <JsonView value={payload} label="the payload" />
      </Card>
      <ResendDialog event={event} open={resending} onClose={() => setResending(false)} />
    </>
  );
}

function Deliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  const environment = useEnvironment();
  const endpoints = useCall('webhooks/list', { environment });
  const urls = new Map(
    endpoints.state === 'ready' ? endpoints.data.endpoints.map(each => [each.endpointId, each.url]) : [],
  );
  return (
    <ul className="event-deliveries">
      {deliveries.map(delivery => (
        <li key={delivery.deliveryId}>
          <div className="row">
            <LinkTo
              to="/webhooks/$endpointId"
              params={{ endpointId: delivery.endpointId }}
              search={{ delivery: delivery.eventId }}
              className="url"
            >
              {urls.get(delivery.endpointId) ?? delivery.endpointId}
            </LinkTo>
            <DeliveryBadge delivery={delivery} />
          </div>
          <DeliveryAttempts delivery={delivery} />
        </li>
      ))}
    </ul>
  );
}
