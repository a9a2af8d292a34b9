import { type FormEvent, useState } from 'react';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { CodeField, typedCode } from '../../components/people/code-field.tsx';
import { PasswordInput } from '../../components/people/password-input.tsx';
import { Copyable } from '../../components/text/copyable.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useOutdate } from '../../lib/calls/use-outdate.ts';
import { BackupCodes } from './backup-codes.tsx';
import { QrCode } from './qr-code.tsx';

type Secret = Output<'second-factor/begin'>;

interface SetUpFactorDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Password, then the secret for the app, then its proof, then the backup codes: each step needs the one before. */
export function SetUpFactorDialog({ open, onClose }: SetUpFactorDialogProps) {
  const [secret, setSecret] = useState<Secret>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [hurried, setHurried] = useState(false);
  const outdate = useOutdate();
  const close = () => {
    setSecret(undefined);
    setCodes(undefined);
    setHurried(false);
    // Only now: what stands around would change under the codes while they are read.
    if (codes !== undefined) void outdate(['account', 'session', 'members']);
    onClose();
  };
  const title = codes ? 'Your backup codes' : 'Set up the second factor';
  return (
    <Dialog open={open} title={title} onClose={codes ? () => setHurried(true) : close}>
      {codes ? (
        <BackupCodes codes={codes} hurried={hurried} onDone={close} />
      ) : secret ? (
        <ProveApp secret={secret} onProved={setCodes} onCancel={close} />
      ) : (
        <AskPassword onSecret={setSecret} onCancel={close} />
      )}
    </Dialog>
  );
}

function AskPassword({ onSecret, onCancel }: { onSecret: (secret: Secret) => void; onCancel: () => void }) {
  const [password, setPassword] = useState('');
  const begin = useAction('second-factor/begin', { changes: [], done: onSecret });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void begin.run({ password });
  };
  return (
    <form onSubmit={submit}>
      <p>You need an authenticator app on your phone: any that shows six-digit codes.</p>
      <Field label="Your password">
        {control => (
          <PasswordInput control={control} value={password} onChange={setPassword} kind="current" />
        )}
      </Field>
      {begin.failure && <Notice failure={begin.failure} />}
      <div className="row end">
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className="main" disabled={begin.busy}>
          Continue
        </button>
      </div>
    </form>
  );
}

interface ProveAppProps {
  secret: Secret;
  onProved: (codes: readonly string[]) => void;
  onCancel: () => void;
}

function ProveApp({ secret, onProved, onCancel }: ProveAppProps) {
  const [code, setCode] = useState('');
  const enable = useAction('second-factor/enable', {
    changes: [],
    done: ({ backupCodes }) => onProved(backupCodes),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void enable.run({ code: typedCode(code) });
  };
  return (
    <form onSubmit={submit}>
      <p>Scan this with the app, or type the secret into it.</p>
      <QrCode text={secret.uri} label="QR code with the secret for the authenticator app" />
      <Copyable text={secret.secret} label="Copy the secret" />
      <CodeField value={code} onChange={setCode} appOnly autoFocus />
      {enable.failure && <Notice failure={enable.failure} />}
      <div className="row end">
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className="main" disabled={enable.busy || code === ''}>
          Turn it on
        </button>
      </div>
    </form>
  );
}
