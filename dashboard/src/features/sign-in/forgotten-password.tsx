/**
 * Resets a forgotten password: requests an email with a link, and asks for the new password when the link is opened.
 */
import { type FormEvent, useState } from 'react';
import { Notice } from '../../components/feedback.tsx';
import { Field } from '../../components/form.tsx';
import { NewPassword } from '../../components/people/password-fields.tsx';
import { fieldError } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';

/** Shown only if the installation sends email. */
export function ForgottenLink({ onOpen }: { onOpen: () => void }) {
  const options = useCall('session/options', {});
  if (options.state !== 'ready' || !options.data.passwordReset) return null;
  return (
    <button type="button" className="link" onClick={onOpen}>
      Forgot password?
    </button>
  );
}

export function ForgottenPassword({ onBack }: { onBack: () => void }) {
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const ask = useAction('session/forgot-password', { done: () => setSent(true) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void ask.run({ email: email.trim() });
  };
  return (
    <>
      <h1>Forgot password?</h1>
      <section className="panel">
        {isSent ? (
          <p role="status">
            If this address has an account, an email with a link is on its way. You can use the link once. It
            expires after an hour.
          </p>
        ) : (
          <form className="form" onSubmit={submit}>
            <Field label="Email">
              {control => (
                <input
                  {...control}
                  type="email"
                  value={email}
                  onChange={event => setEmail(event.target.value)}
                  autoComplete="username"
                  maxLength={254}
                  required
                />
              )}
            </Field>
            {ask.failure && <Notice failure={ask.failure} />}
            <button type="submit" className="main" disabled={ask.busy}>
              {ask.busy ? 'Sending…' : 'Send me a link'}
            </button>
          </form>
        )}
      </section>
      <button type="button" className="link" onClick={onBack}>
        Back to sign-in
      </button>
    </>
  );
}

interface ResetPasswordProps {
  token: string;
  onBack: () => void;
}

export function ResetPassword({ token, onBack }: ResetPasswordProps) {
  const [password, setPassword] = useState('');
  const [email, setEmail] = useState<string>();
  const reset = useAction('session/reset-password', { done: answer => setEmail(answer.email) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void reset.run({ token, password });
  };
  const problem = fieldError(reset.failure, 'password');
  return (
    <>
      <h1>{email === undefined ? 'Choose a new password' : 'Password changed'}</h1>
      <section className="panel">
        {email === undefined ? (
          <form className="form" onSubmit={submit}>
            <NewPassword
              label="New password"
              value={password}
              onChange={setPassword}
              email=""
              problem={problem}
            />
            {reset.failure && problem === undefined && <Notice failure={reset.failure} />}
            <button type="submit" className="main" disabled={reset.busy}>
              {reset.busy ? 'Saving…' : 'Save password'}
            </button>
          </form>
        ) : (
          <p role="status">Sign in as {email} with the new password. You have been signed out everywhere.</p>
        )}
      </section>
      <button type="button" className="link" onClick={onBack}>
        {email === undefined ? 'Back to sign-in' : 'Sign in'}
      </button>
    </>
  );
}
