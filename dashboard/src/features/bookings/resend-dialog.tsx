import { useEffect, useState } from 'react';
import { type Delivery, DeliveryBadge } from '../../components/deliveries.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Form, FormButtons } from '../../components/form.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Input } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { showToast } from '../../lib/toasts.tsx';
import { formatCount } from './booking-status.tsx';

interface ResendDialogProps {
  /** Newest first. */
  deliveries: readonly Delivery[];
  open: boolean;
  onClose: () => void;
}

/** Deliveries that the partner has not received are chosen already. */
export function ResendDialog({ deliveries, open, onClose }: ResendDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const resend = useAction('deliveries/replay', { changes: ['bookings', 'deliveries', 'attention'] });

  // biome-ignore lint/correctness/useExhaustiveDependencies: choose when the dialog opens, not when a delivery changes
  useEffect(() => {
    if (open) setChosen(new Set(deliveries.filter(isMissed).map(({ deliveryId }) => deliveryId)));
  }, [open]);

  const close = () => {
    resend.clear();
    onClose();
  };
  const submit = async () => {
    for (const deliveryId of chosen) {
      const queued = await resend.run({ deliveryId } as Input<'deliveries/replay'>);
      if (queued === undefined) return;
      setChosen(left => new Set([...left].filter(id => id !== deliveryId)));
    }
    showToast(`${formatCount(chosen.size, 'event')} queued.`);
    close();
  };
  const toggle = (deliveryId: string) =>
    setChosen(
      before =>
        new Set(
          before.has(deliveryId) ? [...before].filter(id => id !== deliveryId) : [...before, deliveryId],
        ),
    );
  return (
    <Dialog open={open} title="Resend events" onClose={close}>
      {deliveries.length === 0 ? (
        <p>
          No endpoint received events about this booking.{' '}
          <LinkTo to="/webhooks">Open the webhook endpoints</LinkTo> to see which events they receive.
        </p>
      ) : (
        <Form onSubmit={() => void submit()}>
          <p>Events keep their IDs, so that the receiver can detect duplicates.</p>
          <fieldset>
            <legend>Events</legend>
            <div className="resend-list">
              {deliveries.map(delivery => (
                <label key={delivery.deliveryId} className="decision">
                  <input
                    type="checkbox"
                    checked={chosen.has(delivery.deliveryId)}
                    onChange={() => toggle(delivery.deliveryId)}
                  />
                  <span>
                    <strong>{delivery.eventType}</strong>
                    <small className="faint">
                      <Timestamp at={delivery.createdAt} exact /> to <code>{delivery.endpointId}</code>
                    </small>
                  </span>
                  <DeliveryBadge delivery={delivery} />
                </label>
              ))}
            </div>
          </fieldset>
          {resend.failure && <Notice failure={resend.failure} />}
          <FormButtons onCancel={close} disabled={resend.busy || chosen.size === 0}>
            {resend.busy ? 'Queuing…' : `Resend ${formatCount(chosen.size, 'event')}`}
          </FormButtons>
        </Form>
      )}
    </Dialog>
  );
}

function isMissed({ status }: Delivery): boolean {
  return status === 'FAILED' || status === 'HELD';
}
