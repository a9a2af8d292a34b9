import { useState } from 'react';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Field, Form, FormButtons } from '../../components/form.tsx';
import { fieldError, type Input } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';

const MAX_NOTE_LENGTH = 4_000;

interface NoteDialogProps {
  bookingId: string;
  open: boolean;
  onClose: () => void;
}

export function NoteDialog({ bookingId, open, onClose }: NoteDialogProps) {
  const [text, setText] = useState('');
  const add = useAction('bookings/notes/add', {
    toast: 'Note added.',
    changes: ['bookings'],
    done: () => {
      setText('');
      onClose();
    },
  });
  const problem = fieldError(add.failure, 'text');
  // The text is kept if the dialog is closed by mistake.
  const close = () => {
    add.clear();
    onClose();
  };
  return (
    <Dialog open={open} title="Add a note" onClose={close}>
      <Form onSubmit={() => void add.run({ bookingId, text: text.trim() } as Input<'bookings/notes/add'>)}>
        <Field label="Note" hint="Visible to staff only. Notes cannot be changed." problem={problem}>
          {control => (
            <textarea
              {...control}
              rows={4}
              value={text}
              maxLength={MAX_NOTE_LENGTH}
              required
              onChange={event => setText(event.target.value)}
            />
          )}
        </Field>
        {add.failure && problem === undefined && <Notice failure={add.failure} />}
        <FormButtons onCancel={close} disabled={add.busy || text.trim() === ''}>
          {add.busy ? 'Adding…' : 'Add note'}
        </FormButtons>
      </Form>
    </Dialog>
  );
}
