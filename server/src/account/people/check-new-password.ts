import { ApiError } from '../../platform/api-error.ts';
import { passwordProblem } from './password-rules.ts';

/** `member` is where the password stands in the request. */
export function checkNewPassword(password: string, email: string, member: string): void {
  const problem = passwordProblem(password, email);
  if (problem === undefined) return;
  throw new ApiError('VALIDATION_ERROR', problem.message, { details: [{ path: `/${member}`, ...problem }] });
}
