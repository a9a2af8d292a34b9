import { type FormEvent, useState } from 'react';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Badge, Notice } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import type { Event } from './event-deliveries.ts';

interface ResendDialogProps {
  event: Event;
  open: boolean;
  onClose: () => void;
}

/** Sends the event again, to those endpoints that the person chooses. */
export function ResendDialog({ event, open, onClose }: ResendDialogProps) {
  const { environment } = event;
  const shown = useCall('webhooks/list', { environment }, { when: open });
  return (
    <Dialog open={open} title="Resend the event" onClose={onClose}>
      <Loaded from={shown} rows={3}>
        {({ endpoints }) =>
          endpoints.length === 0 ? (
            <p>
              There is no endpoint in this environment. <LinkTo to="/webhooks">Add one</LinkTo>.
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
    changes: ['deliveries', 'webhooks', 'events'],
    toast: 'Queued again.',
    done: onClose,
  });
  const toggle = (endpointId: string) => {
    const next = new Set(chosen);
    if (!next.delete(endpointId)) next.add(endpointId);
    setChosen(next);
  };
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    void resend.run({ eventId: event.eventId, endpointIds: [...chosen] });
  };
  return (
    <form onSubmit={submit}>
      <fieldset>
        <legend>To which endpoints</legend>
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
              {status !== 'ENABLED' && <Badge tone="warn">not enabled</Badge>}{' '}
              {!eventTypes.includes(event.type) && <Badge>does not ask for this type</Badge>}
            </span>
          </label>
        ))}
      </fieldset>
      <p className="hint">The event keeps its id: a receiver that keeps ids too sees no duplicate.</p>
      {resend.failure && <Notice failure={resend.failure} />}
      <div className="row end">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="main" disabled={resend.busy || chosen.size === 0}>
          {resend.busy ? 'Working …' : 'Resend'}
        </button>
      </div>
    </form>
  );
}
