import { type FormEvent, useState } from 'react';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { CodeField, typedCode } from '../../components/people/code-field.tsx';
import { PasswordInput } from '../../components/people/password-input.tsx';
import { useAction } from '../../lib/calls/use-action.ts';

interface RemoveFactorDialogProps {
  open: boolean;
  onClose: () => void;
}

export function RemoveFactorDialog({ open, onClose }: RemoveFactorDialogProps) {
  return (
    <Dialog open={open} title="Remove the second factor?" onClose={onClose}>
      <RemoveForm onDone={onClose} />
    </Dialog>
  );
}

function RemoveForm({ onDone }: { onDone: () => void }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { run, busy, failure } = useAction('second-factor/disable', {
    changes: ['account', 'session', 'members'],
    said: 'The second factor is off.',
    done: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run({ password, code: typedCode(code) });
  };
  return (
    <form onSubmit={submit}>
      <p>The password alone is then enough to sign in, and the backup codes are worth nothing.</p>
      <Field label="Your password">
        {control => (
          <PasswordInput control={control} value={password} onChange={setPassword} kind="current" />
        )}
      </Field>
      <CodeField value={code} onChange={setCode} />
      {failure && <Notice failure={failure} />}
      <div className="row end">
        <button type="button" onClick={onDone}>
          Keep it
        </button>
        <button type="submit" className="main bad" disabled={busy || code === ''}>
          Remove it
        </button>
      </div>
    </form>
  );
}
