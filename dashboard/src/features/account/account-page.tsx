import { Card } from '../../components/card.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { SignUpForm } from '../../components/people/sign-up-form.tsx';
import { Shown } from '../../components/shown.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function AccountPage() {
  const shown = useCall('account/show', {});
  return (
    <>
      <PageHead title="My account" lead="What is yours, whatever organisation you work in." />
      <Shown of={shown} rows={8}>
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
      </Shown>
      <SessionsCard />
    </>
  );
}

function WithoutAccount() {
  return (
    <Card
      title="Create your account"
      hint="You are here by a one-time link. With an account you come back without a new one, and can use a second factor."
      className="narrow"
    >
      <SignUpForm onDone={() => undefined} />
    </Card>
  );
}
