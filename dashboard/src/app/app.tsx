import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Notice } from '../components/feedback.tsx';
import { clearTryState } from '../features/reference/try-state.ts';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { takeLinkToken } from '../features/sign-in/use-link.ts';
import { CallFailure, type Output } from '../lib/calls/operator-client.ts';
import { useCall } from '../lib/calls/use-call.ts';
import { SessionContext } from '../lib/session-context.ts';
import { watchIdle } from '../lib/watch-idle.ts';
import { router } from './routes.tsx';

/** `reset` is the token of a password reset link. */
type Visit = { link: string | undefined; ended: boolean; reset?: string | undefined };

const SIGN_IN_PATHS = ['/sign-in', '/reset-password'];

export function App({ link, reset }: { link: string | undefined; reset?: string | undefined }) {
  const [signingIn, setSigningIn] = useState<Visit | undefined>(() =>
    SIGN_IN_PATHS.includes(window.location.pathname) ? { link, ended: false, reset } : undefined,
  );
  // Each user gets a new query client and an empty Try it, so that no data of the previous user is shown.
  const [round, setRound] = useState(0);
  const forget = useCallback(() => {
    clearTryState();
    setRound(before => before + 1);
  }, []);
  // First-time visitors must not see "You have been signed out".
  const wasIn = useRef(false);
  const onIn = useCallback(() => {
    wasIn.current = true;
  }, []);
  // The URL is kept, so that signing in again returns to the same page.
  const onEnded = useCallback(() => {
    setSigningIn(before => before ?? { link: undefined, ended: wasIn.current });
    forget();
  }, [forget]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round needs a new client
  const client = useMemo(() => createQueryClient(onEnded), [round, onEnded]);
  const onSignedIn = useCallback(() => {
    if (SIGN_IN_PATHS.includes(window.location.pathname)) window.history.replaceState(null, '', '/');
    forget();
    setSigningIn(undefined);
  }, [forget]);

  useEffect(() => watchIdle(window), []);

  // Pasting a sign-in link into a tab with the sign-in page only changes the fragment and does not reload it.
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
  /** Another tab signed in as a different user or switched the membership. */
  onOther: () => void;
}

const MINUTE_MS = 60_000;

function WithSession({ onIn, onEnded, onOther }: WithSessionProps) {
  const shown = useCall('session/show', {}, { everyMs: MINUTE_MS });
  const who = shown.state === 'ready' ? sessionIdentity(shown.data) : undefined;
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
          <h1>The dashboard could not be loaded</h1>
          <Notice failure={shown.failure} onRetry={shown.reload} />
        </main>
      );
  }
}

function sessionIdentity({ session }: Output<'session/show'>): string {
  return `${session.partner?.partnerId ?? 'operator'} ${session.memberId}`;
}

interface SignedInProps {
  session: Output<'session/show'>;
  /** Called when the user signs out or the server ends the session. */
  onEnded: () => void;
}

function SignedIn({ session, onEnded }: SignedInProps) {
  const context = useMemo(() => ({ ...session, onEnded }), [session, onEnded]);
  return (
    <SessionContext value={context}>
      <RouterProvider router={router} />
    </SessionContext>
  );
}

/** Errors that a retry cannot fix. */
const FINAL = new Set(['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'BOOKING_NOT_FOUND', 'VALIDATION_ERROR']);

/** For these operations a 401 means wrong credentials, not an ended session. */
const SIGNING_IN = new Set<unknown>(['session/sign-in', 'session/sign-up', 'session/reset-password']);

/** An UNAUTHORIZED response ends the session, except while signing in. */
function createQueryClient(onEnded: () => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof CallFailure && error.code === 'UNAUTHORIZED') onEnded();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError: (error, _input, _result, { options }) => {
        if (!SIGNING_IN.has(options.mutationKey?.[0])) onError(error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (count, error) => count < 1 && !(error instanceof CallFailure && FINAL.has(error.code)),
      },
    },
  });
}
