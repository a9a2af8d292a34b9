import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Card, Facts } from '../../components/card.tsx';
import { JsonView } from '../../components/code.tsx';
import { CopyableId } from '../../components/copy-button.tsx';
import { type Delivery, DeliveryAttempts, DeliveryBadge } from '../../components/deliveries.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Badge, Notice } from '../../components/feedback.tsx';
import { Form, FormButtons } from '../../components/form.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { describeEventType } from '../../lib/event-types.ts';
import { useMay } from '../../lib/session-context.ts';
import { ENVIRONMENT_NAMES, useEnvironment } from '../../lib/url-state.ts';
import { describeActor, type Event } from './event.ts';
import '../../styles/webhooks.css';

const REFRESH_MS = 5_000;
const BACK = { to: '/events', label: 'Events' };

export function EventPage() {
  const { eventId = '' } = useParams({ strict: false }) as { eventId?: string };
  const shown = useCall('events/show', { eventId }, { everyMs: REFRESH_MS });
  if (shown.state === 'ready') return <EventDetails shown={shown.data} />;
  return (
    <>
      <PageHead title="Event" back={BACK} />
      <Loaded from={shown} rows={8}>
        {() => null}
      </Loaded>
    </>
  );
}

function EventDetails({ shown: { event, deliveries } }: { shown: Output<'events/show'> }) {
  const [resending, setResending] = useState(false);
  const mayChange = useMay('webhooks:resend');
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
            ['Event ID', <CopyableId key="id" id={eventId} label="event ID" />],
            ['Time', <Timestamp key="at" at={at} exact />],
            [
              'Booking',
              bookingId === null ? (
                'None'
              ) : (
                <LinkTo key="booking" to="/bookings/$bookingId" params={{ bookingId }}>
                  <code>{bookingId}</code>
                </LinkTo>
              ),
            ],
            ['Booking version', version ?? '–'],
            ['Caused by', describeActor(actor)],
            ['Environment', ENVIRONMENT_NAMES[environment]],
          ]}
        />
      </Card>
      <Card title="Deliveries">
        {deliveries.length === 0 ? (
          <p className="faint">This event was not sent to any endpoint. To send it, choose Resend.</p>
        ) : (
          <Deliveries deliveries={deliveries} />
        )}
      </Card>
      <Card title="Payload" hint="As signed and sent, unless the guest data was erased.">
        <JsonView value={payload} label="payload" />
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

interface ResendDialogProps {
  event: Event;
  open: boolean;
  onClose: () => void;
}

function ResendDialog({ event, open, onClose }: ResendDialogProps) {
  const { environment } = event;
  const shown = useCall('webhooks/list', { environment }, { when: open });
  return (
    <Dialog open={open} title="Resend event" onClose={onClose}>
      <Loaded from={shown} rows={3}>
        {({ endpoints }) =>
          endpoints.length === 0 ? (
            <p>
              This environment has no endpoints. <LinkTo to="/webhooks">Add one</LinkTo>.
            </p>
          ) : (
            <ResendForm event={event} endpoints={endpoints} onClose={onClose} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

interface ResendFormProps {
  event: Event;
  endpoints: Output<'webhooks/list'>['endpoints'];
  onClose: () => void;
}

function ResendForm({ event, endpoints, onClose }: ResendFormProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const resend = useAction('deliveries/replay', {
    changes: ['deliveries', 'webhooks', 'events', 'bookings'],
    toast: 'Event queued.',
    done: onClose,
  });
  const toggle = (endpointId: string) => {
    const next = new Set(chosen);
    if (!next.delete(endpointId)) next.add(endpointId);
    setChosen(next);
  };
  return (
    <Form onSubmit={() => resend.run({ eventId: event.eventId, endpointIds: [...chosen] })}>
      <fieldset>
        <legend>Endpoints</legend>
        {endpoints.map(({ endpointId, url, status, eventTypes }) => (
          <label key={endpointId} className="check">
            <input
              type="checkbox"
              disabled={status !== 'ENABLED'}
              checked={chosen.has(endpointId)}
              onChange={() => toggle(endpointId)}
            />
            <span>
              <span className="url">{url}</span>{' '}
              {status !== 'ENABLED' && (
                <Badge tone="warn">{status === 'PAUSED' ? 'Paused' : 'Disabled'}</Badge>
              )}{' '}
              {!eventTypes.includes(event.type) && <Badge>Not subscribed</Badge>}
            </span>
          </label>
        ))}
      </fieldset>
      <p className="hint">The event keeps its ID, so receivers can detect duplicates.</p>
      {resend.failure && <Notice failure={resend.failure} />}
      <FormButtons onCancel={onClose} disabled={resend.busy || chosen.size === 0}>
        {resend.busy ? 'Sending…' : 'Resend'}
      </FormButtons>
    </Form>
  );
}
