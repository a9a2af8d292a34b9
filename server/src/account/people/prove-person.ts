/**
 * Checks people's passwords and codes when they sign in or confirm a session. If a password or code could not be
 * checked, the response is 429 and no failure is counted.
 */
import type { AuditAction } from '@serai/contract/account/audit-actions.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { addressGroup } from '../../platform/http/address-list.ts';
import type {
  OperatorContext,
  OperatorSession,
} from '../../platform/operations/operator/operator-handler.ts';
import type { KnownDevices } from '../access/known-device.ts';
import type { AttemptGates, Outcome } from './attempt-gate.ts';
import { checkCode } from './check-code.ts';
import type { FailedSignIn, TellFailure } from './failed-sign-ins.ts';
import type { FoundPerson, HashTurn, People } from './people.ts';

export interface ProofParts {
  people: People;
  clock: Clock;
  gates: AttemptGates;
  devices: KnownDevices;
  tellFailure: TellFailure;
}

type Asked = Pick<OperatorContext, 'db' | 'address' | 'requestId' | 'device'>;
type Refused = FailedSignIn['refused'];

/**
 * Returns undefined if the password is correct but a code is still required. Throws the same error for an unknown
 * address as for a wrong password.
 */
export async function provePerson(
  parts: ProofParts,
  asked: Asked,
  { email, password, code }: { email: string; password: string; code: string | undefined },
): Promise<FoundPerson | undefined> {
  const account = email.toLowerCase();
  let refused: Refused = 'password';
  let person: FoundPerson | undefined;
  const outcome = await inTurn(parts, account, asked, async (turn, isKnown) => {
    person = await parts.people.findByEmail(asked.db, account);
    if (!(await parts.people.isPassword(password, person, turn)) || person === undefined) return undefined;
    if (!person.hasSecondFactor) return { person };
    if (code === undefined) return { person: undefined };
    refused = 'code';
    const proof = { ...parts, db: asked.db };
    return (await isCode(proof, { personId: person.id, code, isKnown })) ? { person } : undefined;
  });
  const proved = checked(outcome);
  if (proved.value !== undefined) return proved.value.person;
  const { failures } = proved;
  await parts.tellFailure(asked.db, {
    action: 'session/sign-in',
    personId: person?.id,
    refused,
    failures,
    ...from(asked),
  });
  throw new ApiError('UNAUTHORIZED', REFUSED[refused]);
}

/** Known devices have a separate queue, which other clients cannot fill. */
async function inTurn<T>(
  { gates, devices }: ProofParts,
  account: string,
  { address, device }: Asked,
  attempt: (turn: HashTurn, isKnown: boolean) => Promise<T>,
): Promise<Outcome<T>> {
  const deviceId = devices.find(account, device);
  if (deviceId !== undefined) {
    const turn = { key: account, lane: deviceId };
    return gates.knownDevice.run(turn, () => attempt({ queue: 'known', lane: account }, true));
  }
  const group = addressGroup(address);
  const outcome = await gates.address.run(
    { key: group, lane: account },
    () =>
      gates.account.run({ key: account, lane: group }, () =>
        attempt({ queue: 'unknown', lane: group }, false),
      ),
    tried => (tried.isFull || tried.value !== undefined ? undefined : 'wrong'),
  );
  return outcome.isFull ? outcome : outcome.value;
}

interface Proof {
  person: FoundPerson;
  session: OperatorSession;
  password?: string | undefined;
  code?: string | undefined;
}

/** Checks a signed-in person's password or code again. Fails with 403, because the session itself is valid. */
export async function proveAgain(
  parts: ProofParts,
  asked: Asked & { action: AuditAction },
  { person, session, password, code }: Proof,
): Promise<void> {
  let refused: Refused = 'password';
  const personId = person.id;
  // Counted separately from sign-ins, so that guesses from outside do not delay signed-in people.
  const outcome = await parts.gates.signedIn.run({ key: personId, lane: session.id }, async () => {
    const turn = turnOf(session);
    if (password !== undefined && !(await parts.people.isPassword(password, person, turn))) return undefined;
    if (code === undefined) return true;
    refused = 'code';
    const proof = { ...parts, db: asked.db };
    return (await isCode(proof, { personId, code, isKnown: true })) ? true : undefined;
  });
  const { value, failures } = checked(outcome);
  if (value) return;
  await parts.tellFailure(asked.db, { action: asked.action, personId, refused, failures, ...from(asked) });
  throw new ApiError('FORBIDDEN', refused === 'password' ? 'The password is wrong.' : REFUSED[refused]);
}

export function turnOf({ personId, id }: OperatorSession): HashTurn {
  return { queue: 'known', lane: personId ?? id };
}

/** Returns the result of the attempt. Throws 429 if the attempt was not made. */
export function checked<T>(outcome: Outcome<T>): Extract<Outcome<T>, { isFull: false }> {
  if (!outcome.isFull) return outcome;
  throw tooMany('There are too many concurrent attempts.', outcome.retryAfterSeconds);
}

async function isCode(
  parts: Parameters<typeof checkCode>[0],
  asked: Parameters<typeof checkCode>[1],
): Promise<boolean> {
  const decision = await checkCode(parts, asked);
  if (decision.code !== 'locked') return decision.code === 'right';
  const seconds = Math.ceil((decision.untilMs - parts.clock.nowMs()) / 1000);
  throw tooMany('There were too many wrong codes.', Math.max(1, seconds));
}

function tooMany(reason: string, retryAfterSeconds: number): ApiError {
  const seconds = retryAfterSeconds === 1 ? '1 second' : `${retryAfterSeconds} seconds`;
  const wait = retryAfterSeconds < 120 ? seconds : `${Math.ceil(retryAfterSeconds / 60)} minutes`;
  return new ApiError('RATE_LIMIT_EXCEEDED', `${reason} Nothing was checked. Try again in ${wait}.`, {
    retryAfterSeconds,
  });
}

const REFUSED: Record<Refused, string> = {
  password: 'The email address or the password is wrong.',
  code: 'The code is wrong or has already been used.',
};

function from({ address, requestId }: Asked) {
  return { address, requestId };
}
