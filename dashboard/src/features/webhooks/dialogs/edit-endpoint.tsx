import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { useProductionStepUp } from '../../../components/people/step-up.tsx';
import { useAction } from '../../../lib/calls/use-action.ts';
import type { Endpoint } from '../parts/endpoint.ts';
import { EndpointForm } from './endpoint-form.tsx';

interface EditEndpointProps {
  endpoint: Endpoint;
  open: boolean;
  onClose: () => void;
}

export function EditEndpoint({ endpoint, open, onClose }: EditEndpointProps) {
  const { endpointId, environment } = endpoint;
  const prove = useProductionStepUp(environment);
  const update = useAction('webhooks/update', { toast: 'Endpoint changed.', done: onClose });
  const close = () => {
    update.clear();
    onClose();
  };
  return (
    <Dialog open={open} title="Edit the endpoint" onClose={close}>
      <EndpointForm
        endpoint={endpoint}
        busy={update.busy}
        failure={update.failure}
        submitLabel="Save"
        onSubmit={async draft => {
          if (await prove()) await update.run({ endpointId, ...draft });
        }}
        onCancel={close}
      />
    </Dialog>
  );
}
