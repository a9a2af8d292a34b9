import { expect, test } from 'vitest';
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
const never = new Promise<never>(() => {});

/** Returns whether the work of this caller starts. Started work never ends. */
function begins(admission: OperatorAdmission, caller: Caller, address: string): boolean {
  let begun = false;
  admission
    .run(holderOf(caller, address), () => {
      begun = true;
      return never;
    })
    .catch(error => expect(error.code).toBe('SERVICE_UNAVAILABLE'));
  return begun;
}

test('unauthenticated clients from any number of addresses leave all operator slots free', () => {
  const admission = new OperatorAdmission();
  let count = 0;
  while (count < 2_000 && begins(admission, NOBODY, `192.0.${count >> 8}.${count & 255}`)) count += 1;
  expect(count).toBe(300);
  expect(begins(admission, OWNER, '192.0.2.1')).toBe(true);
});

test('an address that takes as many slots as it can leaves room for another address', () => {
  const admission = new OperatorAdmission();
  let count = 0;
  while (begins(admission, NOBODY, '192.0.2.1')) count += 1;
  expect(count).toBe(150);
  expect(begins(admission, NOBODY, '192.0.2.2')).toBe(true);
});

test('a slot is released when the work ends or fails', async () => {
  const admission = new OperatorAdmission();
  const holder = holderOf(OWNER, undefined);
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
