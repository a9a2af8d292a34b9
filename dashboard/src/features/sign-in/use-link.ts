/** Sends the token of a link once, and says what it was good for. */
import { useEffect, useRef, useState } from 'react';
import { type CallFailure, call, type Output, toFailure } from '../../lib/calls/operator-client.ts';

export type Invitation = NonNullable<Output<'session/sign-in'>['invitation']>;

export type LinkState =
  | { state: 'waiting' | 'none' | 'refused' }
  /** A session is open, of which nobody's name is known. */
  | { state: 'opened' }
  /** Somebody was signed in here already. */
  | { state: 'signed-in' }
  | { state: 'invited'; token: string; invitation: Invitation }
  | { state: 'failed'; failure: CallFailure; retry: () => void };

export function useLink(link: string | undefined): LinkState {
  const [shown, setShown] = useState<LinkState>({ state: link === undefined ? 'none' : 'waiting' });
  // A link works once, so it is sent once, however often the component is mounted.
  const sent = useRef<string>(undefined);

  useEffect(() => {
    if (link === undefined || sent.current === link) return;
    sent.current = link;
    const send = async () => {
      setShown({ state: 'waiting' });
      const next = await open(link).catch(thrown => ({
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

async function open(token: string): Promise<LinkState> {
  try {
    const { invitation } = await call('session/sign-in', { token });
    return invitation === null ? { state: 'opened' } : { state: 'invited', token, invitation };
  } catch (thrown) {
    if (toFailure(thrown).code !== 'UNAUTHORIZED') throw thrown;
    // Opening a used link again is common; whoever is still signed in goes on.
    return call('session/show', {}).then(
      () => ({ state: 'signed-in' }),
      () => ({ state: 'refused' }),
    );
  }
}
