import type { Role } from '@serai/contract/operator-operation.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';

const RANKS: Record<Role, number> = { 'read-only': 0, developer: 1, admin: 2, owner: 3 };

/** Only shows or hides buttons; the server decides. */
export function mayChangeKeys(role: Role, environment: Environment): boolean {
  return RANKS[role] >= (environment === 'production' ? RANKS.admin : RANKS.developer);
}
