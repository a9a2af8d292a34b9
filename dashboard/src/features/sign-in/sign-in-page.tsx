import { type ReactNode, useEffect, useState } from 'react';
import { CodeBlock } from '../../components/code.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Form, TextField } from '../../components/form.tsx';
import { CodeField, typedCode } from '../../components/people/code-field.tsx';
import { PasswordField } from '../../components/people/password-fields.tsx';
import { SignUpForm } from '../../components/people/sign-up-form.tsx';
import { useAction } from '../../lib/calls/use-action.ts';
import { ForgottenLink, ForgottenPassword, ResetPassword } from './forgotten-password.tsx';
import { type Invitation, type LinkState, useLink } from './use-link.ts';

interface SignInPageProps {
  /** Token from the link that was opened. */
  link: string | undefined;
  /** True if the previous session has ended. */
  ended: boolean;
  /** Token of a password reset link. */
  reset?: string | undefined;
  onSignedIn: () => void;
}

export function SignInPage({ link, ended, reset, onSignedIn }: SignInPageProps) {
  const shown = useLink(link);
  const [forgotten, setForgotten] = useState<'asking' | 'resetting' | undefined>(
    reset === undefined ? undefined : 'resetting',
  );
  const back = () => setForgotten(undefined);
  useEffect(() => {
    document.title = 'Sign in · Serai';
  }, []);
  useEffect(() => {
    if (shown.state === 'signed-in') onSignedIn();
  }, [shown.state, onSignedIn]);

  return (
    <main className="alone" aria-busy={shown.state === 'waiting'}>
      <p className="brand">
        <img src="/favicon.svg" alt="" width="32" height="32" />
        Serai
      </p>
      {forgotten === 'resetting' && reset !== undefined ? (
        <ResetPassword token={reset} onBack={back} />
      ) : forgotten === 'asking' ? (
        <ForgottenPassword onBack={back} />
      ) : (
        <Content
          shown={shown}
          ended={ended}
          onForgotten={() => setForgotten('asking')}
          onSignedIn={onSignedIn}
        />
      )}
    </main>
  );
}

interface ContentProps {
  shown: LinkState;
  ended: boolean;
  onForgotten: () => void;
  onSignedIn: () => void;
}

function Content({ shown, ended, onForgotten, onSignedIn }: ContentProps) {
  switch (shown.state) {
    case 'waiting':
    case 'signed-in':
      return <h1>Signing in…</h1>;
    case 'failed':
      return (
        <>
          <h1>Sign-in failed</h1>
          <Notice failure={shown.failure} onRetry={shown.retry} />
        </>
      );
    case 'refused':
      return (
        <>
          <h1>This link no longer works</h1>
          <p>
            Each link can be used once. Sign-in links expire after 24 hours, invitations after 7 days. This
            link was already used, has expired, or was not copied completely.
          </p>
          <NewLink open />
          <Panel title="Or sign in with your password">
            <PasswordForm onSignedIn={onSignedIn} />
          </Panel>
        </>
      );
    case 'opened':
      return <Welcome onSignedIn={onSignedIn} />;
    case 'invited':
      return <Invited token={shown.token} invitation={shown.invitation} onSignedIn={onSignedIn} />;
    case 'none':
      return (
        <>
          <h1>{ended ? 'Sign in again' : 'Sign in'}</h1>
          {ended && (
            <p role="status">
              You have been signed out. Sessions end after 30 minutes of inactivity, or after 12 hours.
            </p>
          )}
          <Panel>
            <PasswordForm onSignedIn={onSignedIn} />
            <ForgottenLink onOpen={onForgotten} />
          </Panel>
          <NewLink />
        </>
      );
  }
}

/** The link has already opened a session. With an account the user can sign in again later. */
function Welcome({ onSignedIn }: { onSignedIn: () => void }) {
  const [hasAccount, setHasAccount] = useState(false);
  return (
    <>
      <h1>Welcome to Serai</h1>
      <p>
        You signed in with a one-time link, for up to 12 hours. Create an account to sign in without a link
        and use two-factor sign-in.
      </p>
      <Panel title={hasAccount ? 'Sign in with your account' : 'Create your account'}>
        {hasAccount ? <PasswordForm onSignedIn={onSignedIn} /> : <SignUpForm onDone={onSignedIn} />}
        <button type="button" className="link" onClick={() => setHasAccount(!hasAccount)}>
          {hasAccount ? 'I don’t have an account yet' : 'I already have an account'}
        </button>
      </Panel>
      <button type="button" onClick={onSignedIn}>
        Continue without an account
      </button>
    </>
  );
}

interface InvitedProps {
  token: string;
  invitation: Invitation;
  onSignedIn: () => void;
}

function Invited({ token, invitation, onSignedIn }: InvitedProps) {
  const { organisation, email, name, role, hasAccount } = invitation;
  return (
    <>
      <h1>Join {organisation}</h1>
      <p>
        You have been invited as <strong>{role}</strong>.{' '}
        {hasAccount ? 'Sign in with your account to accept.' : 'Create your account to accept.'}
      </p>
      <Panel>
        {hasAccount ? (
          <PasswordForm invited={{ token, email }} onSignedIn={onSignedIn} />
        ) : (
          <SignUpForm invited={{ token, email, name }} onDone={onSignedIn} />
        )}
      </Panel>
    </>
  );
}

function Panel({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className="panel">
      {title !== undefined && <h2>{title}</h2>}
      {children}
    </section>
  );
}

function NewLink({ open = false }: { open?: boolean }) {
  return (
    <details className="new-link" open={open}>
      <summary>Sign in with a one-time link</summary>
      <p>Run this command in the Serai folder on the server:</p>
      <CodeBlock code="npx serai sign-in" label="command" />
      <p className="faint">
        It prints a sign-in link. Open the link in this browser. If you do not run this server, ask an admin
        of your company for a new invitation.
      </p>
    </details>
  );
}

interface PasswordFormProps {
  /** The invitation that signing in accepts. */
  invited?: { token: string; email: string };
  onSignedIn: () => void;
}

/** Asks for email and password, then for the second factor if there is one. */
function PasswordForm({ invited, onSignedIn }: PasswordFormProps) {
  const [email, setEmail] = useState(invited?.email ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  const signIn = useAction('session/sign-in', {
    done: ({ secondFactorNeeded }) => (secondFactorNeeded ? setCode('') : onSignedIn()),
  });
  const submit = () =>
    signIn.run({
      ...(invited && { token: invited.token }),
      email: email.trim(),
      password,
      ...(code !== undefined && { code: typedCode(code) }),
    });
  const startAgain = () => {
    setCode(undefined);
    setPassword('');
    signIn.clear();
  };

  return (
    <Form className="form" onSubmit={submit}>
      {code === undefined ? (
        <>
          <TextField
            label="Email"
            type="email"
            value={email}
            onChange={setEmail}
            readOnly={invited !== undefined}
            autoComplete="username"
            maxLength={254}
            required
          />
          <PasswordField label="Password" value={password} onChange={setPassword} kind="current" />
        </>
      ) : (
        <CodeField value={code} onChange={setCode} autoFocus />
      )}
      {signIn.failure && <Notice failure={signIn.failure} />}
      <button type="submit" className="main" disabled={signIn.busy}>
        {signIn.busy ? 'Signing in…' : code === undefined ? 'Sign in' : 'Confirm and sign in'}
      </button>
      {code !== undefined && (
        <button type="button" className="quiet" onClick={startAgain}>
          Sign in as someone else
        </button>
      )}
    </Form>
  );
}
