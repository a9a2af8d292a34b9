/**
 * Operations that reach beyond the caller's organisation: people belong to several, and the operator token acts in all
 * of them. Row security does not restrict these operations, so each one checks what its caller may see. The reason is
 * listed in docs/security.md.
 */
import type { OperatorHandler } from './operator-handler.ts';

export function acrossOrganisations(reason: string, handlers: readonly OperatorHandler[]): OperatorHandler[] {
  return handlers.map(handler => ({ ...handler, serviceReason: reason }));
}
