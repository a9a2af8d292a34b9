import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Key, type KeyAnswer, keyOperations, refusal } from '../../../../test/key-operations.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { findKeyRecords } from '../../keys/key-read-store.ts';
import { keysCreate } from './keys-create.ts';
import { keysShow } from './keys-list.ts';
import { keysRevoke } from './keys-status.ts';
import { keysUpdate } from './keys-update.ts';

const clock = new ManualClock(Date.now());
let made: Key;
const keys = await keyOperations({ clock });
const owner = keys.context(await keys.newOrganisation());
afterAll(() => keys.drop());
beforeEach(async () => {
  made = await newKey('sandbox');
});

async function newKey(environment: string): Promise<Key> {
  const input = { name: 'Shop', environment, scopes: ['hotels:search', 'hotels:quote'] };
  return (await keys.call<KeyAnswer>(keysCreate, owner, input)).key;
}

const update = async (input: object, context = owner) =>
  (await keys.call<KeyAnswer>(keysUpdate, context, { keyId: made.keyId, ...input })).key;

const inOneHour = () => new Date(clock.nowMs() + 3_600_000).toISOString();

describe('keys/update', () => {
  it('keys/update changes only the given fields', async () => {
    const changed = await update({ limits: { perHour: 5 } });
    expect(changed).toEqual({
      ...made,
      limits: { ...made.limits, perHour: 5 },
      updatedAt: changed.updatedAt,
    });
  });

  it('keys/update changes the key record that the gateway reads and raises its generation', async () => {
    const [before] = await findKeyRecords(keys.db, [made.keyId]);
    await update({ scopes: ['content:read'], allowedAddresses: ['10.0.0.0/8'], limits: { perMinute: 3 } });
    const [after] = await findKeyRecords(keys.db, [made.keyId]);
    expect(after?.scopes).toEqual(new Set(['content:read']));
    expect(after?.addresses?.has('10.1.2.3')).toBe(true);
    expect(after?.addresses?.has('11.1.2.3')).toBe(false);
    expect(after?.limits.perMinute).toBe(3);
    expect(after?.generation).toBeGreaterThan(before?.generation ?? 0);
  });

  it('keys/update writes only the changed fields to the audit log', async () => {
    await update({ name: 'Shop', limits: { perHour: 5 }, allowedAddresses: ['10.0.0.1'] });
    const [, entry] = await keys.audit(made.keyId);
    expect(entry).toMatchObject({ action: 'keys/update' });
    expect(entry?.before).toEqual({ limits: { perHour: 15_000 }, allowedAddresses: [] });
    expect(entry?.after).toEqual({ limits: { perHour: 5 }, allowedAddresses: ['10.0.0.1'] });
  });

  it('keys/update writes nothing if nothing changes', async () => {
    expect(await update({ name: 'Shop', limits: {} })).toEqual(made);
    expect(await keys.audit(made.keyId)).toHaveLength(1);
  });

  it('keys/update sets an expiry in the future and clears it with null', async () => {
    const expiresAt = inOneHour();
    expect((await update({ expiresAt })).expiresAt).toBe(expiresAt);
    expect((await update({ name: 'Other' })).expiresAt).toBe(expiresAt);
    expect((await update({ expiresAt: null })).expiresAt).toBeNull();
    const past = new Date(clock.nowMs() - 1).toISOString();
    expect((await refusal(update({ expiresAt: past }))).extras.details).toMatchObject([
      { path: '/expiresAt' },
    ]);
  });

  it('keys/update reactivates an expired key with a later expiry', async () => {
    await update({ expiresAt: inOneHour() });
    clock.stepCalendar(7_200_000);
    expect((await keys.call<KeyAnswer>(keysShow, owner, { keyId: made.keyId })).key.status).toBe('EXPIRED');
    expect((await update({ name: 'Still expired' })).status).toBe('EXPIRED');
    expect((await update({ expiresAt: inOneHour() })).status).toBe('ACTIVE');
  });

  it('keys/update changes nothing if one field is invalid', async () => {
    const { extras } = await refusal(update({ name: 'Never', allowedAddresses: ['10.0.0.1', 'here'] }));
    expect(extras.details).toMatchObject([{ path: '/allowedAddresses/1', code: 'INVALID_ADDRESS' }]);
    expect((await keys.call<KeyAnswer>(keysShow, owner, { keyId: made.keyId })).key).toEqual(made);
  });

  it('keys/update returns 404 for an unknown or malformed ID and for a key of another organisation', async () => {
    const foreign = keys.context(await keys.newOrganisation());
    const answers = [
      await refusal(update({ name: 'Mine now' }, foreign)),
      await refusal(update({ keyId: '000000000000' })),
      await refusal(update({ keyId: "' OR 1=1 --" })),
    ];
    expect(new Set(answers.map(({ code, message }) => `${code} ${message}`)).size).toBe(1);
    expect(answers[0]?.code).toBe('NOT_FOUND');
  });

  it('keys/update allows only admins and owners to change production keys', async () => {
    made = await newKey('production');
    expect((await refusal(update({ name: 'X' }, { ...owner, role: 'developer' }))).code).toBe('FORBIDDEN');
    expect((await update({ name: 'X' }, { ...owner, role: 'admin' })).name).toBe('X');
  });

  it('keys/update rejects a change to a revoked key', async () => {
    await keys.call(keysRevoke, owner, { keyId: made.keyId });
    expect((await refusal(update({ name: 'X' }))).code).toBe('INVALID_STATE');
  });

  it('keys/update keeps all concurrent edits to different fields', async () => {
    const edits = [{ name: 'New' }, { limits: { perDay: 9 } }, { scopes: ['hotels:book'] }];
    await Promise.all(edits.map(edit => update(edit)));
    const { key } = await keys.call<KeyAnswer>(keysShow, owner, { keyId: made.keyId });
    expect(key).toMatchObject({
      name: 'New',
      limits: { perDay: 9, perHour: 15_000 },
      scopes: ['hotels:book'],
    });
  });
});
