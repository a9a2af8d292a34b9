import { useEffect, useRef, useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { type CallFailure, call, toFailure } from '../../lib/operator-client.ts';

interface SignInPageProps {
  /** The token of a link that was opened. */
  link: string | undefined;
  /** A session was here and is over. */
  ended: boolean;
  onSignedIn: () => void;
}

type State = { state: 'waiting' | 'asking' | 'refused' } | { state: 'failed'; failure: CallFailure };

export function SignInPage({ link, ended, onSignedIn }: SignInPageProps) {
  const [shown, setShown] = useState<State>({ state: link === undefined ? 'asking' : 'waiting' });
  // A link works once, so it is sent once, however often the component is mounted.
  const sent = useRef(false);

  const sendLink = async (token: string) => {
    setShown({ state: 'waiting' });
    try {
      await call('session/sign-in', { token });
      onSignedIn();
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (failure.code !== 'UNAUTHORIZED') return setShown({ state: 'failed', failure });
      // Opening a used link again is common; whoever is still signed in goes on.
      call('session/show', {}).then(onSignedIn, () => setShown({ state: 'refused' }));
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new link is a reason to send one
  useEffect(() => {
    document.title = 'Sign in · Serai';
    if (link === undefined || sent.current) return;
    sent.current = true;
    void sendLink(link);
  }, [link]);

  return (
    <main className="alone" aria-busy={shown.state === 'waiting'}>
      <p className="brand">
        <img src="/favicon.svg" alt="" width="32" height="32" />
        Serai
      </p>
      {shown.state === 'waiting' && <h1>Signing in …</h1>}
      {shown.state === 'failed' && (
        <>
          <h1>Signing in did not work</h1>
          <Notice
            failure={shown.failure}
            {...(link !== undefined && { onRetry: () => void sendLink(link) })}
          />
        </>
      )}
      {shown.state === 'refused' && (
        <>
          <h1>This link no longer works</h1>
          <p>
            A sign-in link works once, within 24 hours of its making. This one was used, has expired, or was
            not copied whole.
          </p>
          <NewLink />
        </>
      )}
      {shown.state === 'asking' && (
        <>
          <h1>{ended ? 'You are signed out' : 'Sign in'}</h1>
          <p>
            {ended
              ? 'A session ends after 30 minutes without use, and after 12 hours in any case.'
              : 'There are no passwords here. You sign in with a one-time link: the first start of the server prints one.'}
          </p>
          <NewLink />
        </>
      )}
    </main>
  );
}

function NewLink() {
  return (
    <section className="card">
      <h2>Get a new link</h2>
      <p>On the machine that runs Serai, in its folder:</p>
      <pre>
        <code>npx serai sign-in</code>
      </pre>
      <p className="faint">
        It prints a link. Open it in this browser, or send it to whoever should sign in.
      </p>
    </section>
  );
}
