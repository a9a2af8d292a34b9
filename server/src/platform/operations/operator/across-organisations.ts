/**
 * Operations that reach beyond the organisation of whoever calls: people belong to several, the operator token acts in all. Row
 * security does not bind these; each looks itself after what its caller may see.
 */
import { asService } from '../../database/scope.ts';
import type { OperatorHandler } from './operator-handler.ts';

export function acrossOrganisations({ operation, run }: OperatorHandler): OperatorHandler {
  return { operation, run: (context, input) => asService(() => run(context, input)) };
}
