import { MAX_SUPPORT_LENGTHS } from '@serai/contract/account/company-limits.ts';
import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { hasContact, SupportContact } from '../../components/contact.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Field, Form, FormButtons, TextField } from '../../components/form.tsx';
import { fieldError, isShownByFields } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useMay } from '../../lib/session-context.ts';
import type { Provider } from './provider.tsx';

/** How to reach the support of the provider. Nothing for users who cannot set a missing contact. */
export function SupportCard({ provider }: { provider: Provider }) {
  const [editing, setEditing] = useState(false);
  const mayChange = useMay('providers:edit');
  const isSet = hasContact(provider.supportContact);
  if (!isSet && !mayChange) return null;
  const close = () => setEditing(false);
  return (
    <Card
      title="Support contact"
      hint="Your staff see it on bookings that need a decision. Partners never see it."
      actions={
        mayChange && (
          <button type="button" className="small" onClick={() => setEditing(true)}>
            {isSet ? 'Edit contact' : 'Add contact'}
          </button>
        )
      }
    >
      {isSet ? (
        <div className="support-contact">
          <SupportContact contact={provider.supportContact} />
        </div>
      ) : (
        <p className="faint">
          No contact yet. Add the phone number or email address of the provider’s support team.
        </p>
      )}
      <ContactDialog provider={provider} open={editing} onClose={close} />
    </Card>
  );
}

/** In the banner that asks to contact the support. Nothing for users who cannot set the contact. */
export function AddContact({ provider }: { provider: Provider }) {
  const [editing, setEditing] = useState(false);
  if (!useMay('providers:edit')) return null;
  return (
    <>
      <button type="button" onClick={() => setEditing(true)}>
        Add contact
      </button>
      <ContactDialog provider={provider} open={editing} onClose={() => setEditing(false)} />
    </>
  );
}

interface ContactDialogProps {
  provider: Provider;
  open: boolean;
  onClose: () => void;
}

function ContactDialog({ provider, open, onClose }: ContactDialogProps) {
  return (
    <Dialog open={open} title={`Support contact for ${provider.name}`} onClose={onClose}>
      <ContactForm provider={provider} onClose={onClose} />
    </Dialog>
  );
}

type ContactField = keyof Provider['supportContact'];

function ContactForm({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const { providerId, supportContact } = provider;
  const [draft, setDraft] = useState({
    phone: supportContact.phone ?? '',
    email: supportContact.email ?? '',
    website: supportContact.website ?? '',
    note: supportContact.note ?? '',
  });
  const update = useAction('providers/update', { toast: 'Support contact saved.', done: onClose });
  const { failure } = update;
  const textOf = (field: ContactField) => draft[field].trim() || null;
  const submit = () =>
    update.run({
      providerId,
      supportContact: {
        phone: textOf('phone'),
        email: textOf('email'),
        website: textOf('website'),
        note: textOf('note'),
      },
    });
  const propsOf = (field: ContactField) => ({
    value: draft[field],
    maxLength: MAX_SUPPORT_LENGTHS[field],
    onChange: (value: string) => setDraft({ ...draft, [field]: value }),
  });
  const problemOf = (field: ContactField) => fieldError(failure, `supportContact/${field}`);
  const note = propsOf('note');
  return (
    // The server checks the fields and explains what is wrong, so the browser does not.
    <Form onSubmit={submit} noValidate>
      <TextField label="Phone" type="tel" problem={problemOf('phone')} {...propsOf('phone')} />
      <TextField label="Email" type="email" problem={problemOf('email')} {...propsOf('email')} />
      <TextField
        label="Website"
        type="url"
        placeholder="https://"
        problem={problemOf('website')}
        {...propsOf('website')}
      />
      <Field
        label="Note"
        hint="For example: “Open 24 hours. Quote the booking reference.”"
        problem={problemOf('note')}
      >
        {control => (
          <textarea {...control} {...note} rows={3} onChange={event => note.onChange(event.target.value)} />
        )}
      </Field>
      {failure && !isShownByFields(failure, ['supportContact']) && <Notice failure={failure} />}
      <FormButtons onCancel={onClose} disabled={update.busy}>
        {update.busy ? 'Saving…' : 'Save'}
      </FormButtons>
    </Form>
  );
}
