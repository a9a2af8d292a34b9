import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { type KeyAnswer, keyOperations } from '../../../../test/key-operations.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { keysCreate } from './keys-create.ts';
import { keysDisable, keysRevoke } from './keys-status.ts';
import { securityFindings } from './security-findings.ts';

interface Found {
  findings: { kind: string; keyId: string; name: string; environment: string; since: string }[];
  complete: boolean;
}

const DAY_MS = 86_400_000;
const clock = new ManualClock(Date.now());
const keys = await keyOperations({ clock });
const owner = keys.context(await keys.newOrganisation());
afterAll(() => keys.drop());

/** Creates a key that has no findings unless the given attributes cause one. */
async function newKey(more: object = {}): Promise<string> {
  const safe = {
    name: 'Shop',
    environment: 'sandbox',
    scopes: ['hotels:search'],
    allowedAddresses: ['10.0.0.1'],
    expiresAt: new Date(clock.nowMs() + 1000 * DAY_MS).toISOString(),
  };
  return (await keys.call<KeyAnswer>(keysCreate, owner, { ...safe, ...more })).key.keyId;
}

const find = (context = owner) => keys.call<Found>(securityFindings, context, {});
const kindsOf = async (keyId: string) =>
  (await find()).findings.filter(finding => finding.keyId === keyId).map(({ kind }) => kind);

async function age(keyId: string, days: number, usedDaysAgo?: number): Promise<void> {
  const at = (ago: number) => new Date(clock.nowMs() - ago * DAY_MS);
  await keys.db`UPDATE api_key SET created_at = ${at(days)} WHERE id = ${keyId}`;
  await keys.db`UPDATE api_key_secret SET created_at = ${at(days)} WHERE key_id = ${keyId}`;
  if (usedDaysAgo === undefined) return;
  await keys.db`
    INSERT INTO api_key_last_use (secret_id, used_at)
    SELECT id, ${at(usedDaysAgo)} FROM api_key_secret WHERE key_id = ${keyId}`;
}

describe('security/findings', () => {
  it('security/findings reports nothing for a recent key that is in use and has an expiry, an address list and few scopes', async () => {
    const keyId = await newKey();
    await age(keyId, 89, 1);
    expect(await kindsOf(keyId)).toEqual([]);
  });

  it.each([
    [{ expiresAt: null }, 'NO_EXPIRY'],
    [{ allowedAddresses: [] }, 'NO_ADDRESS_LIST'],
    [{ scopes: SCOPE_NAMES }, 'EVERY_SCOPE'],
  ])('security/findings reports a finding for a key with %o', async (more, kind) => {
    expect(await kindsOf(await newKey(more))).toEqual([kind]);
  });

  it('security/findings reports a key that has not been used in the 90 days since it was created', async () => {
    const [used, never] = [await newKey(), await newKey()];
    await age(used, 89, 0);
    await age(never, 91);
    expect(await kindsOf(used)).toEqual([]);
    expect(await kindsOf(never)).toEqual(['IDLE', 'OLD_SECRET']);
    const since = (await find()).findings.find(({ keyId }) => keyId === never)?.since;
    expect(since).toBe(new Date(clock.nowMs() - 91 * DAY_MS).toISOString());
  });

  it('security/findings reports a secret that is 90 days old even if it is in use', async () => {
    const keyId = await newKey();
    await age(keyId, 90, 0);
    expect(await kindsOf(keyId)).toEqual(['OLD_SECRET']);
  });

  it('security/findings reports only active keys, and no keys of another partner', async () => {
    const [disabled, revoked, expired] = [
      await newKey({ scopes: SCOPE_NAMES }),
      await newKey({ scopes: SCOPE_NAMES }),
      await newKey({ scopes: SCOPE_NAMES, expiresAt: new Date(clock.nowMs() + 1_000).toISOString() }),
    ];
    await keys.call(keysDisable, owner, { keyId: disabled });
    await keys.call(keysRevoke, owner, { keyId: revoked });
    clock.stepCalendar(2_000);
    for (const keyId of [disabled, revoked, expired]) expect(await kindsOf(keyId)).toEqual([]);
    const other = keys.context(await keys.newOrganisation());
    expect(await find(other)).toEqual({ findings: [], complete: true });
  });

  it('security/findings lists production keys first', async () => {
    await newKey({ environment: 'production', expiresAt: null });
    await newKey({ expiresAt: null });
    const order = (await find()).findings.map(({ environment }) => environment);
    expect(order).toEqual([...order].sort());
    expect(new Set(order).size).toBe(2);
  });
});
