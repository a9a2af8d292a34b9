import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { Notice } from '../../../components/feedback.tsx';
import { useGo } from '../../../components/link-to.tsx';
import { useProductionStepUp } from '../../../components/people/step-up.tsx';
import { useAction, useInvalidate } from '../../../lib/calls/use-action.ts';
import { EditEndpoint } from '../dialogs/edit-endpoint.tsx';
import { PingEndpoint } from '../dialogs/ping-endpoint.tsx';
import { ReplayMissed } from '../dialogs/replay-missed.tsx';
import { RotateSecret } from '../dialogs/rotate-secret.tsx';
import type { Endpoint } from './endpoint.ts';

type Open = 'edit' | 'rotate' | 'ping' | 'pause' | 'delete' | 'replay';

/** All that can be done with an endpoint, and the dialogs for it. */
export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const { endpointId, status, environment } = endpoint;
  const prove = useProductionStepUp(environment);
  const enable = useAction('webhooks/update', { changes: CHANGED, toast: 'Endpoint enabled.' });
  const isEnabled = status === 'ENABLED';
  // Ignored while under way instead of disabled: a disabled button would lose the focus.
  const enableIt = async () => {
    if (!enable.busy && (await prove())) await enable.run({ endpointId, status: 'ENABLED' });
  };
  return (
    <>
      <button type="button" onClick={() => setOpen('ping')}>
        Send test event
      </button>
      <button
        type="button"
        className={isEnabled ? '' : 'main'}
        onClick={isEnabled ? () => setOpen('pause') : () => void enableIt()}
      >
        {isEnabled ? 'Pause' : 'Enable'}
      </button>
      <button type="button" onClick={() => setOpen('replay')} disabled={!isEnabled}>
        Replay
      </button>
      <button type="button" onClick={() => setOpen('edit')}>
        Edit
      </button>
      <button type="button" onClick={() => setOpen('rotate')}>
        Rotate secret
      </button>
      <button type="button" className="quiet bad" onClick={() => setOpen('delete')}>
        Delete
      </button>
      {enable.failure && <Notice failure={enable.failure} />}
      <EditEndpoint endpoint={endpoint} open={open === 'edit'} onClose={close} />
      <RotateSecret endpointId={endpointId} open={open === 'rotate'} onClose={close} />
      <ReplayMissed endpointId={endpointId} open={open === 'replay'} onClose={close} />
      {open === 'ping' && <PingEndpoint endpointId={endpointId} onClose={close} />}
      <PauseDialog endpoint={endpoint} open={open === 'pause'} onClose={close} />
      <DeleteDialog endpoint={endpoint} open={open === 'delete'} onClose={close} />
    </>
  );
}

const CHANGED = ['webhooks', 'deliveries', 'notices'];

interface EndpointDialogProps {
  endpoint: Endpoint;
  open: boolean;
  onClose: () => void;
}

function PauseDialog({ endpoint: { endpointId, environment }, open, onClose }: EndpointDialogProps) {
  const prove = useProductionStepUp(environment);
  const pause = useAction('webhooks/update', { changes: CHANGED, toast: 'Endpoint paused.', done: onClose });
  return (
    <ConfirmDialog
      open={open}
      title="Pause the endpoint?"
      confirmLabel="Pause"
      busy={pause.busy}
      failure={pause.failure}
      onConfirm={async () => {
        if (await prove()) await pause.run({ endpointId, status: 'PAUSED' });
      }}
      onClose={onClose}
    >
      <p>Events are held until it is enabled and they are replayed. Nothing is lost for 30 days.</p>
    </ConfirmDialog>
  );
}

function DeleteDialog({ endpoint, open, onClose }: EndpointDialogProps) {
  const { endpointId, url, environment } = endpoint;
  const prove = useProductionStepUp(environment);
  const go = useGo();
  const outdate = useInvalidate();
  const remove = useAction('webhooks/delete', {
    changes: [],
    toast: 'Endpoint deleted.',
    // The list first: nothing is to be read of the endpoint any more.
    done: async () => {
      await go({ to: '/webhooks', replace: true });
      await outdate(CHANGED);
    },
  });
  return (
    <ConfirmDialog
      open={open}
      title="Delete the endpoint?"
      danger
      confirmLabel="Delete"
      busy={remove.busy}
      failure={remove.failure}
      onConfirm={async () => {
        if (await prove()) await remove.run({ endpointId });
      }}
      onClose={onClose}
    >
      <p>
        Nothing more is sent to <code>{url}</code>, what waits included. Its deliveries are no longer shown.
      </p>
    </ConfirmDialog>
  );
}
