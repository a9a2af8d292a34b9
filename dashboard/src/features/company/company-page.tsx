import type { BillingSchedule } from '@serai/contract/account/billing-schedule.ts';
import { operatorNeedsStepUp } from '@serai/contract/account/step-up.ts';
import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Optional, TextField } from '../../components/form.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { type LegalDraft, legalDraft, toLegal } from '../../components/partners/company-draft.ts';
import { LegalFields } from '../../components/partners/company-fields.tsx';
import { useStepUp } from '../../components/people/step-up.tsx';
import { TIME_ZONE_OPTIONS } from '../../components/pickers/code-options.ts';
import { ComboboxField } from '../../components/pickers/combobox.tsx';
import { UnitField } from '../../components/unit-field.tsx';
import { fieldError, type Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { dateIn } from '../../lib/format/zoned-day.ts';
import { useMay, useSession } from '../../lib/session-context.ts';
import { PartnerSettingsForm } from './partner-settings-form.tsx';
import { type PaymentDraft, PaymentFields, paymentDraft, toPaymentDetails } from './payment-fields.tsx';
import { scheduleEffects } from './schedule-effects.ts';
import { type ScheduleDraft, ScheduleFields, scheduleDraft, toSchedule } from './schedule-fields.tsx';
import { SettingsForm } from './settings-form.tsx';

type Operator = Output<'operator/show'>['operator'];

const FIELDS = ['name', 'company', 'timeZone', 'fxMarginPercent', 'emergencyContact', 'paymentDetails'];

export function CompanyPage() {
  const { partner } = useSession().session;
  if (partner === null) return <OperatorSettings />;
  return (
    <>
      <PageHead title="Company" lead="Your company’s settings in this installation." />
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
  requireSecondFactor: boolean;
  legal: LegalDraft;
  pay: PaymentDraft;
  schedule: ScheduleDraft;
}

function draftOf({ emergencyContact: contact, ...operator }: Operator): Draft {
  return {
    name: operator.name,
    timeZone: operator.timeZone,
    fxMarginPercent: operator.fxMarginPercent,
    contactName: contact.name ?? '',
    phone: contact.phone ?? '',
    email: contact.email ?? '',
    requireSecondFactor: operator.requireSecondFactor,
    legal: legalDraft(operator.company),
    pay: paymentDraft(operator.paymentDetails),
    schedule: scheduleDraft(operator.billingSchedule),
  };
}

function valuesOf({ contactName, phone, email, legal, pay, schedule, ...fields }: Draft) {
  const emergencyContact = { name: contactName || null, phone: phone || null, email: email || null };
  return {
    ...fields,
    emergencyContact,
    company: toLegal(legal),
    paymentDetails: toPaymentDetails(pay),
    billingSchedule: toSchedule(schedule),
  };
}

/** Asks the server when statements would be sent, because it depends on the runs that were made. */
function useScheduleEffects(now: BillingSchedule, stored: BillingSchedule): string[] {
  const { statementsDay: day } = now;
  const mayAsk = useMay('billing:edit');
  const isChanged = day !== null && day !== stored.statementsDay;
  const shown = useCall(
    'billing/schedule/show',
    { ...(day !== null && { statementsDay: day }) },
    { when: mayAsk && isChanged },
  );
  const today = dateIn(useSession().session.timeZone, Date.now());
  const next = shown.state === 'ready' && !shown.isPrevious ? shown.data.next : undefined;
  return scheduleEffects({ now, stored, next, today });
}

function CompanyForm({ operator }: { operator: Operator }) {
  const mayEdit = useMay('operator:edit');
  const [draft, setDraft] = useState(() => draftOf(operator));
  const change = (changed: Partial<Draft>) => setDraft(before => ({ ...before, ...changed }));
  const save = useAction('operator/update', {
    changes: ['operator', 'session', 'billing'],
    toast: 'Company saved.',
  });
  const confirm = useStepUp();
  const effects = useScheduleEffects(toSchedule(draft.schedule), operator.billingSchedule);
  const text = (name: 'name' | 'contactName' | 'phone' | 'email', label: string, path: string) => (
    <TextField
      label={label}
      hint={name === 'name' && 'Printed on statements.'}
      problem={fieldError(save.failure, path)}
      value={draft[name]}
      disabled={!mayEdit}
      autoComplete="off"
      maxLength={254}
      onChange={value => change({ [name]: value })}
    />
  );
  return (
    <SettingsForm
      values={valuesOf(draft)}
      stored={valuesOf(draftOf(operator))}
      fields={FIELDS}
      mayEdit={mayEdit}
      onDiscard={() => {
        setDraft(draftOf(operator));
        save.clear();
      }}
      onSave={async changed => (!operatorNeedsStepUp(changed) || (await confirm())) && save.run(changed)}
      effects={effects}
      busy={save.busy}
      failure={save.failure}
    >
      <Card title="Company" hint={mayEdit && 'Most changes on this page require your password.'}>
        {text('name', 'Name', 'name')}
        <ComboboxField
          label="Time zone"
          hint="Statements cover calendar months in this time zone."
          value={draft.timeZone}
          options={TIME_ZONE_OPTIONS}
          disabled={!mayEdit}
          problem={fieldError(save.failure, 'timeZone')}
          onChange={timeZone => change({ timeZone })}
        />
        <UnitField
          isShort
          label="Exchange margin"
          unit="%"
          hint="Added to exchange rates when cost is converted to another currency."
          value={draft.fxMarginPercent}
          disabled={!mayEdit}
          problem={fieldError(save.failure, 'fxMarginPercent')}
          onChange={fxMarginPercent => change({ fxMarginPercent })}
        />
      </Card>
      <Card title="Legal details" hint="Printed on your partners’ statements.">
        <LegalFields
          draft={draft.legal}
          disabled={!mayEdit}
          problemOf={path => fieldError(save.failure, `company/${path}`)}
          onChange={changed => change({ legal: { ...draft.legal, ...changed } })}
        />
      </Card>
      <Card
        title={<Optional>Payment details</Optional>}
        hint="The account that partners pay into. Shown on production statements and in the emails that send them."
      >
        <PaymentFields
          draft={draft.pay}
          disabled={!mayEdit}
          problemOf={name => fieldError(save.failure, `paymentDetails/${name}`)}
          onChange={changed => change({ pay: { ...draft.pay, ...changed } })}
        />
      </Card>
      <Card title="Automatic emails" hint="In production, sent to each partner’s billing email.">
        <ScheduleFields
          draft={draft.schedule}
          disabled={!mayEdit}
          onChange={changed => change({ schedule: { ...draft.schedule, ...changed } })}
        />
      </Card>
      <Card title={<Optional>Emergency contact</Optional>} hint="Printed on vouchers for guests.">
        {text('contactName', 'Name', 'emergencyContact/name')}
        {text('phone', 'Phone', 'emergencyContact/phone')}
        {text('email', 'Email', 'emergencyContact/email')}
      </Card>
      <Card title="Sign-in" hint="Making two-factor sign-in optional requires your password.">
        <label className="check">
          <input
            type="checkbox"
            checked={draft.requireSecondFactor}
            disabled={!mayEdit}
            onChange={event => change({ requireSecondFactor: event.target.checked })}
          />
          <span>Require two-factor sign-in for all staff</span>
        </label>
      </Card>
    </SettingsForm>
  );
}
