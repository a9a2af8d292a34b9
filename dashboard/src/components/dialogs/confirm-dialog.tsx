import { type ReactNode, useState } from 'react';
import type { CallFailure } from '../../lib/calls/operator-client.ts';
import { Notice } from '../feedback.tsx';
import { Form, FormButtons, TextField } from '../form.tsx';
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
  const submit = () => {
    if (typeToConfirm === undefined || typed.trim() === typeToConfirm) props.onConfirm();
  };
  return (
    <Dialog open={open} title={title} onClose={close}>
      <Form onSubmit={submit}>
        <div>{props.children}</div>
        {typeToConfirm !== undefined && (
          <TextField
            label={
              <>
                Type <code>{typeToConfirm}</code> to confirm
              </>
            }
            value={typed}
            autoComplete="off"
            onChange={setTyped}
          />
        )}
        {failure && <Notice failure={failure} />}
        <FormButtons
          onCancel={close}
          disabled={busy || (typeToConfirm !== undefined && typed.trim() !== typeToConfirm)}
          danger={danger}
        >
          {busy ? 'Working…' : confirmLabel}
        </FormButtons>
      </Form>
    </Dialog>
  );
}
