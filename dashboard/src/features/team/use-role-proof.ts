/** Whoever makes somebody who may work on live keys proves first who they are. */
import { ROLES, type Role } from '@serai/contract/operator-operation.ts';
import { useStepUp } from '../../components/people/step-up.tsx';

/** Resolves to whether to go on. */
export function useRoleProof(): (role: Role) => Promise<boolean> {
  const confirm = useStepUp();
  return async role => ROLES.indexOf(role) < ROLES.indexOf('admin') || confirm();
}
