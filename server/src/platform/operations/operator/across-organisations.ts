/**
 * Operations that reach beyond the caller's organisation: people belong to several, and the operator token acts in all. Row security
 * does not restrict them, so each one checks what its caller may see. The reason appears in docs/security.md.
 */
import type { OperatorHandler } from './operator-handler.ts';

export function acrossOrganisations(reason: string, handlers: readonly OperatorHandler[]): OperatorHandler[] {
  return handlers.map(handler => ({ ...handler, serviceReason: reason }));
}
