import { MAX_PASSWORD_LENGTH } from '@serai/contract/account/account-limits.ts';
import { Check, Circle } from 'lucide-react';
import { useState } from 'react';
import { type PasswordStrength, passwordRules, passwordStrength } from '../../lib/password-rules.ts';
import { Field } from '../form.tsx';

interface PasswordFieldProps {
  label: string;
  problem?: string | undefined;
  value: string;
  onChange: (password: string) => void;
  /** Determines whether password managers fill in or suggest a password. */
  kind: 'current' | 'new';
}

export function PasswordField({ label, problem, value, onChange, kind }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} problem={problem}>
      {control => (
        <div className="with-button">
          <input
            {...control}
            type={shown ? 'text' : 'password'}
            value={value}
            onChange={event => onChange(event.target.value)}
            autoComplete={`${kind}-password`}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={MAX_PASSWORD_LENGTH}
            required
          />
          <button
            type="button"
            className="quiet"
            aria-label={shown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </Field>
  );
}

interface NewPasswordProps {
  label: string;
  value: string;
  onChange: (password: string) => void;
  /** The password must not repeat this address. */
  email: string;
  problem?: string | undefined;
}

const STRENGTH_HINTS: Record<PasswordStrength, string> = {
  weak: 'Easy to guess. Four or five unrelated words make a good password.',
  fair: 'Fair. Add another word to make it strong.',
  strong: 'Strong.',
};

/** A field for a new password that shows, while the user types, which rules are met. */
export function NewPassword({ label, value, onChange, email, problem }: NewPasswordProps) {
  const strength = value === '' ? 'none' : passwordStrength(value);
  return (
    <div className="new-password">
      <PasswordField label={label} problem={problem} value={value} onChange={onChange} kind="new" />
      <ul className="rules">
        {passwordRules(value, email).map(rule => (
          <li key={rule.label} data-met={rule.met}>
            {rule.met ? <Check size={16} aria-hidden /> : <Circle size={16} aria-hidden />}
            {rule.label}
            <span className="unseen">{rule.met ? ' (met)' : ' (not met yet)'}</span>
          </li>
        ))}
      </ul>
      <div className="strength" data-strength={strength}>
        <i aria-hidden="true" />
        <span aria-live="polite">
          {strength === 'none' ? 'Longer is stronger.' : STRENGTH_HINTS[strength]}
        </span>
      </div>
    </div>
  );
}
