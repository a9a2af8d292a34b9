import { useState } from 'react';
import { CodeBlock, Copyable } from '../../components/code.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Banner, Notice } from '../../components/feedback.tsx';
import { Form, FormButtons } from '../../components/form.tsx';
import { useProductionStepUp } from '../../components/people/step-up.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useAction } from '../../lib/calls/use-action.ts';
import { useEnvironment } from '../../lib/url-state.ts';

const RECEIVER = `import { webhooks } from '@serai/sdk';

// body: the raw request body, before it is parsed
const secret = process.env.SERAI_WEBHOOK_SECRET;
const event = await webhooks.unwrap(body, headers, secret);`;

interface NewSecretProps {
  secret: string;
  /** True if the user has tried to close the dialog before confirming. */
  showWarning: boolean;
  onDone: () => void;
}

/** Shows a new signing secret once. */
export function NewSecret({ secret, showWarning, onDone }: NewSecretProps) {
  return (
    <>
      <Banner tone="warn" title="Copy your signing secret now. You won’t see it again.">
        Your receiver needs it to verify signatures. If you lose it, rotate the secret.
      </Banner>
      <Copyable text={secret} label="Copy secret" />
      <CodeBlock code={RECEIVER} label="example" />
      {showWarning && (
        <p role="alert" className="problem">
          Store the secret first. It cannot be shown again.
        </p>
      )}
      <div className="row end">
        <button type="button" className="main" onClick={onDone}>
          I have stored the secret
        </button>
      </div>
    </>
  );
}

const OVERLAPS = [
  ['86400', '24 hours'],
  ['604800', '7 days'],
  ['3600', '1 hour'],
  ['0', '0 hours (revoke it now)'],
] as const;

interface RotateSecretProps {
  endpointId: string;
  open: boolean;
  onClose: () => void;
}

export function RotateSecret({ endpointId, open, onClose }: RotateSecretProps) {
  const [overlap, setOverlap] = useState<string>(OVERLAPS[0][0]);
  const [secret, setSecret] = useState<string>();
  const [showWarning, setShowWarning] = useState(false);
  const rotate = useAction('webhooks/rotate-secret', { done: rotated => setSecret(rotated.secret) });
  const close = () => {
    rotate.clear();
    setSecret(undefined);
    setShowWarning(false);
    onClose();
  };
  const environment = useEnvironment();
  const stepUp = useProductionStepUp(environment);
  const submit = async () => {
    if (!(await stepUp())) return;
    await rotate.run({ endpointId, overlapSeconds: Number(overlap) });
  };
  return (
    <Dialog
      open={open}
      title={secret ? 'New signing secret' : 'Rotate secret'}
      onClose={secret ? () => setShowWarning(true) : close}
    >
      {secret ? (
        <NewSecret secret={secret} showWarning={showWarning} onDone={close} />
      ) : (
        <Form onSubmit={submit}>
          <SelectField
            label="Keep the old secret valid for"
            hint="During this time, events are signed with both secrets."
            value={overlap}
            onChange={setOverlap}
            options={OVERLAPS}
          />
          {rotate.failure && <Notice failure={rotate.failure} />}
          <FormButtons onCancel={close} disabled={rotate.busy}>
            {rotate.busy ? 'Rotating…' : 'Rotate'}
          </FormButtons>
        </Form>
      )}
    </Dialog>
  );
}
