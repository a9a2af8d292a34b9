/** Whether somebody is who they say: the one place where passwords and codes of people are judged. */
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { OperatorContext } from '../../platform/operations/operator/operator-handler.ts';
import type { AttemptGate } from './attempt-gate.ts';
import { checkCode } from './check-code.ts';
import type { FailedSignIn, TellFailure } from './failed-sign-ins.ts';
import type { FoundPerson, People } from './people.ts';

export interface ProofParts {
  people: People;
  clock: Clock;
  gate: AttemptGate;
  tellFailure: TellFailure;
}

type Asked = Pick<OperatorContext, 'db' | 'address' | 'requestId'>;
type Refused = FailedSignIn['refused'];

/** Undefined when the password is right and a code is needed beside it. One answer for an unknown address and a wrong password. */
export async function provePerson(
  parts: ProofParts,
  asked: Asked,
  { email, password, code }: { email: string; password: string; code: string | undefined },
): Promise<FoundPerson | undefined> {
  const account = email.toLowerCase();
  let refused: Refused = 'password';
  let person: FoundPerson | undefined;
  const outcome = await parts.gate.run(account, async () => {
    person = await parts.people.findByEmail(asked.db, account);
    if (!(await parts.people.isPassword(password, person)) || person === undefined) return undefined;
    if (!person.hasSecondFactor) return { person };
    if (code === undefined) return { person: undefined };
    const decision = await checkCode({ ...parts, db: asked.db }, person.id, code);
    if (decision === 'right') return { person };
    refused = decision === 'locked' ? 'locked' : 'code';
    return undefined;
  });
  if (outcome.right) return outcome.value.person;
  const { failures } = outcome;
  await parts.tellFailure(asked.db, {
    action: 'session/sign-in',
    personId: person?.id,
    refused,
    failures,
    ...from(asked),
  });
  throw new ApiError('UNAUTHORIZED', REFUSED[refused]);
}

/** A further proof by somebody who is signed in. It says 403, for the session itself is good. */
export async function proveAgain(
  parts: ProofParts,
  asked: Asked & { action: string },
  {
    person,
    password,
    code,
  }: { person: FoundPerson; password?: string | undefined; code?: string | undefined },
): Promise<void> {
  let refused: Refused = 'password';
  // Counted apart from signing in, so that guesses from outside do not shut out whoever is in.
  const outcome = await parts.gate.run(`${person.id} again`, async () => {
    if (password !== undefined && !(await parts.people.isPassword(password, person))) return undefined;
    if (code === undefined) return true;
    const decision = await checkCode({ ...parts, db: asked.db }, person.id, code);
    if (decision === 'right') return true;
    refused = decision === 'locked' ? 'locked' : 'code';
    return undefined;
  });
  if (outcome.right) return;
  const { failures } = outcome;
  const failed = { action: asked.action, personId: person.id, refused, failures, ...from(asked) };
  await parts.tellFailure(asked.db, failed);
  throw new ApiError('FORBIDDEN', refused === 'password' ? 'The password is wrong.' : REFUSED[refused]);
}

const REFUSED: Record<Refused, string> = {
  password: 'The email address or the password is wrong.',
  code: 'The code is wrong, or was used already.',
  locked: 'There were too many wrong codes. Wait 15 minutes, then try again.',
};

function from({ address, requestId }: Asked) {
  return { address, requestId };
}
