import { type ReactNode, useEffect, useState } from 'react';
import { CodeBlock } from '../../components/code.tsx';
import { Notice } from '../../components/feedback.tsx';
import { SignUpForm } from '../../components/people/sign-up-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { type Invitation, type LinkState, useLink } from './use-link.ts';

interface SignInPageProps {
  /** The token of a link that was opened. */
  link: string | undefined;
  /** A session was here and is over. */
  ended: boolean;
  onSignedIn: () => void;
}

export function SignInPage({ link, ended, onSignedIn }: SignInPageProps) {
  const shown = useLink(link);
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
      <Content shown={shown} ended={ended} onSignedIn={onSignedIn} />
    </main>
  );
}

interface ContentProps {
  shown: LinkState;
  ended: boolean;
  onSignedIn: () => void;
}

function Content({ shown, ended, onSignedIn }: ContentProps) {
  switch (shown.state) {
    case 'waiting':
    case 'signed-in':
      return <h1>Signing in …</h1>;
    case 'failed':
      return (
        <>
          <h1>Signing in did not work</h1>
          <Notice failure={shown.failure} onRetry={shown.retry} />
        </>
      );
    case 'refused':
      return (
        <>
          <h1>This link no longer works</h1>
          <p>
            A link works once: one to sign in within 24 hours, an invitation within 7 days. This one was used,
            has expired, or was not copied whole.
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
              You are signed out. A session ends after 30 minutes without use, and after 12 hours in any case.
            </p>
          )}
          <Panel>
            <PasswordForm onSignedIn={onSignedIn} />
          </Panel>
          <NewLink />
        </>
      );
  }
}

/** The link has opened a session already; an account makes it one that can be opened again. */
function Welcome({ onSignedIn }: { onSignedIn: () => void }) {
  const [has, setHas] = useState(false);
  return (
    <>
      <h1>Welcome to Serai</h1>
      <p>
        You are signed in by the link, for up to 12 hours. With an account of your own you can come back
        without a new link, and use a second factor.
      </p>
      <Panel title={has ? 'Sign in with your account' : 'Create your account'}>
        {has ? <PasswordForm onSignedIn={onSignedIn} /> : <SignUpForm onDone={onSignedIn} />}
        <button type="button" className="link" onClick={() => setHas(!has)}>
          {has ? 'I have no account yet' : 'I have an account already'}
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
        You are invited as <strong>{role}</strong>.{' '}
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
      <p>On the machine that runs Serai, in its folder:</p>
      <CodeBlock code="npx serai sign-in" label="the command" />
      <p className="faint">
        It prints a link. Open it in this browser, or send it to whoever should sign in. Members of a team ask
        whoever invited them.
      </p>
    </details>
  );
}
