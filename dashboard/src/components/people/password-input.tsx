import { MAX_PASSWORD_LENGTH } from '@serai/contract/account/fields.ts';
import { useState } from 'react';
import type { ControlProps } from '../field.tsx';

interface PasswordInputProps {
  control: ControlProps;
  value: string;
  onChange: (password: string) => void;
  /** Tells password managers whether to fill in or to propose. */
  kind: 'current' | 'new';
}

export function PasswordInput({ control, value, onChange, kind }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
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
        aria-label={shown ? 'Hide the password' : 'Show the password'}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'}
      </button>
    </div>
  );
}
