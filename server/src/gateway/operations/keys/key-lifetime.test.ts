import { afterAll, describe, expect, it } from 'vitest';
import { type KeyAnswer, keyOperations, refusal } from '../../../../test/key-operations.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { keysCreate } from './keys-create.ts';
import { keysRotate } from './keys-rotate.ts';
import { keysUpdate } from './keys-update.ts';

const DAY_MS = 86_400_000;
const clock = new ManualClock(Date.now());
let maxDays: number | null;
const keys = await keyOperations({ clock, maxKeyLifetimeDays: async () => maxDays });
const owner = keys.context(await keys.newOrganisation());
afterAll(() => keys.drop());

const inDays = (days: number) => new Date(clock.nowMs() + days * DAY_MS).toISOString();
const least = { name: 'Shop', environment: 'sandbox', scopes: ['hotels:search'] };
const create = (more: object) => keys.call<KeyAnswer>(keysCreate, owner, { ...least, ...more });
const tooLong = [{ path: '/expiresAt', code: 'LIFETIME_TOO_LONG' }];

async function olderThanTheRule(): Promise<string> {
  maxDays = null;
  const { key } = await create({});
  maxDays = 30;
  return key.keyId;
}

describe('the maximum key lifetime of an organisation', () => {
  it('with a maximum key lifetime, a new key without an expiry or with an expiry that is too late is rejected', async () => {
    maxDays = 30;
    for (const more of [{}, { expiresAt: null }, { expiresAt: inDays(31) }]) {
      const { code, extras } = await refusal(create(more));
      expect(code).toBe('VALIDATION_ERROR');
      expect(extras.details).toMatchObject(tooLong);
    }
    expect((await create({ expiresAt: inDays(30) })).key.status).toBe('ACTIVE');
  });

  it('a missing expiry under a maximum key lifetime is reported together with other validation errors', async () => {
    maxDays = 30;
    const { extras } = await refusal(create({ allowedAddresses: ['here'] }));
    expect(extras.details?.map(({ path }) => path)).toEqual(['/allowedAddresses/0', '/expiresAt']);
  });

  it('with a maximum key lifetime, only edits that clear the expiry or set it too late are rejected', async () => {
    const keyId = await olderThanTheRule();
    const update = (more: object) => keys.call<KeyAnswer>(keysUpdate, owner, { keyId, ...more });
    for (const more of [{ expiresAt: null }, { expiresAt: inDays(31) }]) {
      expect((await refusal(update(more))).extras.details).toMatchObject(tooLong);
    }
    expect((await update({ allowedAddresses: ['10.0.0.1'] })).key.expiresAt).toBeNull();
    expect((await update({ expiresAt: inDays(29) })).key.expiresAt).toBe(inDays(29));
  });

  it('a key that exceeds the maximum lifetime cannot be rotated until it gets an allowed expiry', async () => {
    const keyId = await olderThanTheRule();
    const rotate = () => keys.call<KeyAnswer>(keysRotate, owner, { keyId });
    expect((await refusal(rotate())).extras.details).toMatchObject(tooLong);
    await keys.call(keysUpdate, owner, { keyId, expiresAt: inDays(20) });
    expect((await rotate()).key.secrets).toHaveLength(2);
  });
});
