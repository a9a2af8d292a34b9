import { useEffect, useState } from 'react';
import { DeliveryAttempts, hasOutcome } from '../../../components/deliveries.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { Banner, Notice, Skeleton } from '../../../components/feedback.tsx';
import { useAction } from '../../../lib/calls/use-action.ts';
import { useCall } from '../../../lib/calls/use-call.ts';

interface PingEndpointProps {
  endpointId: string;
  onClose: () => void;
}

const LOOK_MS = 700;
/** Longer than an attempt takes. */
const PATIENCE_MS = 20_000;

/** Sends one test event as soon as it is shown, and tells what came back. */
export function PingEndpoint({ endpointId, onClose }: PingEndpointProps) {
  const [eventId, setEventId] = useState<string>();
  const ping = useAction('webhooks/ping', {
    changes: ['webhooks', 'deliveries'],
    done: ({ delivery }) => setEventId(delivery.eventId),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, however often the page is drawn
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
        <PingResult endpointId={endpointId} eventId={eventId} />
      )}
      <div className="row end">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

function PingResult({ endpointId, eventId }: { endpointId: string; eventId: string }) {
  const [isLong, setLong] = useState(false);
  const [isDone, setDone] = useState(false);
  const shown = useCall(
    'deliveries/list',
    { endpointId, eventId },
    { everyMs: isDone || isLong ? undefined : LOOK_MS },
  );
  const delivery = shown.state === 'ready' ? shown.data.deliveries[0] : undefined;
  const told = delivery !== undefined && hasOutcome(delivery);
  useEffect(() => setDone(told), [told]);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (shown.state === 'failed') return <Notice failure={shown.failure} onRetry={shown.reload} />;
  if (!told) {
    return isLong ? (
      <Banner tone="warn" title="It was not sent yet">
        Is a process with the role worker or all running?
      </Banner>
    ) : (
      <Banner title="On its way …">
        <code>{eventId}</code>
      </Banner>
    );
  }
  const arrived = delivery.status === 'DELIVERED';
  return (
    <>
      <Banner
        tone={arrived ? 'good' : 'bad'}
        title={arrived ? 'The receiver took it' : 'The receiver did not take it'}
      />
      <DeliveryAttempts delivery={delivery} />
    </>
  );
}
