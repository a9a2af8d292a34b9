import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type KeyAnswer, keyOperations, refusal } from '../../../../test/key-operations.ts';
import { parseKeyText } from '../../keys/key-format.ts';
import { findKeyRecords } from '../../keys/key-read-store.ts';
import { digestSecret, findSecret } from '../../keys/key-secret.ts';
import { keysCreate } from './keys-create.ts';
import { keysShow } from './keys-list.ts';
import { keysEndOverlap, keysRotate } from './keys-rotate.ts';
import { keysDisable, keysRevoke } from './keys-status.ts';
import { keysUpdate } from './keys-update.ts';

const HOUR_MS = 3_600_000;
let made: KeyAnswer;
const keys = await keyOperations();
const owner = keys.context(await keys.newOrganisation());
afterAll(() => keys.drop());
beforeEach(async () => {
  made = await newKey({});
});

const newKey = (more: object) =>
  keys.call<KeyAnswer>(keysCreate, owner, {
    name: 'Shop',
    environment: 'sandbox',
    scopes: ['hotels:search'],
    ...more,
  });

const rotate = (input: object = {}, context = owner) =>
  keys.call<KeyAnswer>(keysRotate, context, { keyId: made.key.keyId, ...input });
const on = (operation: typeof keysShow, context = owner) =>
  keys.call<KeyAnswer>(operation, context, { keyId: made.key.keyId });

/** Returns whether the gateway would accept this key text after the given time. */
async function works(text: string, inMs = 0): Promise<boolean> {
  const [record] = await findKeyRecords(keys.db, [made.key.keyId]);
  const secret = parseKeyText(text)?.secret ?? '';
  return findSecret(record?.secrets, digestSecret(secret), Date.now() + inMs) !== undefined;
}

function secondsUntil(instant: string | null | undefined): number {
  return Math.round((Date.parse(instant ?? '') - Date.now()) / 1000);
}

describe('keys/rotate', () => {
  it('keys/rotate creates a second secret for the same key, and the old secret stays valid for a day', async () => {
    const { key, secret } = await rotate();
    expect(key).toMatchObject({ keyId: made.key.keyId, limits: made.key.limits, scopes: made.key.scopes });
    expect(parseKeyText(secret)?.id).toBe(made.key.keyId);
    expect(key.secrets).toHaveLength(2);
    expect(key.secrets[0]).toMatchObject({ validUntil: null });
    expect(key.display).toContain(`_${key.secrets[0]?.start}…`);
    expect(secondsUntil(key.secrets[1]?.validUntil)).toBeCloseTo(86_400, -1);

    expect([await works(made.secret), await works(secret)]).toEqual([true, true]);
    expect([await works(made.secret, 25 * HOUR_MS), await works(secret, 25 * HOUR_MS)]).toEqual([
      false,
      true,
    ]);
  });

  it('keys/rotate uses the given overlap and invalidates the old secret immediately if the overlap is 0', async () => {
    const { key } = await rotate({ overlapSeconds: 60 });
    expect(secondsUntil(key.secrets[1]?.validUntil)).toBeCloseTo(60, -1);
    const third = await rotate({ overlapSeconds: 0 });
    expect(third.key.secrets).toMatchObject([{ validUntil: null }]);
    expect([await works(made.secret), await works(third.secret)]).toEqual([false, true]);
  });

  it('after a rotation without an overlap, the old secret is invalid even on a node whose clock is far behind', async () => {
    await rotate({ overlapSeconds: 0 });
    expect(await works(made.secret, -24 * HOUR_MS)).toBe(false);
  });

  it('the old secret of a rotated key expires no later than the key', async () => {
    const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();
    made = await newKey({ expiresAt });
    const { key } = await rotate();
    expect(key.secrets[1]?.validUntil).toBe(expiresAt);
  });

  it("the overlap after a rotation becomes shorter if the key's expiry is brought forward", async () => {
    await rotate();
    const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();
    const { key } = await keys.call<KeyAnswer>(keysUpdate, owner, { keyId: made.key.keyId, expiresAt });
    expect(key.secrets[1]?.validUntil).toBe(expiresAt);
  });

  it('keys/rotate invalidates the oldest secret immediately if the key is rotated during an overlap', async () => {
    const second = await rotate();
    const third = await rotate();
    expect(third.key.secrets).toHaveLength(2);
    expect([await works(made.secret), await works(second.secret), await works(third.secret)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('keys/rotate audits the IDs and expiry times of the secrets, but no part of the secrets', async () => {
    const { key, secret } = await rotate();
    const [, entry] = await keys.audit(made.key.keyId);
    expect(entry?.action).toBe('keys/rotate');
    expect(entry?.before).toEqual({ secrets: [{ secretId: key.secrets[1]?.secretId, validUntil: null }] });
    expect(entry?.after).toMatchObject({ secrets: [{ secretId: key.secrets[0]?.secretId }, {}] });
    expect(JSON.stringify(entry)).not.toContain(parseKeyText(secret)?.secret.slice(0, 4));
  });

  it('many concurrent rotations leave at most two valid secrets, and each rotation returns a different secret', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => rotate()));
    const texts = [made.secret, ...answers.map(answer => answer.secret)];
    expect(new Set(texts).size).toBe(7);
    const working = await Promise.all(texts.map(text => works(text)));
    expect(working.filter(Boolean)).toHaveLength(2);
    const { key } = await on(keysShow);
    expect(key.secrets.filter(secret => secret.validUntil === null)).toHaveLength(1);
    expect(await keys.audit(made.key.keyId)).toHaveLength(7);
  });

  it('keys/rotate never reactivates a key that is revoked at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      made = await newKey({});
      const [rotated] = await Promise.allSettled([rotate(), on(keysRevoke)]);
      if (rotated.status === 'rejected') expect(rotated.reason).toMatchObject({ code: 'INVALID_STATE' });
      expect((await on(keysShow)).key).toMatchObject({ status: 'REVOKED', secrets: [] });
    }
  });

  it('keys/rotate rejects the rotation of a revoked or expired key, but not of a disabled key', async () => {
    await on(keysDisable);
    expect((await rotate()).key.status).toBe('DISABLED');
    await on(keysRevoke);
    expect((await refusal(rotate())).code).toBe('INVALID_STATE');

    made = await newKey({ expiresAt: new Date(Date.now() + HOUR_MS).toISOString() });
    await keys.db`UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = ${made.key.keyId}`;
    const { code, message } = await refusal(rotate());
    expect(code).toBe('INVALID_STATE');
    expect(message).toContain('expired');
  });

  it("keys/rotate accepts only keys of the caller's organisation and requires an admin or owner for production keys", async () => {
    const foreign = keys.context(await keys.newOrganisation());
    expect((await refusal(rotate({}, foreign))).code).toBe('NOT_FOUND');
    made = await newKey({ environment: 'production' });
    expect((await refusal(rotate({}, { ...owner, role: 'developer' }))).code).toBe('FORBIDDEN');
    expect(await keys.audit(made.key.keyId)).toHaveLength(1);
  });
});

describe('keys/end-overlap', () => {
  it('keys/end-overlap invalidates the older secret immediately and keeps the current one', async () => {
    const { secret } = await rotate();
    const { key } = await on(keysEndOverlap);
    expect(key.secrets).toMatchObject([{ validUntil: null }]);
    expect([await works(made.secret), await works(secret)]).toEqual([false, true]);
    expect((await keys.audit(made.key.keyId)).map(entry => entry.action)).toEqual([
      'keys/create',
      'keys/rotate',
      'keys/end-overlap',
    ]);
  });

  it('keys/end-overlap changes nothing if there is no overlap', async () => {
    expect((await on(keysEndOverlap)).key).toEqual(made.key);
    expect(await keys.audit(made.key.keyId)).toHaveLength(1);
  });
});
