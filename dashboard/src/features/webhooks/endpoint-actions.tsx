import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { RowMenu } from '../../components/dialogs/row-menu.tsx';
import { Notice } from '../../components/feedback.tsx';
import { useGo } from '../../components/link-to.tsx';
import { useProductionStepUp } from '../../components/people/step-up.tsx';
import { useAction, useInvalidate } from '../../lib/calls/use-action.ts';
import { endpointHealth, isFailing } from '../../lib/health.ts';
import type { Endpoint } from './endpoint.ts';
import { EditEndpoint } from './endpoint-form.tsx';
import { RotateSecret } from './endpoint-secret.tsx';
import { PingEndpoint } from './ping-endpoint.tsx';
import { ReplayMissed } from './replay-missed.tsx';

export type EndpointDialog = 'edit' | 'rotate' | 'ping' | 'pause' | 'delete' | 'replay';

interface EndpointActionsProps {
  endpoint: Endpoint;
  /** The page knows which dialog is open, because the banner opens some of them too. */
  open: EndpointDialog | undefined;
  onOpen: (dialog: EndpointDialog | undefined) => void;
}

export function EndpointActions({ endpoint, open, onOpen }: EndpointActionsProps) {
  const close = () => onOpen(undefined);
  const { endpointId, status, environment } = endpoint;
  const stepUp = useProductionStepUp(environment);
  const enable = useAction('webhooks/update', { changes: CHANGED, toast: 'Endpoint enabled.' });
  const isEnabled = status === 'ENABLED';
  const bannerHasTest = isFailing(endpointHealth(endpoint));
  // Further clicks are ignored while busy. A disabled button would lose the focus.
  const enableIt = async () => {
    if (!enable.busy && (await stepUp())) await enable.run({ endpointId, status: 'ENABLED' });
  };
  return (
    <>
      {!bannerHasTest && (
        <button type="button" onClick={() => onOpen('ping')}>
          Send test event
        </button>
      )}
      <button
        type="button"
        className={isEnabled ? '' : 'main'}
        onClick={isEnabled ? () => onOpen('pause') : () => void enableIt()}
      >
        {isEnabled ? 'Pause' : 'Enable'}
      </button>
      <button type="button" onClick={() => onOpen('edit')}>
        Edit
      </button>
      <RowMenu label="More actions">
        <button type="button" onClick={() => onOpen('rotate')}>
          Rotate secret
        </button>
        <button type="button" className="bad" onClick={() => onOpen('delete')}>
          Delete
        </button>
      </RowMenu>
      {enable.failure && <Notice failure={enable.failure} />}
      <EditEndpoint endpoint={endpoint} open={open === 'edit'} onClose={close} />
      <RotateSecret endpointId={endpointId} open={open === 'rotate'} onClose={close} />
      <ReplayMissed endpointId={endpointId} open={open === 'replay'} onClose={close} />
      {open === 'ping' && (
        <PingEndpoint
          endpointId={endpointId}
          onClose={close}
          {...(isEnabled && { onReplay: () => onOpen('replay') })}
        />
      )}
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
  const stepUp = useProductionStepUp(environment);
  const pause = useAction('webhooks/update', { changes: CHANGED, toast: 'Endpoint paused.', done: onClose });
  return (
    <ConfirmDialog
      open={open}
      title="Pause endpoint?"
      confirmLabel="Pause"
      busy={pause.busy}
      failure={pause.failure}
      onConfirm={async () => {
        if (await stepUp()) await pause.run({ endpointId, status: 'PAUSED' });
      }}
      onClose={onClose}
    >
      <p>New deliveries are put on hold for up to 30 days. After you enable the endpoint, replay them.</p>
    </ConfirmDialog>
  );
}

function DeleteDialog({ endpoint, open, onClose }: EndpointDialogProps) {
  const { endpointId, url, environment } = endpoint;
  const stepUp = useProductionStepUp(environment);
  const go = useGo();
  const invalidate = useInvalidate();
  const remove = useAction('webhooks/delete', {
    changes: [],
    toast: 'Endpoint deleted.',
    // Leave the page first, so that the deleted endpoint is not read again.
    done: async () => {
      await go({ to: '/webhooks', replace: true });
      await invalidate(CHANGED);
    },
  });
  return (
    <ConfirmDialog
      open={open}
      title="Delete endpoint?"
      danger
      confirmLabel="Delete"
      busy={remove.busy}
      failure={remove.failure}
      onConfirm={async () => {
        if (await stepUp()) await remove.run({ endpointId });
      }}
      onClose={onClose}
    >
      <p>
        Serai stops sending events to <code>{url}</code>, including pending ones. Its deliveries are no longer
        shown.
      </p>
    </ConfirmDialog>
  );
}
