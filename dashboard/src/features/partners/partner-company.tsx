import { useState } from 'react';
import { Card, Facts } from '../../components/card.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Form, FormButtons } from '../../components/form.tsx';
import {
  type Company,
  companyDraft,
  toCompany,
  withoutBlankContacts,
} from '../../components/partners/company-draft.ts';
import { ContactFields, LegalFields } from '../../components/partners/company-fields.tsx';
import type { Partner } from '../../components/partners/partners.tsx';
import { fieldError, isShownByFields } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { changedFields } from '../../lib/forms/changed-fields.ts';
import { useMay } from '../../lib/session-context.ts';
import { useCreateForm } from '../../lib/url-state.ts';
import '../../styles/company.css';

/** Who receives the statements of a partner. The partner's admins can change it as well. */
export function PartnerCompany({ partner }: { partner: Partner }) {
  // The billing page links here with `?create=company`.
  const [editing, setEditing] = useCreateForm('company');
  const mayEdit = useMay('partners:edit');
  const { legalName, address, taxNumber, billingEmail, contacts } = partner.company;
  const none = <span className="faint">Not set</span>;
  return (
    <Card
      folds
      title="Company details"
      hint="Printed on statements."
      summary={billingEmail === null ? 'No billing email' : (legalName ?? billingEmail)}
      actions={
        mayEdit && (
          <>
            <button type="button" className="small" onClick={() => setEditing(true)}>
              Edit<span className="edit-what"> company details</span>
            </button>
            {/* Not in the part that folds, because a link of the billing page opens it. */}
            {editing && <EditCompany partner={partner} onClose={() => setEditing(false)} />}
          </>
        )
      }
    >
      <Facts
        items={[
          ['Legal name', legalName ?? none],
          [
            'Address',
            address === null ? (
              none
            ) : (
              <span key="address" className="address">
                {address}
              </span>
            ),
          ],
          ['Tax number', taxNumber ?? none],
          ['Billing email', billingEmail === null ? none : <EmailLink key="email" email={billingEmail} />],
          ['Contacts', contacts.length === 0 ? none : <Contacts key="contacts" contacts={contacts} />],
        ]}
      />
    </Card>
  );
}

function EmailLink({ email }: { email: string }) {
  return <a href={`mailto:${email}`}>{email}</a>;
}

function Contacts({ contacts }: Pick<Company, 'contacts'>) {
  return (
    <ul className="contact-list">
      {contacts.map(({ name, role, email, phone }) => (
        <li key={`${name} ${email} ${phone}`}>
          <strong>{name}</strong>
          {role !== null && <span className="faint"> · {role}</span>}
          <br />
          {email !== null && <EmailLink email={email} />}
          {email !== null && phone !== null && ' · '}
          {phone !== null && <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>}
        </li>
      ))}
    </ul>
  );
}

function EditCompany({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const { partnerId } = partner;
  const [opened] = useState(() => companyDraft(partner.company));
  const [draft, setDraft] = useState(opened);
  const update = useAction('partners/update', { toast: 'Company saved.', done: onClose });
  const fields = {
    draft,
    problemOf: (path: string) => fieldError(update.failure, `company/${path}`),
    onChange: (changed: Partial<typeof draft>) => setDraft(before => ({ ...before, ...changed })),
  };
  const save = () => {
    setDraft(withoutBlankContacts);
    void update.run({ partnerId, company: changedFields(toCompany(draft), toCompany(opened)) });
  };
  return (
    <Dialog open title="Edit company details" onClose={onClose}>
      <Form onSubmit={save}>
        <LegalFields {...fields} />
        <h3>Contacts</h3>
        <ContactFields {...fields} />
        {update.failure && !isShownByFields(update.failure, ['company']) && (
          <Notice failure={update.failure} />
        )}
        <FormButtons disabled={update.busy} onCancel={onClose}>
          Save
        </FormButtons>
      </Form>
    </Dialog>
  );
}
