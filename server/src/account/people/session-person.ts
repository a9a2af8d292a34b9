import { ApiError } from '../../platform/api-error.ts';
import type {
  OperatorContext,
  OperatorSession,
} from '../../platform/operations/operator/operator-handler.ts';
import type { FoundPerson, People } from './people.ts';

/** Finds the person who makes the call. Sessions from one-time links and the operator token have no person. */
export async function sessionPerson(
  { people }: { people: People },
  { db, session }: Pick<OperatorContext, 'db' | 'session'>,
): Promise<{ person: FoundPerson; session: OperatorSession }> {
  const person = session?.personId === undefined ? undefined : await people.findById(db, session.personId);
  if (person === undefined || session === undefined) {
    throw new ApiError('FORBIDDEN', 'This needs a personal account. Create one with session/sign-up.');
  }
  return { person, session };
}
