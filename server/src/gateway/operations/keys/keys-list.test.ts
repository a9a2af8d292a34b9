import { afterAll, describe, expect, it } from 'vitest';
import { type Key, type KeyAnswer, keyOperations, refusal } from '../../../../test/key-operations.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { keysCreate } from './keys-create.ts';
import { keysList, keysShow } from './keys-list.ts';
import { keysRotate } from './keys-rotate.ts';
import { keysDisable, keysRevoke } from './keys-status.ts';

interface Page {
  keys: Key[];
  page: { nextCursor: string | null; hasMore: boolean };
}

const clock = new ManualClock(Date.now());
const keys = await keyOperations({ clock });
const owner = keys.context(await keys.newOrganisation());
await newKey('one', 'sandbox');
await newKey('two', 'production');
await keys.call(keysDisable, owner, { keyId: (await newKey('three', 'sandbox')).keyId });
await keys.call(keysRevoke, owner, { keyId: (await newKey('four', 'sandbox')).keyId });
await newKey('five', 'sandbox', new Date(clock.nowMs() + 1_000).toISOString());
clock.stepCalendar(2_000);
afterAll(() => keys.drop());

async function newKey(name: string, environment: string, expiresAt: string | null = null): Promise<Key> {
  const input = { name, environment, scopes: ['hotels:search'], expiresAt };
  return (await keys.call<KeyAnswer>(keysCreate, owner, input)).key;
}

const list = (input: object = {}, context = owner) => keys.call<Page>(keysList, context, input);
const names = async (input: object) => (await list(input)).keys.map(key => key.name);

describe('keys/list', () => {
  it('keys/list returns the newest keys first', async () => {
    expect(await names({})).toEqual(['five', 'four', 'three', 'two', 'one']);
  });

  it('keys/list filters by environment and by the current status', async () => {
    expect(await names({ environment: 'production' })).toEqual(['two']);
    expect(await names({ status: 'ACTIVE' })).toEqual(['two', 'one']);
    expect(await names({ status: 'EXPIRED' })).toEqual(['five']);
    expect(await names({ status: 'DISABLED' })).toEqual(['three']);
    expect(await names({ status: 'REVOKED', environment: 'sandbox' })).toEqual(['four']);
  });

  it('keys/list finds keys by a part of the name, and by the beginning of the ID or of the key', async () => {
    const [{ keyId, display } = expect.fail('no key')] = (await list({ search: 'TW' })).keys;
    expect(await names({ search: ' e ' })).toEqual(['five', 'three', 'one']);
    for (const search of [
      keyId.slice(0, 8),
      keyId,
      `serai_live_${keyId}`,
      display,
      `serai_live_${keyId}_wrong`,
    ])
      expect(await names({ search })).toEqual(['two']);
    expect(await names({ search: 'two', environment: 'sandbox' })).toEqual([]);
    expect(await names({ search: 'none of them' })).toEqual([]);
    for (const start of ['serai_', 'serai_live_']) {
      const environment = start === 'serai_' ? {} : { environment: 'production' };
      expect(await names({ search: start })).toEqual(await names(environment));
    }
  });

  it('keys/list pages through all keys without gaps or duplicates, even if several were created at the same time', async () => {
    const context = keys.context(await keys.newOrganisation());
    const input = { name: 'Same', environment: 'sandbox', scopes: ['hotels:read'] };
    for (let i = 0; i < 7; i++) await keys.call(keysCreate, context, input);
    await keys.db`UPDATE api_key SET created_at = '2026-01-01 00:00:00.123456Z'
      WHERE organisation_id = ${context.organisationId}`;
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: Page = await list({ page: cursor ? { limit: 3, cursor } : { limit: 3 } }, context);
      seen.push(...page.keys.map(key => key.keyId));
      expect(page.page.hasMore).toBe(page.page.nextCursor !== null);
      cursor = page.page.nextCursor;
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen).size).toBe(7);
  });

  it('keys/list rejects a cursor that was issued for another partner or other filters', async () => {
    const { nextCursor: cursor } = (await list({ page: { limit: 2 } })).page;
    const foreign = keys.context(await keys.newOrganisation());
    expect((await refusal(list({ page: { cursor } }, foreign))).code).toBe('INVALID_CURSOR');
    expect((await refusal(list({ page: { cursor }, status: 'ACTIVE' }))).code).toBe('INVALID_CURSOR');
    expect((await refusal(list({ page: { cursor }, search: 'e' }))).code).toBe('INVALID_CURSOR');
    expect((await list({ page: { cursor } })).keys.map(key => key.name)).toEqual(['three', 'two', 'one']);
  });

  it('keys/list does not show keys of another partner', async () => {
    const foreign = keys.context(await keys.newOrganisation());
    expect(await list({}, foreign)).toEqual({ keys: [], page: { nextCursor: null, hasMore: false } });
  });
});

describe('keys/show', () => {
  it('keys/show returns the last use of each valid secret, and the last use of the key with any of its secrets', async () => {
    const { keyId, secrets } = await newKey('used', 'sandbox');
    await keys.db`INSERT INTO api_key_last_use (secret_id, used_at, address, client_version)
      VALUES (${secrets[0]?.secretId ?? ''}, '2026-01-02T03:04:05.678901Z', '203.0.113.9', '4.2.0')`;
    const use = { at: '2026-01-02T03:04:05.678Z', address: '203.0.113.9', clientVersion: '4.2.0' };

    await keys.call(keysRotate, owner, { keyId });
    const { key } = await keys.call<KeyAnswer>(keysShow, owner, { keyId });
    expect(key.secrets.map(secret => secret.lastUsed)).toEqual([null, use]);
    expect(key.lastUsed).toEqual(use);

    await keys.call(keysRotate, owner, { keyId, overlapSeconds: 0 });
    const later = await keys.call<KeyAnswer>(keysShow, owner, { keyId });
    expect(later.key.secrets.map(secret => secret.lastUsed)).toEqual([null]);
    expect(later.key.lastUsed).toEqual(use);
  });

  it('keys/show returns 404 for a key of another partner', async () => {
    const { keyId } = await newKey('mine', 'sandbox');
    const foreign = keys.context(await keys.newOrganisation());
    expect((await refusal(keys.call(keysShow, foreign, { keyId }))).code).toBe('NOT_FOUND');
  });
});
