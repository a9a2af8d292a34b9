import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { NOBODY } from './access-checks.ts';
import type { Caller } from './identify.ts';
import { holderOf, OperatorAdmission } from './operator-admission.ts';

const OWNER: Caller = {
  actor: 'person_owner',
  role: 'owner',
  organisationId: 'org_a',
  confirmed: true,
  staff: true,
};
const LIST = { name: 'bookings/list' } as const;
const never = new Promise<never>(() => {});

/** Returns whether the work of this caller starts. Started work never ends. */
function begins(admission: OperatorAdmission, caller: Caller, address: string): boolean {
  let begun = false;
  admission
    .run(holderOf(caller, address, LIST), () => {
      begun = true;
      return never;
    })
    .catch(error => expect(error.code).toBe('SERVICE_UNAVAILABLE'));
  return begun;
}

test('however many addresses unauthenticated clients use, an authenticated caller still gets a slot', () => {
  const admission = new OperatorAdmission();
  let count = 0;
  while (count < 2_000 && begins(admission, NOBODY, `192.0.${count >> 8}.${count & 255}`)) count += 1;
  expect(count).toBe(300);
  expect(begins(admission, OWNER, '192.0.2.1')).toBe(true);
});

test('one client address cannot take all slots: requests from another address are still admitted', () => {
  const admission = new OperatorAdmission();
  let count = 0;
  while (begins(admission, NOBODY, '192.0.2.1')) count += 1;
  expect(count).toBe(150);
  expect(begins(admission, NOBODY, '192.0.2.2')).toBe(true);
});

test('a slot is released when its work completes or fails', async () => {
  const admission = new OperatorAdmission();
  const holder = holderOf(OWNER, undefined, LIST);
  for (let i = 0; i < 400; i++) {
    await admission.run(holder, async () => i);
    await admission.run(holder, () => Promise.reject(new Error('no'))).catch(() => {});
  }
  expect(begins(admission, OWNER, '192.0.2.1')).toBe(true);
});

test('credential lookups from one address leave room for lookups from another address', async () => {
  const admission = new OperatorAdmission();
  const credentials = { kind: 'cookie', token: 'x' } as const;
  let begun = 0;
  const slow = admission.identify(() => {
    begun += 1;
    return never;
  }, '192.0.2.1');
  for (let i = 0; i < 300; i++) slow(credentials).catch(() => {});
  expect(begun).toBe(150);
  expect(await admission.identify(async () => OWNER, '192.0.2.2')(credentials)).toBe(OWNER);
});

const userOf = (partnerId: string, actor: string): Caller => ({
  actor,
  role: 'partner-viewer',
  organisationId: partnerId,
  confirmed: false,
  staff: false,
});

/** Starts work that ends only when its entry in `ends` is called. */
function slowWork(admission: OperatorAdmission) {
  const ends: (() => void)[] = [];
  return {
    ends,
    start: (caller: Caller, operation: Parameters<typeof holderOf>[2] = LIST) =>
      admission.run(
        holderOf(caller, undefined, operation),
        () => new Promise<void>(resolve => ends.push(resolve)),
      ),
  };
}

const settled = () => new Promise(resolve => setImmediate(resolve));

test('the users of one partner together run six operations at a time, and further operations wait', async () => {
  const admission = new OperatorAdmission(new ManualClock());
  const { ends, start } = slowWork(admission);
  for (let i = 0; i < 20; i++) void start(userOf('prt_a', `person_${i}`));
  await settled();
  expect(ends).toHaveLength(6);
  ends[0]?.();
  await settled();
  expect(ends).toHaveLength(7);
  void start(userOf('prt_b', 'other'));
  await settled();
  expect(ends).toHaveLength(8);
  expect(begins(admission, OWNER, '192.0.2.1')).toBe(true);
});

test('a request of a partner user that waits too long for its turn is rejected', async () => {
  const clock = new ManualClock();
  const { start } = slowWork(new OperatorAdmission(clock));
  const all = Array.from({ length: 7 }, () => start(userOf('prt_a', 'person')));
  const last = expect(all.at(-1)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await settled();
  clock.advance(10_000);
  await last;
});

test('trying an operation in the reference does not use the slots for partner users, because it may wait for a provider', async () => {
  const admission = new OperatorAdmission(new ManualClock());
  const { ends, start } = slowWork(admission);
  for (let i = 0; i < 10; i++) void start(userOf('prt_a', 'person'), { name: 'reference/try' });
  await settled();
  expect(ends).toHaveLength(10);
  void start(userOf('prt_a', 'person'));
  await settled();
  expect(ends).toHaveLength(11);
});
