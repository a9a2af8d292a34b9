import { type FormEvent, type ReactNode, useState } from 'react';
import type { CallFailure } from '../../lib/calls/operator-client.ts';
import { Notice } from '../feedback.tsx';
import { Field } from '../field.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** The action cannot be undone. */
  danger?: boolean;
  /** Text that the user must type to confirm. */
  typeToConfirm?: string;
  confirmLabel: string;
  busy?: boolean;
  failure?: CallFailure | undefined;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, danger = false, typeToConfirm, confirmLabel, busy = false, failure } = props;
  const [typed, setTyped] = useState('');
  const close = () => {
    setTyped('');
    props.onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typeToConfirm === undefined || typed.trim() === typeToConfirm) props.onConfirm();
  };
  return (
    <Dialog open={open} title={title} onClose={close}>
      <form onSubmit={submit}>
        <div>{props.children}</div>
        {typeToConfirm !== undefined && (
          <Field
            label={
              <>
                Type <code>{typeToConfirm}</code> to confirm
              </>
            }
          >
            {control => (
              <input
                {...control}
                value={typed}
                autoComplete="off"
                onChange={event => setTyped(event.target.value)}
              />
            )}
          </Field>
        )}
        {failure && <Notice failure={failure} />}
        <div className="row end">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button
            type="submit"
            className={danger ? 'main bad' : 'main'}
            disabled={busy || (typeToConfirm !== undefined && typed.trim() !== typeToConfirm)}
          >
            {busy ? 'Working …' : confirmLabel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
