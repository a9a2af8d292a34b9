import { CURRENCY_OPTIONS } from '../../components/pickers/code-options.ts';
import { ComboboxField } from '../../components/pickers/combobox.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { UnitField } from '../../components/unit-field.tsx';
import { type CallFailure, fieldError } from '../../lib/calls/operator-client.ts';
import type { ActionType, RuleDraft } from './rule-draft.ts';

interface ActionFieldsProps {
  draft: RuleDraft;
  failure: CallFailure | undefined;
  onChange: (changed: Partial<RuleDraft>) => void;
}

const TYPES: readonly (readonly [ActionType, string])[] = [
  ['MARKUP', 'Markup: set net from cost'],
  ['COMMISSION', 'Commission: the partner earns a share of the selling price'],
  ['RETAIL', 'Retail: set the selling price from net'],
  ['ROUND', 'Rounding: round net or the selling price'],
  ['HIDE', 'Do not sell: hide the offer'],
];

export function ActionFields({ draft, failure, onChange }: ActionFieldsProps) {
  return (
    <fieldset>
      <legend>Action</legend>
      <SelectField
        label="What the rule does"
        value={draft.type}
        options={TYPES}
        onChange={type => onChange({ type: type as ActionType })}
      />
      {draft.type === 'MARKUP' && <MarkupFields draft={draft} failure={failure} onChange={onChange} />}
      {draft.type === 'COMMISSION' && (
        <div className="row pair">
          <Percent
            label="Selling price above cost"
            unit="% of cost"
            name="sellingPercent"
            {...{ draft, failure, onChange }}
          />
          <Percent
            label="Commission"
            unit="% of selling price"
            name="percent"
            {...{ draft, failure, onChange }}
          />
        </div>
      )}
      {draft.type === 'RETAIL' && (
        <Percent
          label="Selling price above net"
          unit="% of net"
          name="percent"
          {...{ draft, failure, onChange }}
        />
      )}
      {draft.type === 'ROUND' && <RoundFields draft={draft} failure={failure} onChange={onChange} />}
      {(draft.type === 'MARKUP' || draft.type === 'COMMISSION') && (
        <label className="check">
          <input
            type="checkbox"
            checked={draft.allowLoss}
            onChange={event => onChange({ allowLoss: event.target.checked })}
          />
          <span className="lines">
            <strong>Allow net below cost</strong>
            <small className="faint">You could lose money on each booking.</small>
          </span>
        </label>
      )}
    </fieldset>
  );
}

interface PercentProps extends ActionFieldsProps {
  label: string;
  unit: string;
  name: 'percent' | 'sellingPercent';
}

function Percent({ label, unit, name, draft, failure, onChange }: PercentProps) {
  return (
    <UnitField
      label={label}
      unit={unit}
      placeholder="8"
      value={draft[name]}
      problem={fieldError(failure, `action/${name}`)}
      onChange={value => onChange({ [name]: value })}
    />
  );
}

function MarkupFields({ draft, failure, onChange }: ActionFieldsProps) {
  const money = (name: 'amount' | 'minimum' | 'maximum', label: string) => (
    <UnitField
      label={label}
      unit={draft.currency}
      placeholder="None"
      value={draft[name]}
      problem={fieldError(failure, `action/${name}PerRoomNight`)}
      onChange={value => onChange({ [name]: value })}
    />
  );
  return (
    <>
      <div className="row pair">
        <Percent label="Markup" unit="% of cost" name="percent" {...{ draft, failure, onChange }} />
        <ComboboxField
          label="Currency"
          value={draft.currency}
          options={CURRENCY_OPTIONS}
          onChange={currency => onChange({ currency })}
        />
      </div>
      <div className="rule-amounts">
        <div>
          {money('amount', 'Fixed amount')}
          {money('minimum', 'Minimum')}
          {money('maximum', 'Maximum')}
        </div>
        <p className="hint">Optional amounts, each per room and night.</p>
      </div>
    </>
  );
}

function RoundFields({ draft, failure, onChange }: ActionFieldsProps) {
  return (
    <div className="row three">
      <SelectField
        label="Price"
        value={draft.target}
        options={[
          ['NET', 'Net'],
          ['SELLING', 'Selling price'],
        ]}
        problem={fieldError(failure, 'action/target')}
        onChange={target => onChange({ target: target as RuleDraft['target'] })}
      />
      <SelectField
        label="Direction"
        value={draft.mode}
        options={[
          ['NEAREST', 'Nearest'],
          ['UP', 'Up'],
        ]}
        problem={fieldError(failure, 'action/mode')}
        onChange={mode => onChange({ mode: mode as RuleDraft['mode'] })}
      />
      <SelectField
        label="Multiple of"
        value={draft.to}
        options={(['0.05', '0.50', '1', '5'] as const).map(unit => [unit, unit] as const)}
        problem={fieldError(failure, 'action/to')}
        onChange={to => onChange({ to: to as RuleDraft['to'] })}
      />
    </div>
  );
}
