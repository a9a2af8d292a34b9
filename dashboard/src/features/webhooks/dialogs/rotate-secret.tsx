import { type FormEvent, useState } from 'react';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { Notice } from '../../../components/feedback.tsx';
import { Field } from '../../../components/field.tsx';
import { useProductionStepUp } from '../../../components/people/step-up.tsx';
import { useAction } from '../../../lib/calls/use-action.ts';
import { useEnvironment } from '../../../lib/url-state.ts';
import { NewSecret } from './new-secret.tsx';

const OVERLAPS = [
  [86_400, 'One day'],
  [604_800, 'Seven days'],
  [3_600, 'One hour'],
  [0, 'None: the old secret ends now'],
] as const;

interface RotateSecretProps {
  endpointId: string;
  open: boolean;
  onClose: () => void;
}

export function RotateSecret({ endpointId, open, onClose }: RotateSecretProps) {
  const [overlapSeconds, setOverlap] = useState<number>(OVERLAPS[0][0]);
  const [secret, setSecret] = useState<string>();
  const [hurried, setHurried] = useState(false);
  const rotate = useAction('webhooks/rotate-secret', { done: made => setSecret(made.secret) });
  const close = () => {
    rotate.clear();
    setSecret(undefined);
    setHurried(false);
    onClose();
  };
  const environment = useEnvironment();
  const prove = useProductionStepUp(environment);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await prove())) return;
    await rotate.run({ endpointId, overlapSeconds });
  };
  return (
    <Dialog
      open={open}
      title={secret ? 'New signing secret' : 'Rotate the secret'}
      onClose={secret ? () => setHurried(true) : close}
    >
      {secret ? (
        <NewSecret secret={secret} hurried={hurried} onDone={close} />
      ) : (
        <form onSubmit={event => void submit(event)}>
          <Field label="Both secrets sign for" hint="Give the receiver the new one meanwhile.">
            {control => (
              <select
                {...control}
                value={overlapSeconds}
                onChange={event => setOverlap(Number(event.target.value))}
              >
                {OVERLAPS.map(([seconds, words]) => (
                  <option key={seconds} value={seconds}>
                    {words}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {rotate.failure && <Notice failure={rotate.failure} />}
          <div className="row end">
            <button type="button" onClick={close}>
              Cancel
            </button>
            <button type="submit" className="main" disabled={rotate.busy}>
              {rotate.busy ? 'Working …' : 'Rotate'}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
