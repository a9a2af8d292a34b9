/** Who is signed in, for every page. What a page hides by it, the server refuses by itself. */
import { ROLES, type Role } from '@serai/contract/operator-operation.ts';
import { createContext, use } from 'react';
import type { Output } from './calls/operator-client.ts';

export interface SignedInSession extends Output<'session/show'> {
  /** The session is over: signed out, or ended by the server. */
  onEnded: () => void;
}

export const SessionContext = createContext<SignedInSession | undefined>(undefined);

export function useSession(): SignedInSession {
  const session = use(SessionContext);
  if (session === undefined) throw new Error('Nobody is signed in here');
  return session;
}

/** Whether the person belongs to the operator, who alone sees what concerns the whole installation. */
export function useStaff(): boolean {
  return useSession().session.staff;
}

/** Whether the person has this role or a stronger one. */
export function useMay(role: Role): boolean {
  const { session } = useSession();
  return ROLES.indexOf(session.role) >= ROLES.indexOf(role);
}
