import { useEffect, useState } from 'react';
import { DeliveryAttempts, hasOutcome } from '../../components/deliveries.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Banner, Notice, Skeleton } from '../../components/feedback.tsx';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';

interface PingEndpointProps {
  endpointId: string;
  /** The next step after a successful test. Omitted if nothing can be replayed. */
  onReplay?: () => void;
  onClose: () => void;
}

const POLL_MS = 700;
/** Longer than an attempt can take. */
const TIMEOUT_MS = 20_000;

/** Sends a test event when it opens and shows the result. */
export function PingEndpoint({ endpointId, onReplay, onClose }: PingEndpointProps) {
  const [eventId, setEventId] = useState<string>();
  const ping = useAction('webhooks/ping', {
    changes: ['webhooks', 'deliveries'],
    done: ({ delivery }) => setEventId(delivery.eventId),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: run only once
  useEffect(() => {
    const timer = setTimeout(() => void ping.run({ endpointId }));
    return () => clearTimeout(timer);
  }, []);
  return (
    <Dialog open title="Test event" onClose={onClose}>
      {ping.failure ? (
        <Notice failure={ping.failure} />
      ) : eventId === undefined ? (
        <Skeleton rows={2} />
      ) : (
        <PingResult endpointId={endpointId} eventId={eventId} {...(onReplay && { onReplay })} />
      )}
      <div className="row end">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

interface PingResultProps {
  endpointId: string;
  eventId: string;
  onReplay?: () => void;
}

function PingResult({ endpointId, eventId, onReplay }: PingResultProps) {
  const [isTimedOut, setTimedOut] = useState(false);
  const [isDone, setDone] = useState(false);
  const shown = useCall(
    'deliveries/list',
    { endpointId, eventId },
    { everyMs: isDone || isTimedOut ? undefined : POLL_MS },
  );
  const delivery = shown.state === 'ready' ? shown.data.deliveries[0] : undefined;
  const isKnown = delivery !== undefined && hasOutcome(delivery);
  useEffect(() => setDone(isKnown), [isKnown]);
  useEffect(() => {
    const timer = setTimeout(() => setTimedOut(true), TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, []);
  if (shown.state === 'failed') return <Notice failure={shown.failure} onRetry={shown.reload} />;
  if (!isKnown) {
    return isTimedOut ? (
      <Banner tone="warn" title="The test event has not been sent yet">
        Check that a process with the role <code>worker</code> or <code>all</code> is running.
      </Banner>
    ) : (
      <Banner title="Sending…">
        <code>{eventId}</code>
      </Banner>
    );
  }
  const isDelivered = delivery.status === 'DELIVERED';
  return (
    <>
      <Banner
        tone={isDelivered ? 'good' : 'bad'}
        title={isDelivered ? 'Test event delivered' : 'Test event failed'}
        action={
          isDelivered &&
          onReplay && (
            <button type="button" onClick={onReplay}>
              Replay failed deliveries
            </button>
          )
        }
      />
      <DeliveryAttempts delivery={delivery} />
    </>
  );
}
