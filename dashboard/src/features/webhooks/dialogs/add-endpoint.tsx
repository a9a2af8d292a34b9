import { useState } from 'react';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { useGo } from '../../../components/link-to.tsx';
import { useProductionStepUp } from '../../../components/people/step-up.tsx';
import { useAction } from '../../../lib/calls/use-action.ts';
import { useEnvironment } from '../../../lib/url-state.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { NewSecret } from './new-secret.tsx';

/** First the form; then, once, the secret. */
export function AddEndpoint({ open, onClose }: { open: boolean; onClose: () => void }) {
  const environment = useEnvironment();
  const go = useGo();
  const prove = useProductionStepUp(environment);
  const [made, setMade] = useState<{ endpointId: string; secret: string }>();
  const [hurried, setHurried] = useState(false);
  const create = useAction('webhooks/create', {
    done: ({ endpoint, secret }) => setMade({ endpointId: endpoint.endpointId, secret }),
  });
  const close = () => {
    create.clear();
    setMade(undefined);
    setHurried(false);
    onClose();
    if (made) void go({ to: '/webhooks/$endpointId', params: { endpointId: made.endpointId } });
  };
  return (
    <Dialog
      open={open}
      title={made ? 'Endpoint added' : 'Add an endpoint'}
      onClose={made ? () => setHurried(true) : close}
    >
      {made ? (
        <NewSecret secret={made.secret} hurried={hurried} onDone={close} />
      ) : (
        <EndpointForm
          busy={create.busy}
          failure={create.failure}
          submitLabel="Add endpoint"
          onSubmit={async draft => {
            if (await prove()) await create.run({ ...draft, environment });
          }}
          onCancel={close}
        />
      )}
    </Dialog>
  );
}
