import { afterAll, describe, expect, it } from 'vitest';
import { type KeyAnswer, keyOperations, refusal } from '../../../../test/key-operations.ts';
import { createFirstKey } from '../../keys/create-first-key.ts';
import type { KeyPurpose } from '../../keys/key-store.ts';
import { addKey } from './keys-create.ts';
import { keysEndOverlap, keysRotate } from './keys-rotate.ts';
import { keysDisable, keysEnable, keysRevoke } from './keys-status.ts';
import { keysUpdate } from './keys-update.ts';

const keys = await keyOperations();
const owner = keys.context(await keys.newOrganisation());
afterAll(() => keys.drop());

const add = async (purpose: KeyPurpose, context = owner) => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const input = { name: 'Temporary', environment: 'sandbox' as const, scopes: ['hotels:search' as const] };
  return (await addKey(keys.parts, context, { ...input, expiresAt }, purpose)).key.id;
};

describe('keys that Serai creates for itself', () => {
  it.each(['TRY', 'CERTIFICATION'] as const)(
    'a %s key cannot be updated, rotated or enabled, so it stays short-lived and its secret is never shown',
    async purpose => {
      const keyId = await add(purpose);
      const code = async (call: Promise<unknown>) => (await refusal(call)).code;
      for (const context of [owner, { ...owner, staff: true }]) {
        const update = { keyId, expiresAt: null };
        expect(await code(keys.call(keysUpdate, context, update))).toBe('INVALID_STATE');
        expect(await code(keys.call(keysRotate, context, { keyId }))).toBe('INVALID_STATE');
        expect(await code(keys.call(keysEndOverlap, context, { keyId }))).toBe('INVALID_STATE');
        expect(await code(keys.call(keysEnable, context, { keyId }))).toBe('INVALID_STATE');
      }
      const disabled = await keys.call<KeyAnswer>(keysDisable, owner, { keyId });
      expect(disabled.key).toMatchObject({ status: 'DISABLED', purpose });
      expect(await code(keys.call(keysEnable, owner, { keyId }))).toBe('INVALID_STATE');
      expect((await keys.call<KeyAnswer>(keysRevoke, owner, { keyId })).key.status).toBe('REVOKED');
    },
  );

  it('a partner cannot bypass its limits by revoking keys for trying operations', async () => {
    const busy = keys.context(await keys.newOrganisation());
    for (let n = 0; n < 30; n++) {
      const keyId = await add('TRY', busy);
      if (n % 2 === 0) await keys.call(keysRevoke, busy, { keyId });
    }
    for (const context of [busy, { ...busy, staff: true }]) {
      expect((await refusal(add('TRY', context))).code).toBe('INVALID_STATE');
    }
    await keys.db`
      UPDATE api_key SET created_at = created_at - interval '61 minutes' WHERE organisation_id = ${busy.organisationId}`;
    await add('TRY', busy);
  });

  it('they do not count as the first key of an organisation', async () => {
    const organisationId = await keys.newOrganisation();
    await add('TRY', keys.context(organisationId));
    expect(await createFirstKey(keys.db, organisationId, keys.parts)).toBeDefined();
  });
});
