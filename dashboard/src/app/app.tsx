import { QueryClientProvider } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Notice } from '../components/notice.tsx';
import { takeLinkToken } from '../features/sign-in/link-token.ts';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import type { Output } from '../lib/calls/operator-client.ts';
import { useCall } from '../lib/calls/use-call.ts';
import { watchIdle } from '../lib/watch-idle.ts';
import { createQueryClient } from './query-client.ts';
import { SignedIn } from './signed-in.tsx';

type Visit = { link: string | undefined; ended: boolean };

/** Either somebody is signed in and sees the pages, or the page to sign in. */
export function App({ link }: { link: string | undefined }) {
  const [signingIn, setSigningIn] = useState<Visit | undefined>(() =>
    window.location.pathname === '/sign-in' ? { link, ended: false } : undefined,
  );
  // A new client for whoever comes next: nobody sees what another was shown.
  const [round, setRound] = useState(0);
  const forget = useCallback(() => setRound(before => before + 1), []);
  // Whoever comes for the first time is told of no session that ended.
  const wasIn = useRef(false);
  const onIn = useCallback(() => {
    wasIn.current = true;
  }, []);
  // The address stays: signing in again leads back to the same page.
  const onEnded = useCallback(() => {
    setSigningIn(before => before ?? { link: undefined, ended: wasIn.current });
    forget();
  }, [forget]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new client
  const client = useMemo(() => createQueryClient(onEnded), [round, onEnded]);
  const onSignedIn = useCallback(() => {
    if (window.location.pathname === '/sign-in') window.history.replaceState(null, '', '/');
    forget();
    setSigningIn(undefined);
  }, [forget]);

  useEffect(() => watchIdle(window), []);

  // A link pasted into a tab that already shows the page to sign in loads nothing: only the fragment changes.
  useEffect(() => {
    const onFragment = () => {
      const pasted = takeLinkToken();
      if (pasted !== undefined) setSigningIn({ link: pasted, ended: false });
    };
    window.addEventListener('hashchange', onFragment);
    return () => window.removeEventListener('hashchange', onFragment);
  }, []);

  return (
    <QueryClientProvider client={client}>
      {signingIn === undefined ? (
        <WithSession key={round} onIn={onIn} onEnded={onEnded} onOther={forget} />
      ) : (
        <SignInPage key={signingIn.link} {...signingIn} onSignedIn={onSignedIn} />
      )}
    </QueryClientProvider>
  );
}

interface WithSessionProps {
  onIn: () => void;
  onEnded: () => void;
  /** Another tab signed in somebody else, or entered another organisation. */
  onOther: () => void;
}

const MINUTE_MS = 60_000;

function WithSession({ onIn, onEnded, onOther }: WithSessionProps) {
  const shown = useCall('session/show', {}, { everyMs: MINUTE_MS });
  const who = shown.state === 'ready' ? whoIn(shown.data) : undefined;
  const before = useRef(who);
  useEffect(() => {
    if (who === undefined) return;
    if (before.current !== undefined && before.current !== who) onOther();
    before.current = who;
    onIn();
  }, [who, onIn, onOther]);
  switch (shown.state) {
    case 'waiting':
      return <main className="alone" aria-busy="true" />;
    case 'ready':
      return <SignedIn session={shown.data} onEnded={onEnded} />;
    case 'failed':
      return (
        <main className="alone">
          <h1>The dashboard cannot be shown</h1>
          <Notice failure={shown.failure} onRetry={shown.reload} />
        </main>
      );
  }
}

function whoIn({ session }: Output<'session/show'>): string {
  return `${session.organisation.organisationId} ${session.memberId}`;
}
