import { RouterProvider } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Output } from '../lib/calls/operator-client.ts';
import { SessionContext } from '../lib/session-context.ts';
import { router } from './routes.tsx';

interface SignedInProps {
  session: Output<'session/show'>;
  /** The session is over: signed out, or ended by the server. */
  onEnded: () => void;
}

export function SignedIn({ session, onEnded }: SignedInProps) {
  const context = useMemo(() => ({ ...session, onEnded }), [session, onEnded]);
  return (
    <SessionContext value={context}>
      <RouterProvider router={router} />
    </SessionContext>
  );
}
