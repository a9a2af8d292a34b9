/** The check of what only a caller may do who proved a moment ago who they are. */
import { ApiError } from '../../api-error.ts';
import type { OperatorContext } from './operator-handler.ts';

/** The operator token is always confirmed; a session for ten minutes after its proof. */
export function requireConfirmed({ confirmed }: Pick<OperatorContext, 'confirmed'>): void {
  if (!confirmed) throw new ApiError('FORBIDDEN', 'Confirm that it is you: session/confirm, then try again.');
}
