import { ApiError } from '../../platform/api-error.ts';
import { passwordProblem } from './password-rules.ts';

/** `field` is the name of the password in the request. */
export function checkNewPassword(password: string, email: string, field: string): void {
  const problem = passwordProblem(password, email);
  if (problem === undefined) return;
  throw new ApiError('VALIDATION_ERROR', problem.message, { details: [{ path: `/${field}`, ...problem }] });
}
