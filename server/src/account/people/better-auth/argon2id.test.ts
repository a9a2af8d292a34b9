import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './argon2id.ts';

const PASSWORD = 'tea kettle over there';

it('a password matches its hash, and hashing it again produces a different hash', async () => {
  const [hash, again] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
  expect(hash).not.toBe(again);
  expect(await verifyPassword({ hash, password: PASSWORD })).toBe(true);
  expect(await verifyPassword({ hash, password: `${PASSWORD} ` })).toBe(false);
});

it('argon2id hashes agree with the reference implementation', async () => {
  // Created with the argon2 command of the reference implementation, with password "password", salt "somesalt",
  // 64 MiB and 2 passes.
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await verifyPassword({ hash, password: 'password' })).toBe(true);
  expect(await verifyPassword({ hash, password: 'Password' })).toBe(false);
});

it('password hashing treats composed and decomposed characters as equal', async () => {
  const hash = await hashPassword('caf\u00e9 au lait, s.v.p.');
  expect(await verifyPassword({ hash, password: 'cafe\u0301 au lait, s.v.p.' })).toBe(true);
});

it.each(['', 'plain', '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$AAAA', '$2b$10$abcdefghijklmnopqrstuv'])(
  'password verification rejects the hash "%s", which has another format',
  async hash => {
    expect(await verifyPassword({ hash, password: hash })).toBe(false);
  },
);

it('password hashing rejects a flood from one lane with RATE_LIMIT_EXCEEDED and a retry time', async () => {
  const turn = { queue: 'unknown', lane: '203.0.113.7' } as const;
  const flood = await Promise.allSettled(Array.from({ length: 40 }, () => hashPassword('x', turn)));
  const refused = flood.filter(one => one.status === 'rejected');
  expect(refused).toHaveLength(40 - 12);
  expect(refused[0]).toMatchObject({
    reason: { code: 'RATE_LIMIT_EXCEEDED', extras: { retryAfterSeconds: 2 } },
  });
  expect(await hashPassword('x', turn)).toMatch(/^\$argon2id/);
});

it('other lanes and known devices do not wait until a flood of password hashes from one lane is over', async () => {
  const order: string[] = [];
  const hash = async (queue: 'known' | 'unknown', lane: string) => {
    await hashPassword('x', { queue, lane });
    order.push(lane);
  };
  const flood = Array.from({ length: 12 }, () => hash('unknown', 'flood'));
  await Promise.all([...flood, hash('unknown', 'person'), hash('known', 'device')]);
  expect(order.indexOf('person')).toBeLessThan(8);
  expect(order.indexOf('device')).toBeLessThan(8);
});
