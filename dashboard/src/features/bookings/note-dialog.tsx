import { useState } from 'react';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Field, Form, FormButtons } from '../../components/form.tsx';
import { fieldError, type Input } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';

const MAX_NOTE_LENGTH = 4_000;

const KINDS = {
  note: {
    operation: 'bookings/notes/add',
    title: 'Add a note',
    label: 'Note',
    hint: 'Visible to staff only, in the timeline. Notes cannot be changed.',
    submit: 'Add note',
    toast: 'Note added.',
  },
  contact: {
    operation: 'bookings/mark-contacted',
    title: 'Mark as contacted',
    label: 'How did you contact the partner?',
    hint: 'For example: phoned Maria, who will tell the guest. Visible to staff only, in the timeline.',
    submit: 'Mark as contacted',
    toast: 'Marked as contacted.',
  },
} as const;

interface NoteDialogProps {
  /** A note of any kind, or how the partner was contacted about the status of the booking. */
  kind?: keyof typeof KINDS;
  bookingId: string;
  open: boolean;
  onClose: () => void;
}

export function NoteDialog({ kind = 'note', bookingId, open, onClose }: NoteDialogProps) {
  const { operation, title, label, hint, submit, toast } = KINDS[kind];
  const [text, setText] = useState('');
  const add = useAction<'bookings/notes/add' | 'bookings/mark-contacted'>(operation, {
    toast,
    changes: kind === 'contact' ? ['bookings', 'attention'] : ['bookings'],
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
    <Dialog open={open} title={title} onClose={close}>
      <Form onSubmit={() => void add.run({ bookingId, text: text.trim() } as Input<typeof operation>)}>
        <Field label={label} hint={hint} problem={problem}>
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
          {add.busy ? 'Saving…' : submit}
        </FormButtons>
      </Form>
    </Dialog>
  );
}
