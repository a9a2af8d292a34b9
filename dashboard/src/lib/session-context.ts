/** The session of the signed-in user. Pages use it to hide actions; the server enforces the permissions. */
import { ROLES, type Role } from '@serai/contract/roles.ts';
import { createContext, use } from 'react';
import type { Output } from './calls/operator-client.ts';

interface SignedInSession extends Output<'session/show'> {
  /** Called when the user signs out or the server ends the session. */
  onEnded: () => void;
}

export const SessionContext = createContext<SignedInSession | undefined>(undefined);

export function useSession(): SignedInSession {
  const session = use(SessionContext);
  if (session === undefined) throw new Error('useSession was called outside a SessionContext');
  return session;
}

/** Whether the user works for the operator and may see pages about the whole installation. */
export function useStaff(): boolean {
  return useSession().session.staff;
}

/** Whether the user has this role or a higher one. */
export function useMay(role: Role): boolean {
  const { session } = useSession();
  return ROLES.indexOf(session.role) >= ROLES.indexOf(role);
}
