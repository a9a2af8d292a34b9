import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { useConfirmedSave } from '../../components/dialogs/confirmed-save.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Field, Form } from '../../components/form.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { fieldError, isShownByFields, type Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { changedFields } from '../../lib/forms/changed-fields.ts';
import { settingEffects } from '../../lib/forms/setting-effects.ts';
import { useMay, useSession } from '../../lib/session-context.ts';
import { PartnerSettingsForm } from './partner-settings-form.tsx';

type Operator = Output<'operator/show'>['operator'];

const FIELDS = ['name', 'timeZone', 'fxMarginPercent', 'emergencyContact'];

export function CompanyPage() {
  const { partner } = useSession().session;
  if (partner === null) return <OperatorSettings />;
  return (
    <>
      <PageHead title="Company" lead="The settings of your company in this installation." />
      <PartnerSettingsForm partner={partner} />
    </>
  );
}

function OperatorSettings() {
  const shown = useCall('operator/show', {});
  return (
    <>
      <PageHead
        title="Company"
        lead="The company that runs this installation, as partners and guests see it."
      />
      <Loaded from={shown}>{({ operator }) => <CompanyForm operator={operator} />}</Loaded>
    </>
  );
}

interface Draft {
  name: string;
  timeZone: string;
  fxMarginPercent: string;
  contactName: string;
  phone: string;
  email: string;
}

function CompanyForm({ operator }: { operator: Operator }) {
  const mayEdit = useMay('operator:edit');
  const { emergencyContact: contact } = operator;
  const [draft, setDraft] = useState<Draft>({
    name: operator.name,
    timeZone: operator.timeZone,
    fxMarginPercent: operator.fxMarginPercent,
    contactName: contact.name ?? '',
    phone: contact.phone ?? '',
    email: contact.email ?? '',
  });
  const [secondFactor, setSecondFactor] = useState(operator.requireSecondFactor);
  const save = useAction('operator/update', { changes: ['operator', 'session'], toast: 'Company saved.' });
  const { confirm, dialog } = useConfirmedSave();
  const values = () => {
    const { contactName, phone, email, ...fields } = draft;
    const emergencyContact = { name: contactName || null, phone: phone || null, email: email || null };
    return { ...fields, emergencyContact, requireSecondFactor: secondFactor };
  };
  const [opened, setOpened] = useState(values);
  const submit = () => {
    const changed = changedFields(values(), opened);
    confirm(settingEffects(changed, opened), async () => {
      if (await save.run(changed)) setOpened(before => ({ ...before, ...changed }));
    });
  };
  const text = (name: keyof Draft, label: string, path: string, hint?: string) => (
    <Field label={label} hint={hint} problem={fieldError(save.failure, path)}>
      {control => (
        <input
          {...control}
          value={draft[name]}
          disabled={!mayEdit}
          onChange={event => setDraft(before => ({ ...before, [name]: event.target.value }))}
          autoComplete="off"
          maxLength={254}
        />
      )}
    </Field>
  );
  return (
    <>
      <Form className="stack narrow" onSubmit={submit}>
        <Card title="Company">
          {text('name', 'Name', 'name')}
          {text(
            'timeZone',
            'Time zone',
            'timeZone',
            'For example, Europe/Madrid. Statements cover calendar months in this time zone.',
          )}
          {text(
            'fxMarginPercent',
            'Exchange margin (%)',
            'fxMarginPercent',
            'Added to exchange rates when cost is converted to another currency.',
          )}
        </Card>
        <Card title="Emergency contact" hint="Printed on vouchers for guests.">
          {text('contactName', 'Name', 'emergencyContact/name')}
          {text('phone', 'Phone', 'emergencyContact/phone')}
          {text('email', 'Email', 'emergencyContact/email')}
        </Card>
        <Card title="Sign-in">
          <label className="check">
            <input
              type="checkbox"
              checked={secondFactor}
              disabled={!mayEdit}
              onChange={event => setSecondFactor(event.target.checked)}
            />
            <span>Require a second factor from all staff</span>
          </label>
        </Card>
        {save.failure && !isShownByFields(save.failure, FIELDS) && <Notice failure={save.failure} />}
        {mayEdit && (
          <div className="row">
            <button type="submit" className="main" disabled={save.busy}>
              {save.busy ? 'Saving…' : 'Save'}
            </button>
          </div>
        )}
      </Form>
      {dialog}
    </>
  );
}
