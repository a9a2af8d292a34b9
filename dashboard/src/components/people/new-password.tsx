import { Check, Circle } from 'lucide-react';
import { type PasswordStrength, passwordRules, passwordStrength } from '../../lib/password-rules.ts';
import { Field } from '../field.tsx';
import { PasswordInput } from './password-input.tsx';

interface NewPasswordProps {
  label: string;
  value: string;
  onChange: (password: string) => void;
  /** What the password must not repeat. */
  email: string;
  problem?: string | undefined;
}

const WORDS: Record<PasswordStrength, string> = {
  weak: 'Easy to guess. Four or five unrelated words make a good password.',
  fair: 'Fair. One word more makes it strong.',
  strong: 'Strong.',
};

/** A password that is being chosen: each rule says while one types whether it is kept. */
export function NewPassword({ label, value, onChange, email, problem }: NewPasswordProps) {
  const strength = value === '' ? 'none' : passwordStrength(value);
  return (
    <div className="new-password">
      <Field label={label} problem={problem}>
        {control => <PasswordInput control={control} value={value} onChange={onChange} kind="new" />}
      </Field>
      <ul className="rules">
        {passwordRules(value, email).map(rule => (
          <li key={rule.label} data-kept={rule.kept}>
            {rule.kept ? <Check size={16} aria-hidden /> : <Circle size={16} aria-hidden />}
            {rule.label}
            <span className="unseen">{rule.kept ? ' (kept)' : ' (not yet)'}</span>
          </li>
        ))}
      </ul>
      <div className="strength" data-strength={strength}>
        <i aria-hidden="true" />
        <span aria-live="polite">{strength === 'none' ? 'Longer is stronger.' : WORDS[strength]}</span>
      </div>
    </div>
  );
}
