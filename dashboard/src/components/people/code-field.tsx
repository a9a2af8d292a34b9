import { useEffect, useRef, useState } from 'react';
import { Field } from '../form.tsx';

interface CodeFieldProps {
  value: string;
  onChange: (code: string) => void;
  problem?: string | undefined;
  /** Hides the option to use a backup code, because none exist during setup. */
  appOnly?: boolean;
  autoFocus?: boolean;
}

/** A six-digit code from an authenticator app, or a backup code. */
export function CodeField({ value, onChange, problem, appOnly = false, autoFocus = false }: CodeFieldProps) {
  const [backup, setBackup] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);
  const swap = () => {
    onChange('');
    setBackup(!backup);
    input.current?.focus();
  };
  return (
    <div className="code-field">
      <Field
        label={backup ? 'Backup code' : 'Code from your authenticator app'}
        hint={
          backup ? 'Each backup code works once.' : 'Six digits. The app shows a new code every 30 seconds.'
        }
        problem={problem}
      >
        {control => (
          <input
            {...control}
            ref={input}
            className="code-input"
            value={value}
            onChange={event => onChange(event.target.value)}
            inputMode={backup ? 'text' : 'numeric'}
            autoComplete={backup ? 'off' : 'one-time-code'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={32}
            required
          />
        )}
      </Field>
      {!appOnly && (
        <button type="button" className="link" onClick={swap}>
          {backup ? 'Use your authenticator app' : 'Use a backup code'}
        </button>
      )}
    </div>
  );
}

/** Removes the spaces that users type or paste between digits. */
export function typedCode(text: string): string {
  return text.replaceAll(/\s/g, '');
}
