import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Empty } from '../components/empty.tsx';
import { LinkTo } from '../components/link-to.tsx';
import { PageHead } from '../components/page-head.tsx';
import { useSession } from '../lib/session-context.ts';

/** Where an organisation requires a second factor the server refuses all else; the page says why, and where to go. */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const { session } = useSession();
  const path = useRouterState({ select: state => state.location.pathname });
  const { organisation, memberId, secondFactor } = session;
  const isOpen = !organisation.requireSecondFactor || memberId === null || secondFactor;
  if (isOpen || path.endsWith('/settings/account')) return children;
  return (
    <>
      <PageHead title="One step more" />
      <Empty
        title={`${organisation.name} requires a second factor`}
        action={
          <LinkTo to="/settings/account" className="button main">
            Set it up in “My account”
          </LinkTo>
        }
      >
        You need an authenticator app on your phone. It takes a minute; then all pages open.
      </Empty>
    </>
  );
}
