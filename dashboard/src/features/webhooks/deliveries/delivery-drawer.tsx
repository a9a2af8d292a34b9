import { Facts } from '../../../components/card.tsx';
import { CodeBlock, JsonView } from '../../../components/code.tsx';
import { type Delivery, DeliveryAttempts, DeliveryBadge } from '../../../components/deliveries.tsx';
import { Drawer } from '../../../components/dialogs/dialog.tsx';
import { Notice } from '../../../components/feedback.tsx';
import { LinkTo } from '../../../components/link-to.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import { useAction } from '../../../lib/calls/use-action.ts';
import { useCall } from '../../../lib/calls/use-call.ts';
import { useMay } from '../../../lib/session-context.ts';

interface DeliveryDrawerProps {
  endpointId: string;
  url: string;
  /** Undefined while none is open. */
  eventId: string | undefined;
  isEnabled: boolean;
  onClose: () => void;
}

const REFRESH_MS = 3_000;

/** One delivery in full: what was sent, every attempt with its answer, and sending it again. */
export function DeliveryDrawer({ endpointId, url, eventId, isEnabled, onClose }: DeliveryDrawerProps) {
  const shown = useCall(
    'deliveries/list',
    { endpointId, eventId: eventId ?? '', include: ['payload'] },
    { everyMs: REFRESH_MS, when: eventId !== undefined },
  );
  return (
    <Drawer open={eventId !== undefined} title="Delivery" onClose={onClose}>
      <Loaded from={shown} rows={8}>
        {({ deliveries: [delivery] }) =>
          delivery === undefined ? (
            <p className="faint">This delivery is no longer kept.</p>
          ) : (
            <DeliveryDetail delivery={delivery} url={url} isEnabled={isEnabled} />
          )
        }
      </Loaded>
    </Drawer>
  );
}

interface DeliveryDetailProps {
  delivery: Delivery;
  url: string;
  isEnabled: boolean;
}

function DeliveryDetail({ delivery, url, isEnabled }: DeliveryDetailProps) {
  const { deliveryId, eventId, eventType, bookingId, createdAt, payload } = delivery;
  const mayChange = useMay('developer');
  const resend = useAction('deliveries/replay', {
    changes: ['deliveries', 'webhooks', 'events'],
    toast: 'Queued again.',
  });
  return (
    <>
      <Facts
        items={[
          ['State', <DeliveryBadge key="state" delivery={delivery} />],
          ['Type', <code key="type">{eventType}</code>],
          ['Created', <Timestamp key="created" at={createdAt} exact />],
          [
            'Event',
            <LinkTo key="event" to="/events/$eventId" params={{ eventId }}>
              {eventId}
            </LinkTo>,
          ],
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
          ['Delivery', <code key="id">{deliveryId}</code>],
        ]}
      />
      {mayChange && (
        <div className="row">
          <button
            type="button"
            disabled={resend.busy || !isEnabled}
            onClick={() => void resend.run({ deliveryId })}
          >
            Resend
          </button>
          {!isEnabled && <span className="hint">Enable the endpoint first.</span>}
        </div>
      )}
      {resend.failure && <Notice failure={resend.failure} />}
      <h3>Attempts</h3>
      <DeliveryAttempts delivery={delivery} />
      <h3>Request</h3>
      <CodeBlock code={requestHead(url, eventId)} label="the request" />
      {payload && <JsonView value={payload} label="the body" />}
    </>
  );
}

/** What of the request is the same at every attempt. */
function requestHead(url: string, eventId: string): string {
  const lines = ['content-type: application/json', 'user-agent: Serai-Webhooks/1', `webhook-id: ${eventId}`];
  const made = 'webhook-timestamp and webhook-signature are made for each attempt';
  return [`POST ${url}`, ...lines, `(${made})`].join('\n');
}
