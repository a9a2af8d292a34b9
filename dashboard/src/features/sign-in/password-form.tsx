import { type FormEvent, useState } from 'react';
import { Notice } from '../../components/feedback.tsx';
import { Field } from '../../components/field.tsx';
import { CodeField, typedCode } from '../../components/people/code-field.tsx';
import { PasswordInput } from '../../components/people/password-fields.tsx';
import { useAction } from '../../lib/calls/use-action.ts';

interface PasswordFormProps {
  /** An invitation that is accepted by signing in. */
  invited?: { token: string; email: string };
  onSignedIn: () => void;
}

/** Email and password, and then the second factor of who has one. */
export function PasswordForm({ invited, onSignedIn }: PasswordFormProps) {
  const [email, setEmail] = useState(invited?.email ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  const signIn = useAction('session/sign-in', {
    done: ({ secondFactorNeeded }) => (secondFactorNeeded ? setCode('') : onSignedIn()),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void signIn.run({
      ...(invited && { token: invited.token }),
      email: email.trim(),
      password,
      ...(code !== undefined && { code: typedCode(code) }),
    });
  };
  const startAgain = () => {
    setCode(undefined);
    setPassword('');
    signIn.clear();
  };

  return (
    <form className="form" onSubmit={submit}>
      {code === undefined ? (
        <>
          <Field label="Email">
            {control => (
              <input
                {...control}
                type="email"
                value={email}
                onChange={event => setEmail(event.target.value)}
                readOnly={invited !== undefined}
                autoComplete="username"
                maxLength={254}
                required
              />
            )}
          </Field>
          <Field label="Password">
            {control => (
              <PasswordInput control={control} value={password} onChange={setPassword} kind="current" />
            )}
          </Field>
        </>
      ) : (
        <CodeField value={code} onChange={setCode} autoFocus />
      )}
      {signIn.failure && <Notice failure={signIn.failure} />}
      <button type="submit" className="main" disabled={signIn.busy}>
        {signIn.busy ? 'Signing in …' : code === undefined ? 'Sign in' : 'Confirm and sign in'}
      </button>
      {code !== undefined && (
        <button type="button" className="quiet" onClick={startAgain}>
          Sign in as somebody else
        </button>
      )}
    </form>
  );
}
