import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Form, TextField } from '../../components/form.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { NewPassword, PasswordField } from '../../components/people/password-fields.tsx';
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
        lead="Your profile, password and sessions. They apply to every company that you belong to."
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
      hint="You signed in with a one-time link. With an account you can sign in without a link and use two-factor sign-in."
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
  const submit = async () => {
    // An attacker could take over the account by changing its email address, so this change needs a step-up.
    if (changed.email !== undefined && !(await confirm())) return;
    await run(changed);
  };
  return (
    <Card title="Profile" className="narrow">
      <Form className="form" onSubmit={submit}>
        <TextField
          label="Name"
          problem={fieldError(failure, 'name')}
          value={name}
          onChange={setName}
          autoComplete="name"
          maxLength={100}
          required
        />
        <TextField
          label="Email"
          hint="You sign in with this address."
          problem={fieldError(failure, 'email')}
          type="email"
          value={email}
          onChange={setEmail}
          autoComplete="username"
          maxLength={254}
          required
        />
        {failure && !isShownByFields(failure, ['name', 'email']) && <Notice failure={failure} />}
        <div className="row">
          <button type="submit" className="main" disabled={busy || Object.keys(changed).length === 0}>
            Save
          </button>
        </div>
      </Form>
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
      <Form className="form" onSubmit={() => run({ currentPassword: current, newPassword: next })}>
        {/* Password managers need the user name that belongs to the password. */}
        <input type="hidden" name="username" autoComplete="username" value={account.email} readOnly />
        <PasswordField
          label="Current password"
          problem={fieldError(failure, 'currentPassword')}
          value={current}
          onChange={setCurrent}
          kind="current"
        />
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
      </Form>
    </Card>
  );
}
