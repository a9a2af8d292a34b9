import { removesSecondFactor } from '@serai/contract/account/step-up.ts';
import { type FormEvent, useState } from 'react';
import { useConfirmedSave } from '../../components/dialogs/confirmed-save.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Optional, TextField } from '../../components/form.tsx';
import { useGo } from '../../components/link-to.tsx';
import { DefaultFields, RuleFields } from '../../components/partners/partner-setting-fields.tsx';
import { type Partner, useGroups } from '../../components/partners/partners.tsx';
import { useStepUp } from '../../components/people/step-up.tsx';
import { CURRENCY_OPTIONS } from '../../components/pickers/code-options.ts';
import { ComboboxField, isMatch } from '../../components/pickers/combobox.tsx';
import { ValuePicker } from '../../components/pickers/value-picker.tsx';
import { UnitField } from '../../components/unit-field.tsx';
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
  'paymentDays',
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
  const stepUp = useStepUp();
  const close = () => {
    update.clear();
    onClose();
  };
  const submit = (draft: PartnerDraft, opened: PartnerDraft) => {
    const changed = toUpdateInput(draft, opened);
    const effects = settingEffects(changed, toCreateInput(opened));
    confirm(effects, async () => {
      if (removesSecondFactor(changed) && !(await stepUp())) return;
      await update.run({ partnerId: partner.partnerId, ...changed });
    });
  };
  return (
    <>
      <Dialog open={open} title="Edit terms and limits" onClose={close}>
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
  const problemOf = (path: string) => fieldError(failure, path);
  return (
    <form onSubmit={submit}>
      <TextField
        label="Name"
        value={draft.name}
        problem={problemOf('name')}
        autoComplete="off"
        maxLength={100}
        required
        onChange={name => change({ name })}
      />
      <GroupsField
        chosen={draft.groups}
        problem={problemOf('groups')}
        onChange={groups => change({ groups })}
      />
      <BillingFields draft={draft} failure={failure} onChange={change} />
      <fieldset>
        <legend>Defaults</legend>
        <p className="hint">For requests that do not specify a value.</p>
        <DefaultFields draft={draft} problemOf={problemOf} onChange={change} />
      </fieldset>
      <fieldset>
        <legend>Rules</legend>
        <RuleFields draft={draft} problemOf={problemOf} onChange={change} />
      </fieldset>
      <CeilingFields draft={draft} failure={failure} onChange={change} />
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
  const { model, currency = draft.currency } = billingOf(draft);
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
        <ComboboxField
          label="Billing currency"
          value={currency}
          options={CURRENCY_OPTIONS}
          problem={fieldError(failure, 'billing/currency')}
          onChange={billingCurrency => onChange({ billingCurrency })}
        />
        {model === 'CREDIT' && (
          <UnitField
            label="Credit limit"
            unit={currency}
            placeholder="5000.00"
            required
            value={draft.limit}
            problem={fieldError(failure, 'billing/limit') ?? fieldError(failure, 'billing/limit/amount')}
            onChange={limit => onChange({ limit })}
          />
        )}
        {model !== 'PREPAID' && (
          <UnitField
            label={<Optional>Payment terms</Optional>}
            hint="Days after a statement is closed. Leave empty for no due date."
            unit="days"
            inputMode="numeric"
            maxLength={3}
            value={draft.paymentDays}
            problem={wholeNumberProblem(draft.paymentDays) ?? fieldError(failure, 'paymentDays')}
            onChange={paymentDays => onChange({ paymentDays })}
          />
        )}
      </div>
    </fieldset>
  );
}

interface GroupsFieldProps {
  chosen: readonly string[];
  problem: string | undefined;
  onChange: (groups: readonly string[]) => void;
}

/** Offers the groups of other partners. A new name creates a group. */
function GroupsField({ chosen, problem, onChange }: GroupsFieldProps) {
  const known = useGroups();
  return (
    <ValuePicker
      label="Groups"
      hint="Pricing rules can apply to a group. Press Enter to add a new one."
      placeholder="For example, gold"
      problem={problem}
      chosen={chosen}
      addWord="Create"
      nameOf={group => group}
      find={typed => known.filter(option => isMatch(option, typed))}
      onChange={groups => onChange(groups.flatMap(group => group.split(/\s+/)).filter(Boolean))}
    />
  );
}

const CEILINGS = [
  ['perMinute', 'Requests per minute', 'requests'],
  ['perHour', 'Requests per hour', 'requests'],
  ['perDay', 'Requests per day', 'requests'],
  ['keys', 'Number of keys', 'keys'],
] as const;

function CeilingFields({ draft, failure, onChange }: BillingFieldsProps) {
  return (
    <fieldset>
      <legend>Limits</legend>
      <p className="hint">The maximum for each key, and the maximum number of keys.</p>
      <div className="row two">
        {CEILINGS.map(([name, label, unit]) => (
          <UnitField
            key={name}
            label={label}
            unit={unit}
            inputMode="numeric"
            maxLength={10}
            value={draft[name]}
            problem={wholeNumberProblem(draft[name]) ?? fieldError(failure, `ceilings/${name}`)}
            onChange={value => onChange({ [name]: value })}
          />
        ))}
      </div>
    </fieldset>
  );
}
