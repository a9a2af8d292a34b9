import { useCallback, useEffect, useState } from 'react';
import { Notice } from '../components/notice.tsx';
import { takeLinkToken } from '../features/sign-in/link-token.ts';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { goTo } from '../lib/address.ts';
import { useCall } from '../lib/use-call.ts';
import { SignedIn } from './signed-in.tsx';

type Visit = { link: string | undefined; ended: boolean } | undefined;

/** Either somebody is signed in and sees the pages, or the page to sign in. */
export function App({ link }: { link: string | undefined }) {
  const [signingIn, setSigningIn] = useState<Visit>(() =>
    window.location.pathname === '/sign-in' ? { link, ended: false } : undefined,
  );
  const onSignedIn = useCallback(() => {
    goTo('/', 'replace');
    setSigningIn(undefined);
  }, []);
  const onEnded = useCallback(() => setSigningIn({ link: undefined, ended: true }), []);

  // A link pasted into a tab that already shows the page to sign in loads nothing: only the fragment changes.
  useEffect(() => {
    const onFragment = () => {
      const pasted = takeLinkToken();
      if (pasted !== undefined) setSigningIn({ link: pasted, ended: false });
    };
    window.addEventListener('hashchange', onFragment);
    return () => window.removeEventListener('hashchange', onFragment);
  }, []);

  if (signingIn !== undefined) {
    return (
      <SignInPage
        key={signingIn.link}
        link={signingIn.link}
        ended={signingIn.ended}
        onSignedIn={onSignedIn}
      />
    );
  }
  return <WithSession onEnded={onEnded} />;
}

function WithSession({ onEnded }: { onEnded: () => void }) {
  const shown = useCall('session/show', {});
  switch (shown.state) {
    case 'waiting':
      return <main className="alone" aria-busy="true" />;
    case 'ready':
      return <SignedIn session={shown.data} onEnded={onEnded} />;
    case 'failed':
      if (shown.failure.code === 'UNAUTHORIZED') {
        return <SignInPage link={undefined} ended={false} onSignedIn={shown.reload} />;
      }
      return (
        <main className="alone">
          <Notice failure={shown.failure} onRetry={shown.reload} />
        </main>
      );
  }
}
