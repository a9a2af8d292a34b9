/** The session of the signed-in user. Pages use it to hide actions; the server enforces the permissions. */
import { hasPermission, type Permission } from '@serai/contract/roles.ts';
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

export function useMay(permission: Permission): boolean {
  return hasPermission(useSession().session.role, permission);
}

/** Name of the company that the user works for: the operator or a partner. */
export function useCompany(): string {
  const { operatorName, partner } = useSession().session;
  return partner?.name ?? operatorName;
}

/** Separates what different users of the same browser store in it. */
export function useUserId(): string {
  const { memberId, partner } = useSession().session;
  return memberId ?? partner?.partnerId ?? 'operator';
}
