import { useEffect, useState } from 'react';
import { type Delivery, DeliveryBadge } from '../../components/deliveries.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Form, FormButtons } from '../../components/form.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { call, type Input, toFailure } from '../../lib/calls/operator-client.ts';
import { useInvalidate } from '../../lib/calls/use-action.ts';
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
  /** Why a delivery was not queued, by delivery id. */
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [busy, setBusy] = useState(false);
  const invalidate = useInvalidate();

  // biome-ignore lint/correctness/useExhaustiveDependencies: choose when the dialog opens, not when a delivery changes
  useEffect(() => {
    if (!open) return;
    setChosen(new Set(deliveries.filter(isMissed).map(({ deliveryId }) => deliveryId)));
    setProblems(new Map());
  }, [open]);

  const submit = async () => {
    if (busy) return;
    setBusy(true);
    const failed = new Map<string, string>();
    // One endpoint that cannot receive events must not keep the others from receiving theirs.
    for (const deliveryId of chosen) {
      await call('deliveries/replay', { deliveryId } as Input<'deliveries/replay'>).catch(error =>
        failed.set(deliveryId, toFailure(error).message),
      );
    }
    await invalidate(['bookings', 'deliveries', 'attention', 'audit']);
    setBusy(false);
    setChosen(new Set(failed.keys()));
    setProblems(failed);
    const queued = chosen.size - failed.size;
    if (queued > 0) showToast(`${formatCount(queued, 'event')} queued.`);
    if (failed.size === 0) onClose();
  };
  const toggle = (deliveryId: string) =>
    setChosen(
      before =>
        new Set(
          before.has(deliveryId) ? [...before].filter(id => id !== deliveryId) : [...before, deliveryId],
        ),
    );
  return (
    <Dialog open={open} title="Resend events" onClose={onClose}>
      {deliveries.length === 0 ? (
        <p>
          No endpoint received events about this booking.{' '}
          <LinkTo to="/webhooks">Open the webhook endpoints</LinkTo> to see which events they receive.
        </p>
      ) : (
        <Form onSubmit={() => void submit()}>
          <p>Events keep their IDs, so receivers can detect duplicates.</p>
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
                    {problems.has(delivery.deliveryId) && (
                      <small className="problem">{problems.get(delivery.deliveryId)}</small>
                    )}
                  </span>
                  <DeliveryBadge delivery={delivery} />
                </label>
              ))}
            </div>
          </fieldset>
          {problems.size > 0 && (
            <p className="problem" role="alert">
              {formatCount(problems.size, 'event')} could not be queued. The reasons are shown above.
            </p>
          )}
          <FormButtons onCancel={onClose} disabled={busy || chosen.size === 0}>
            {busy ? 'Queuing…' : `Resend ${formatCount(chosen.size, 'event')}`}
          </FormButtons>
        </Form>
      )}
    </Dialog>
  );
}

function isMissed({ status }: Delivery): boolean {
  return status === 'FAILED' || status === 'HELD';
}
