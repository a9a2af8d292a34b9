import { type FormEvent, useState } from 'react';
import { isSaidBeside, problemOf } from '../../lib/calls/problem-of.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { keepsRules } from '../../lib/password-rules.ts';
import { Field } from '../field.tsx';
import { Notice } from '../notice.tsx';
import { NewPassword } from './new-password.tsx';

interface SignUpFormProps {
  /** An invitation is for its own address; without one the link of the session counts. */
  invited?: { token: string; email: string; name: string | null };
  onDone: () => void;
}

const MEMBERS = ['name', 'email', 'password'];

/** Makes an account out of a one-time link or an invitation. */
export function SignUpForm({ invited, onDone }: SignUpFormProps) {
  const [name, setName] = useState(invited?.name ?? '');
  const [email, setEmail] = useState(invited?.email ?? '');
  const [password, setPassword] = useState('');
  const { run, busy, failure } = useAction('session/sign-up', {
    changes: ['session', 'members', 'account'],
    said: 'Your account is ready.',
    done: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const person = { name: name.trim(), email: email.trim(), password };
    void run({ ...(invited && { token: invited.token }), ...person });
  };
  return (
    <form className="form" onSubmit={submit}>
      <Field label="Your name" problem={problemOf(failure, 'name')}>
        {control => (
          <input
            {...control}
            value={name}
            onChange={event => setName(event.target.value)}
            autoComplete="name"
            maxLength={100}
            required
          />
        )}
      </Field>
      <Field label="Email" problem={problemOf(failure, 'email')}>
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
      <NewPassword
        label="Password"
        value={password}
        onChange={setPassword}
        email={email}
        problem={problemOf(failure, 'password')}
      />
      {failure && !isSaidBeside(failure, MEMBERS) && <Notice failure={failure} />}
      <button type="submit" className="main" disabled={busy || !keepsRules(password, email)}>
        {busy ? 'Creating the account …' : 'Create your account'}
      </button>
    </form>
  );
}
