/** Settings of a partner that both staff and the partner's admins can change, and the facts that only staff set. */
import type { ReactNode } from 'react';
import { formatNumber, limitTexts } from '../../lib/format/format.ts';
import { wholeNumberProblem } from '../../lib/forms/whole-number.ts';
import { Optional } from '../form.tsx';
import { COUNTRY_OPTIONS, CURRENCY_OPTIONS, LANGUAGE_OPTIONS } from '../pickers/code-options.ts';
import { ComboboxField } from '../pickers/combobox.tsx';
import { UnitField } from '../unit-field.tsx';
import type { PartnerSettings } from './partner-settings.ts';
import type { Partner } from './partners.tsx';

interface SettingFieldsProps {
  draft: PartnerSettings;
  problemOf: (path: string) => string | undefined;
  disabled?: boolean;
  onChange: (changed: Partial<PartnerSettings>) => void;
}

export function DefaultFields({ draft, problemOf, disabled = false, onChange }: SettingFieldsProps) {
  return (
    <div className="row three">
      <ComboboxField
        disabled={disabled}
        label="Currency"
        value={draft.currency}
        options={CURRENCY_OPTIONS}
        problem={problemOf('currency')}
        onChange={currency => onChange({ currency })}
      />
      <ComboboxField
        disabled={disabled}
        label="Language"
        value={draft.language}
        options={LANGUAGE_OPTIONS}
        problem={problemOf('language')}
        onChange={language => onChange({ language })}
      />
      <ComboboxField
        disabled={disabled}
        label="Nationality"
        value={draft.nationality}
        options={COUNTRY_OPTIONS}
        problem={problemOf('nationality')}
        onChange={nationality => onChange({ nationality })}
      />
    </div>
  );
}

export function RuleFields({ draft, problemOf, disabled = false, onChange }: SettingFieldsProps) {
  const days = (name: 'maxKeyLifetimeDays' | 'guestDays', texts: { label: string; hint: string }) => (
    <UnitField
      label={<Optional>{texts.label}</Optional>}
      hint={texts.hint}
      unit="days"
      inputMode="numeric"
      maxLength={10}
      disabled={disabled}
      value={draft[name]}
      problem={wholeNumberProblem(draft[name]) ?? problemOf(name)}
      onChange={value => onChange({ [name]: value })}
    />
  );
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={draft.requireSecondFactor}
          disabled={disabled}
          onChange={event => onChange({ requireSecondFactor: event.target.checked })}
        />
        <span className="lines">
          <strong>Require two-factor sign-in</strong>
          <small className="faint">
            Users of this partner must set it up before they can continue. Making it optional requires your
            password.
          </small>
        </span>
      </label>
      <div className="row two">
        {days('maxKeyLifetimeDays', { label: 'Maximum key lifetime', hint: 'Leave empty for no limit.' })}
        {days('guestDays', {
          label: 'Erase guest data after',
          hint: 'Counted from check-out. Leave empty to use the installation default.',
        })}
      </div>
    </>
  );
}

/** The most that keys of the partner may have. Only staff can change these maximums. */
export function ceilingFacts({ ceilings }: Partner): (readonly [string, ReactNode])[] {
  return [
    [
      'Maximum for each key',
      <span key="limits" className="lines">
        {limitTexts(ceilings).map(text => (
          <span key={text}>{text}</span>
        ))}
      </span>,
    ],
    ['Maximum number of keys', formatNumber(ceilings.keys)],
  ];
}
