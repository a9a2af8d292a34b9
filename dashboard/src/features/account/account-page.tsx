import { type FormEvent, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Field } from '../../components/field.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { NewPassword, PasswordInput } from '../../components/people/password-fields.tsx';
import { SignUpForm } from '../../components/people/sign-up-form.tsx';
import { useStepUp } from '../../components/people/step-up.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { fieldError, isShownByFields } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { meetsRules } from '../../lib/password-rules.ts';
import { showToast } from '../../lib/toasts.tsx';
import { type Account, SecondFactorCard } from './second-factor.tsx';
import { SessionsCard } from './sessions.tsx';

export function AccountPage() {
  const shown = useCall('account/show', {});
  return (
    <>
      <PageHead
        title="My account"
        lead="Your profile, password and sessions. They are the same in all your memberships."
      />
      <Loaded from={shown} rows={8}>
        {({ account }) =>
          account === null ? (
            <WithoutAccount />
          ) : (
            <>
              <ProfileCard account={account} />
              <SecondFactorCard account={account} />
              <PasswordCard account={account} />
            </>
          )
        }
      </Loaded>
      <SessionsCard />
    </>
  );
}

function WithoutAccount() {
  return (
    <Card
      title="Create your account"
      hint="You signed in with a one-time link. With an account you can sign in again without one, and use a second factor."
      className="narrow"
    >
      <SignUpForm onDone={() => undefined} />
    </Card>
  );
}

function ProfileCard({ account }: { account: Account }) {
  const [name, setName] = useState(account.name);
  const [email, setEmail] = useState(account.email);
  const confirm = useStepUp();
  const { run, busy, failure } = useAction('account/update', {
    changes: ['account', 'session', 'members'],
    toast: 'Profile saved.',
  });
  const changed = {
    ...(name.trim() !== account.name && { name: name.trim() }),
    ...(email.trim() !== account.email && { email: email.trim() }),
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The email address can be used to take over the account, so changing it needs step-up.
    if (changed.email !== undefined && !(await confirm())) return;
    await run(changed);
  };
  return (
    <Card title="Profile" className="narrow">
      <form className="form" onSubmit={event => void submit(event)}>
        <Field label="Name" problem={fieldError(failure, 'name')}>
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
        <Field label="Email" hint="You sign in with this address." problem={fieldError(failure, 'email')}>
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
        {failure && !isShownByFields(failure, ['name', 'email']) && <Notice failure={failure} />}
        <div className="row">
          <button type="submit" className="main" disabled={busy || Object.keys(changed).length === 0}>
            Save
          </button>
        </div>
      </form>
    </Card>
  );
}

function PasswordCard({ account }: { account: Account }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const { run, busy, failure } = useAction('account/change-password', {
    changes: ['account', 'session'],
    done: ({ sessionsEnded }) => {
      setCurrent('');
      setNext('');
      showToast(`Password changed.${sessionsEnded > 0 ? ' Your other sessions have ended.' : ''}`);
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
          'Changing it ends all your other sessions.'
        ) : (
          <>
            Changed <Timestamp at={account.passwordChangedAt} />. Changing it again ends all your other
            sessions.
          </>
        )
      }
    >
      <form className="form" onSubmit={submit}>
        {/* Password managers need the user name that belongs to the password. */}
        <input type="hidden" name="username" autoComplete="username" value={account.email} readOnly />
        <Field label="Current password" problem={fieldError(failure, 'currentPassword')}>
          {control => (
            <PasswordInput control={control} value={current} onChange={setCurrent} kind="current" />
          )}
        </Field>
        <NewPassword
          label="New password"
          value={next}
          onChange={setNext}
          email={account.email}
          problem={fieldError(failure, 'newPassword')}
        />
        {failure && !isShownByFields(failure, ['currentPassword', 'newPassword']) && (
          <Notice failure={failure} />
        )}
        <div className="row">
          <button
            type="submit"
            className="main"
            disabled={busy || current === '' || !meetsRules(next, account.email)}
          >
            Change password
          </button>
        </div>
      </form>
    </Card>
  );
}
