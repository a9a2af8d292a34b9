import { type FormEvent, useState } from 'react';
import { useConfirmedSave } from '../../components/dialogs/confirmed-save.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Field } from '../../components/form.tsx';
import { useGo } from '../../components/link-to.tsx';
import type { Partner } from '../../components/partners/partners.tsx';
import { type CallFailure, fieldError, isShownByFields } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { settingEffects } from '../../lib/forms/setting-effects.ts';
import { wholeNumberProblem } from '../../lib/forms/whole-number.ts';
import {
  BILLING_CHOICES,
  billingOf,
  draftOf,
  EMPTY_DRAFT,
  hasProblems,
  type PartnerDraft,
  toCreateInput,
  toUpdateInput,
} from './partner-draft.ts';

const FIELDS = [
  'name',
  'groups',
  'currency',
  'language',
  'nationality',
  'billing',
  'maxKeyLifetimeDays',
  'guestDays',
  'ceilings',
];

export function CreatePartner({ open, onClose }: { open: boolean; onClose: () => void }) {
  const go = useGo();
  const create = useAction('partners/create', {
    toast: 'Partner created.',
    done: ({ partner: { partnerId } }) => void go({ to: '/partners/$partnerId', params: { partnerId } }),
  });
  const close = () => {
    create.clear();
    onClose();
  };
  return (
    <Dialog open={open} title="Create partner" onClose={close}>
      <PartnerForm
        start={EMPTY_DRAFT}
        submitLabel="Create partner"
        busy={create.busy}
        failure={create.failure}
        onSubmit={draft => void create.run(toCreateInput(draft))}
        onCancel={close}
      />
    </Dialog>
  );
}

interface EditPartnerProps {
  partner: Partner;
  open: boolean;
  onClose: () => void;
}

export function EditPartner({ partner, open, onClose }: EditPartnerProps) {
  const update = useAction('partners/update', { toast: 'Partner saved.', done: onClose });
  const { confirm, dialog } = useConfirmedSave();
  const close = () => {
    update.clear();
    onClose();
  };
  const submit = (draft: PartnerDraft, opened: PartnerDraft) => {
    const changed = toUpdateInput(draft, opened);
    const effects = settingEffects(changed, toCreateInput(opened));
    confirm(effects, () => void update.run({ partnerId: partner.partnerId, ...changed }));
  };
  return (
    <>
      <Dialog open={open} title={`Edit ${partner.name}`} onClose={close}>
        <PartnerForm
          start={draftOf(partner)}
          submitLabel="Save"
          busy={update.busy}
          failure={update.failure}
          onSubmit={submit}
          onCancel={close}
        />
      </Dialog>
      {dialog}
    </>
  );
}

interface PartnerFormProps {
  start: PartnerDraft;
  submitLabel: string;
  busy: boolean;
  failure: CallFailure | undefined;
  /** `opened` is the draft with which the form was opened. */
  onSubmit: (draft: PartnerDraft, opened: PartnerDraft) => void;
  onCancel: () => void;
}

function PartnerForm({ start, submitLabel, busy, failure, onSubmit, onCancel }: PartnerFormProps) {
  const [opened] = useState(start);
  const [draft, setDraft] = useState(opened);
  const change = (changed: Partial<PartnerDraft>) => setDraft(before => ({ ...before, ...changed }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!hasProblems(draft)) onSubmit(draft, opened);
  };
  const text = (
    name: 'name' | 'groups' | 'currency' | 'language' | 'nationality',
    label: string,
    hint?: string,
  ) => (
    <Field label={label} hint={hint} problem={fieldError(failure, name)}>
      {control => (
        <input
          {...control}
          value={draft[name]}
          onChange={event => change({ [name]: event.target.value })}
          autoComplete="off"
          maxLength={name === 'name' ? 100 : 200}
          required={name !== 'groups'}
        />
      )}
    </Field>
  );
  return (
    <form onSubmit={submit}>
      {text('name', 'Name')}
      {text(
        'groups',
        'Groups',
        'Separated by commas, for example gold, online. Pricing rules refer to groups.',
      )}
      <div className="row three">
        {text('currency', 'Currency', 'For requests that do not specify one.')}
        {text('language', 'Language', 'For requests that do not specify one.')}
        {text('nationality', 'Nationality', 'For requests that do not specify one.')}
      </div>
      <BillingFields draft={draft} failure={failure} onChange={change} />
      <RuleFields draft={draft} failure={failure} onChange={change} />
      {failure && !isShownByFields(failure, FIELDS) && <Notice failure={failure} />}
      <div className="row end">
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className="main" disabled={busy || draft.name.trim() === ''}>
          {submitLabel}
        </button>
      </div>
    </form>
  );
}

interface BillingFieldsProps {
  draft: PartnerDraft;
  failure: CallFailure | undefined;
  onChange: (changed: Partial<PartnerDraft>) => void;
}

function BillingFields({ draft, failure, onChange }: BillingFieldsProps) {
  const billing = billingOf(draft);
  return (
    <fieldset>
      <legend>Billing</legend>
      {BILLING_CHOICES.map(([model, label, hint]) => (
        <label key={model} className="check">
          <input
            type="radio"
            name="billing"
            checked={draft.billing === model}
            onChange={() => onChange({ billing: model })}
          />
          <span className="lines">
            <strong>{label}</strong>
            <small className="faint">{hint}</small>
          </span>
        </label>
      ))}
      <div className="row two">
        <Field label="Billing currency" problem={fieldError(failure, 'billing/currency')}>
          {control => (
            <input
              {...control}
              value={draft.billingCurrency}
              placeholder={draft.currency}
              onChange={event => onChange({ billingCurrency: event.target.value.toUpperCase() })}
              maxLength={3}
            />
          )}
        </Field>
        {billing.model === 'CREDIT' && (
          <Field
            label="Credit limit"
            problem={fieldError(failure, 'billing/limit') ?? fieldError(failure, 'billing/limit/amount')}
          >
            {control => (
              <input
                {...control}
                inputMode="decimal"
                value={draft.limit}
                onChange={event => onChange({ limit: event.target.value })}
                placeholder="5000.00"
                required
              />
            )}
          </Field>
        )}
      </div>
    </fieldset>
  );
}

const NUMBERS = [
  ['perMinute', 'ceilings/perMinute', 'Requests per minute'],
  ['perHour', 'ceilings/perHour', 'Requests per hour'],
  ['perDay', 'ceilings/perDay', 'Requests per day'],
  ['keys', 'ceilings/keys', 'Number of keys'],
] as const;

/** Rules for the partner's people and data, and the highest limits that it may give its keys. */
function RuleFields({ draft, failure, onChange }: BillingFieldsProps) {
  const number = (
    name: (typeof NUMBERS)[number][0] | 'maxKeyLifetimeDays' | 'guestDays',
    path: string,
    label: string,
    hint?: string,
  ) => (
    <Field
      key={name}
      label={label}
      hint={hint}
      problem={wholeNumberProblem(draft[name]) ?? fieldError(failure, path)}
    >
      {control => (
        <input
          {...control}
          inputMode="numeric"
          value={draft[name]}
          onChange={event => onChange({ [name]: event.target.value })}
          autoComplete="off"
          maxLength={10}
        />
      )}
    </Field>
  );
  return (
    <>
      <fieldset>
        <legend>Rules</legend>
        <label className="check">
          <input
            type="checkbox"
            checked={draft.requireSecondFactor}
            onChange={event => onChange({ requireSecondFactor: event.target.checked })}
          />
          <span className="lines">
            <strong>Require a second factor</strong>
            <small className="faint">Users of this partner must set one up before they can continue.</small>
          </span>
        </label>
        <div className="row two">
          {number(
            'maxKeyLifetimeDays',
            'maxKeyLifetimeDays',
            'Maximum key lifetime (days)',
            'Empty for no limit.',
          )}
          {number(
            'guestDays',
            'guestDays',
            'Erase guest data after (days)',
            'Counted from check-out. Empty for the default.',
          )}
        </div>
      </fieldset>
      <fieldset>
        <legend>Ceilings</legend>
        <p className="hint">The highest limits that the partner may give its keys.</p>
        <div className="row two">{NUMBERS.map(([name, path, label]) => number(name, path, label))}</div>
      </fieldset>
    </>
  );
}
