import { type FormEvent, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Field } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { NewPassword } from '../../components/people/new-password.tsx';
import { PasswordInput } from '../../components/people/password-input.tsx';
import { Moment } from '../../components/text/moment.tsx';
import { isSaidBeside, problemOf } from '../../lib/calls/problem-of.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { keepsRules } from '../../lib/password-rules.ts';
import { say } from '../../lib/say.ts';
import type { Account } from './account.ts';

export function PasswordCard({ account }: { account: Account }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const { run, busy, failure } = useAction('account/change-password', {
    changes: ['account', 'session'],
    done: ({ sessionsEnded }) => {
      setCurrent('');
      setNext('');
      say(`Password changed.${sessionsEnded > 0 ? ' Your other sessions have ended.' : ''}`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run({ currentPassword: current, newPassword: next });
  };
  return (
    <Card
      title="Password"
      className="narrow"
      hint={
        account.passwordChangedAt === null ? (
          'A new one ends all your other sessions.'
        ) : (
          <>
            Changed <Moment at={account.passwordChangedAt} />. A new one ends all your other sessions.
          </>
        )
      }
    >
      <form className="form" onSubmit={submit}>
        {/* Password managers need to know whose password it is. */}
        <input type="hidden" name="username" autoComplete="username" value={account.email} readOnly />
        <Field label="Present password" problem={problemOf(failure, 'currentPassword')}>
          {control => (
            <PasswordInput control={control} value={current} onChange={setCurrent} kind="current" />
          )}
        </Field>
        <NewPassword
          label="New password"
          value={next}
          onChange={setNext}
          email={account.email}
          problem={problemOf(failure, 'newPassword')}
        />
        {failure && !isSaidBeside(failure, ['currentPassword', 'newPassword']) && (
          <Notice failure={failure} />
        )}
        <div className="row">
          <button
            type="submit"
            className="main"
            disabled={busy || current === '' || !keepsRules(next, account.email)}
          >
            Change the password
          </button>
        </div>
      </form>
    </Card>
  );
}
