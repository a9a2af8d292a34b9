import { useState } from 'react';
import { fieldError, isShownByFields } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { meetsRules } from '../../lib/password-rules.ts';
import { Notice } from '../feedback.tsx';
import { Form, TextField } from '../form.tsx';
import { NewPassword } from './password-fields.tsx';

interface SignUpFormProps {
  /** The invitation, if there is one. Otherwise the account is created from the session's one-time link. */
  invited?: { token: string; email: string; name: string | null };
  onDone: () => void;
}

const FIELDS = ['name', 'email', 'password'];

export function SignUpForm({ invited, onDone }: SignUpFormProps) {
  const [name, setName] = useState(invited?.name ?? '');
  const [email, setEmail] = useState(invited?.email ?? '');
  const [password, setPassword] = useState('');
  const { run, busy, failure } = useAction('session/sign-up', {
    changes: ['session', 'members', 'account'],
    toast: 'Your account is ready.',
    done: onDone,
  });
  const submit = () => {
    const person = { name: name.trim(), email: email.trim(), password };
    void run({ ...(invited && { token: invited.token }), ...person });
  };
  return (
    <Form className="form" onSubmit={submit}>
      <TextField
        label="Your name"
        problem={fieldError(failure, 'name')}
        value={name}
        onChange={setName}
        autoComplete="name"
        maxLength={100}
        required
      />
      <TextField
        label="Email"
        problem={fieldError(failure, 'email')}
        type="email"
        value={email}
        onChange={setEmail}
        readOnly={invited !== undefined}
        autoComplete="username"
        maxLength={254}
        required
      />
      <NewPassword
        label="Password"
        value={password}
        onChange={setPassword}
        email={email}
        problem={fieldError(failure, 'password')}
      />
      {failure && !isShownByFields(failure, FIELDS) && <Notice failure={failure} />}
      <button type="submit" className="main" disabled={busy || !meetsRules(password, email)}>
        {busy ? 'Creating account…' : 'Create your account'}
      </button>
    </Form>
  );
}
