/** Redeems the token of a sign-in link or invitation once. */
import { useEffect, useRef, useState } from 'react';
import { type CallFailure, call, type Output, toFailure } from '../../lib/calls/operator-client.ts';

export type Invitation = NonNullable<Output<'session/sign-in'>['invitation']>;

export type LinkState =
  | { state: 'waiting' | 'none' | 'refused' }
  /** The link has opened a session for a person without an account. */
  | { state: 'opened' }
  /** The user was already signed in when the link was opened. */
  | { state: 'signed-in' }
  | { state: 'invited'; token: string; invitation: Invitation }
  | { state: 'failed'; failure: CallFailure; retry: () => void };

export function useLink(link: string | undefined): LinkState {
  const [shown, setShown] = useState<LinkState>({ state: link === undefined ? 'none' : 'waiting' });
  // A link works only once, so its token is sent only once, even if the component mounts again.
  const sent = useRef<string>(undefined);

  useEffect(() => {
    if (link === undefined || sent.current === link) return;
    sent.current = link;
    const send = async () => {
      setShown({ state: 'waiting' });
      const next = await openLink(link).catch(thrown => ({
        state: 'failed' as const,
        failure: toFailure(thrown),
        retry: () => void send(),
      }));
      setShown(next);
    };
    void send();
  }, [link]);

  return shown;
}

async function openLink(token: string): Promise<LinkState> {
  try {
    const { invitation } = await call('session/sign-in', { token });
    return invitation === null ? { state: 'opened' } : { state: 'invited', token, invitation };
  } catch (thrown) {
    if (toFailure(thrown).code !== 'UNAUTHORIZED') throw thrown;
    // Users often open a used link again. If they are still signed in, they can continue.
    return call('session/show', {}).then(
      () => ({ state: 'signed-in' }),
      () => ({ state: 'refused' }),
    );
  }
}

/** Reads the one-time token from the URL fragment and removes it from the browser history. */
export function takeLinkToken(path: '/sign-in' | '/reset-password' = '/sign-in'): string | undefined {
  const token = window.location.hash.slice(1);
  if (token === '' || window.location.pathname !== path) return undefined;
  window.history.replaceState(null, '', window.location.pathname);
  return token;
}
