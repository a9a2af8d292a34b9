import { type FormEvent, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Field } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { isSaidBeside, problemOf } from '../../lib/calls/problem-of.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useConfirmed } from '../../lib/use-confirmed.tsx';
import type { Account } from './account.ts';

export function ProfileCard({ account }: { account: Account }) {
  const [name, setName] = useState(account.name);
  const [email, setEmail] = useState(account.email);
  const confirm = useConfirmed();
  const { run, busy, failure } = useAction('account/update', {
    changes: ['account', 'session', 'members'],
    said: 'Saved.',
  });
  const changed = {
    ...(name.trim() !== account.name && { name: name.trim() }),
    ...(email.trim() !== account.email && { email: email.trim() }),
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Who has the address can take the account over, so a new one needs proof.
    if (changed.email !== undefined && !(await confirm())) return;
    await run(changed);
  };
  return (
    <Card title="You" className="narrow">
      <form className="form" onSubmit={event => void submit(event)}>
        <Field label="Name" problem={problemOf(failure, 'name')}>
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
        <Field label="Email" hint="You sign in with it." problem={problemOf(failure, 'email')}>
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
        {failure && !isSaidBeside(failure, ['name', 'email']) && <Notice failure={failure} />}
        <div className="row">
          <button type="submit" className="main" disabled={busy || Object.keys(changed).length === 0}>
            Save
          </button>
        </div>
      </form>
    </Card>
  );
}
