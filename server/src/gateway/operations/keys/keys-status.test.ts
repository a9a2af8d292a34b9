import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Key, type KeyAnswer, keyOperations, refusal } from '../../../../test/key-operations.ts';
import type { OperatorHandler } from '../../../platform/operations/operator/operator-handler.ts';
import { findKeyRecords } from '../../keys/key-read-store.ts';
import type { KeyOperationParts } from './key-operation-parts.ts';
import { keysCreate } from './keys-create.ts';
import { keysEndOverlap, keysRotate } from './keys-rotate.ts';
import { keysDisable, keysEnable, keysRevoke } from './keys-status.ts';

let made: Key;
const keys = await keyOperations();
const owner = keys.context(await keys.newOrganisation());
afterAll(() => keys.drop());
beforeEach(async () => {
  made = await newKey('sandbox');
});

async function newKey(environment: string): Promise<Key> {
  const input = { name: 'Shop', environment, scopes: ['hotels:search'] };
  return (await keys.call<KeyAnswer>(keysCreate, owner, input)).key;
}

type Make = (parts: KeyOperationParts) => OperatorHandler;
const act = async (make: Make, context = owner) =>
  (await keys.call<KeyAnswer>(make, context, { keyId: made.keyId })).key;
const stored = async () => (await findKeyRecords(keys.db, [made.keyId]))[0];

describe('the status of a key', () => {
  it('keys/disable and keys/enable change the status that the gateway reads', async () => {
    expect((await act(keysDisable)).status).toBe('DISABLED');
    expect((await stored())?.status).toBe('DISABLED');
    const enabled = await act(keysEnable);
    expect(enabled).toEqual({ ...made, updatedAt: enabled.updatedAt });
    expect((await stored())?.status).toBe('ACTIVE');
  });

  it('a revoked key cannot be disabled, enabled or rotated', async () => {
    expect(await act(keysRevoke)).toMatchObject({ status: 'REVOKED', secrets: [], display: made.display });
    for (const change of [keysDisable, keysEnable, keysRotate, keysEndOverlap]) {
      expect((await refusal(act(change))).code).toBe('INVALID_STATE');
    }
    expect((await stored())?.status).toBe('REVOKED');
  });

  it('setting the status that a key already has writes nothing', async () => {
    await act(keysEnable);
    await act(keysRevoke);
    const { generation } = (await stored()) ?? {};
    expect((await act(keysRevoke)).status).toBe('REVOKED');
    expect((await stored())?.generation).toBe(generation);
    expect((await keys.audit(made.keyId)).map(entry => entry.action)).toEqual(['keys/create', 'keys/revoke']);
  });

  it('a change of key status is audited with the old and new status', async () => {
    await act(keysDisable);
    const [, entry] = await keys.audit(made.keyId);
    expect(entry).toMatchObject({
      action: 'keys/disable',
      before: { status: 'ACTIVE' },
      after: { status: 'DISABLED' },
    });
  });

  it('a change of key status applies to this node before the response', async () => {
    const before = keys.refreshed();
    await act(keysRevoke);
    expect(keys.refreshed()).toBe(before + 1);
  });

  it('the status of a key can be changed only by its own organisation, and for production keys only by admins and owners', async () => {
    const foreign = keys.context(await keys.newOrganisation());
    for (const change of [keysDisable, keysEnable, keysRevoke]) {
      expect((await refusal(act(change, foreign))).code).toBe('NOT_FOUND');
    }
    made = await newKey('production');
    for (const change of [keysDisable, keysEnable, keysRevoke]) {
      expect((await refusal(act(change, { ...owner, role: 'developer' }))).code).toBe('FORBIDDEN');
    }
    expect((await stored())?.status).toBe('ACTIVE');
  });

  it('a key is revoked only once, regardless of other changes at the same time', async () => {
    await Promise.allSettled([
      act(keysEnable),
      act(keysRevoke),
      act(keysDisable),
      act(keysRevoke),
      act(keysEnable),
    ]);
    expect((await stored())?.status).toBe('REVOKED');
    const actions = (await keys.audit(made.keyId)).map(entry => entry.action);
    expect(actions.filter(action => action === 'keys/revoke')).toHaveLength(1);
    expect(actions.at(-1)).toBe('keys/revoke');
  });
});
