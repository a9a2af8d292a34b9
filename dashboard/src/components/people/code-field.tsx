import { useEffect, useRef, useState } from 'react';
import { Field } from '../field.tsx';

interface CodeFieldProps {
  value: string;
  onChange: (code: string) => void;
  problem?: string | undefined;
  /** While the app is being set up there are no backup codes yet. */
  appOnly?: boolean;
  /** It takes the place of a field that the person was just in. */
  autoFocus?: boolean;
}

/** Six digits of an authenticator app, or a backup code in its place. */
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
        label={backup ? 'Backup code' : 'Code of your authenticator app'}
        hint={backup ? 'Each backup code works once.' : 'Six digits, a new one every 30 seconds.'}
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
          {backup ? 'Use the authenticator app' : 'Use a backup code'}
        </button>
      )}
    </div>
  );
}

/** People write codes with gaps. */
export function typedCode(text: string): string {
  return text.replaceAll(/\s/g, '');
}
