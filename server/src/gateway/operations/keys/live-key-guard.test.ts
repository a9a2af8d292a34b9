import { afterAll, describe, expect, it } from 'vitest';
import { type KeyAnswer, keyOperations, refusal } from '../../../../test/key-operations.ts';
import type { OperatorContext } from '../../../platform/operations/operator/operator-handler.ts';
import { keysCreate } from './keys-create.ts';
import { keysShow } from './keys-list.ts';
import { keysEndOverlap, keysRotate } from './keys-rotate.ts';
import { keysDisable, keysEnable, keysRevoke } from './keys-status.ts';
import { keysUpdate } from './keys-update.ts';

const keys = await keyOperations();
const owner = keys.context(await keys.newOrganisation());
afterAll(() => keys.drop());

const CHANGES = [
  ['keys/update', keysUpdate, { name: 'Other' }],
  ['keys/rotate', keysRotate, {}],
  ['keys/end-overlap', keysEndOverlap, {}],
  ['keys/disable', keysDisable, {}],
  ['keys/enable', keysEnable, {}],
  ['keys/revoke', keysRevoke, {}],
] as const;

const draft = (environment: string) => ({ name: 'Shop', environment, scopes: ['hotels:search'] });
const newKey = async (environment: string) =>
  (await keys.call<KeyAnswer>(keysCreate, { ...owner, confirmed: true }, draft(environment))).key;

describe('a production key', () => {
  it('only an admin or owner with a recent step-up can create a production key', async () => {
    const create = (context: OperatorContext) => keys.call(keysCreate, context, draft('production'));
    const unconfirmed = await refusal(create({ ...owner, role: 'owner', confirmed: false }));
    expect(unconfirmed.code).toBe('FORBIDDEN');
    expect(unconfirmed.message).toContain('session/confirm');
    const weak = await refusal(create({ ...owner, role: 'developer', confirmed: true }));
    expect(weak.message).toContain('Your role is developer');
    await create({ ...owner, role: 'admin', confirmed: true });
  });

  it.each(CHANGES)(
    '%s of a production key is rejected without the required role or without a recent step-up',
    async (_, change, input) => {
      const before = await newKey('production');
      const { keyId } = before;
      const act = (more: Partial<OperatorContext>) =>
        keys.call(change, { ...owner, ...more }, { keyId, ...input });
      expect((await refusal(act({ role: 'owner', confirmed: false }))).code).toBe('FORBIDDEN');
      expect((await refusal(act({ role: 'developer', confirmed: true }))).code).toBe('FORBIDDEN');
      expect((await keys.call<KeyAnswer>(keysShow, owner, { keyId })).key).toEqual(before);
      expect(await keys.audit(keyId)).toHaveLength(1);
      await act({ role: 'admin', confirmed: true });
    },
  );
});

describe('a sandbox key', () => {
  const developer = () => ({ ...owner, role: 'developer' as const, confirmed: false });

  it('a developer can create a sandbox key without a step-up', async () => {
    await keys.call(keysCreate, developer(), draft('sandbox'));
  });

  it.each(CHANGES)('a developer can run %s on a sandbox key without a step-up', async (_, change, input) => {
    const { keyId } = await newKey('sandbox');
    await keys.call(change, developer(), { keyId, ...input });
  });
});
