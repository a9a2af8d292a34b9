/** Tests the claims of repeated requests, and the retention of sessions and answers. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { createSeal } from '../../platform/secrets/seal.ts';
import { UCP_JOBS } from './clean-up.ts';
import { type Claimed, claimRequest, dropClaim, storeAnswer } from './idempotency-store.ts';
import type { Quoted, SessionScope } from './session.ts';
import { Sessions } from './session-store.ts';

const { db, ownerDb, drop } = await testDatabase();
afterAll(() => drop());

const seal = createSeal(Buffer.alloc(32, 7));
const sessions = new Sessions(seal);
const scope: SessionScope = { organisationId: 'org_ucp', environment: 'sandbox', keyId: 'key_1' };
const hash = Buffer.alloc(32, 1);

await ownerDb`INSERT INTO organisation (id, name) VALUES ('org_ucp', 'Platform')`;
beforeEach(() => ownerDb.script('DELETE FROM ucp_request; DELETE FROM ucp_session'));

const claim = (key: string, completes?: string) => claimRequest(db, seal, scope, { key, hash, completes });
const claimNew = async (key: string, completes?: string): Promise<Claimed> => {
  const claimed = await claim(key, completes);
  if (claimed.kind !== 'NEW') throw new Error(`the request is ${claimed.kind}`);
  return claimed;
};
const expire = (key: string) =>
  ownerDb`UPDATE ucp_request SET claimed_until = now() - interval '1 second' WHERE idempotency_key = ${key}`;
const newSession = (sessionId: string) =>
  sessions.insert(db, scope, {
    sessionId,
    quoted: { quoteId: 'qte_1', expiresAt: new Date().toISOString() } as Quoted,
    people: { stays: [] },
  });

describe('a request', () => {
  test('that was abandoned can neither store its answer nor drop the claim of its successor', async () => {
    const key = randomUUID();
    const first = await claimNew(key);
    expect((await claim(key)).kind).toBe('BUSY');
    await expire(key);
    const second = await claimNew(key);
    await dropClaim(db, scope, first);
    await storeAnswer(db, seal, scope, first, { status: 200, body: '{"old":1}', sessionId: undefined });
    expect((await claim(key)).kind).toBe('BUSY');
    await storeAnswer(db, seal, scope, second, { status: 200, body: '{"new":1}', sessionId: undefined });
    expect(await claim(key)).toEqual({ kind: 'ANSWERED', status: 200, body: '{"new":1}' });
  });

  test('that completes a session keeps the quote of its first execution', async () => {
    const session = await newSession('ucs_1');
    const key = randomUUID();
    const first = await claimNew(key, 'ucs_1');
    expect(first.quoteId).toBe('qte_1');
    const quoted = { ...session.quoted, quoteId: 'qte_2', isShown: false } as Quoted;
    await sessions.change(db, scope, session, { quoted });
    await dropClaim(db, scope, first);
    expect(await claimNew(key, 'ucs_1')).toMatchObject({ quoteId: 'qte_1', number: 2 });
    expect(await claim(key, 'ucs_1')).toEqual({ kind: 'BUSY', quoteId: 'qte_1' });
    expect((await claimNew(randomUUID(), 'ucs_1')).quoteId).toBeUndefined();
  });
});

describe('the clean-up', () => {
  const run = () => UCP_JOBS['ucp.clean-up']?.run({ db } as never);
  const HOURLY = { kind: 'AGAIN', delayMs: 3_600_000 };
  const AT_ONCE = { kind: 'AGAIN', delayMs: 0 };

  test('deletes a session 30 days after it expired', async () => {
    await newSession('ucs_1');
    await ownerDb`UPDATE ucp_session SET expires_at = now() - interval '29 days 23 hours'`;
    expect(await run()).toEqual(HOURLY);
    expect(await db`SELECT FROM ucp_session`).toHaveLength(1);
    await ownerDb`UPDATE ucp_session SET expires_at = now() - interval '30 days 1 hour'`;
    expect(await run()).toEqual(HOURLY);
    expect(await db`SELECT FROM ucp_session`).toHaveLength(0);
  });

  test('deletes an answer after 7 days', async () => {
    await claimNew(randomUUID());
    await ownerDb`UPDATE ucp_request SET created_at = now() - interval '6 days 23 hours'`;
    expect(await run()).toEqual(HOURLY);
    expect(await db`SELECT FROM ucp_request`).toHaveLength(1);
    await ownerDb`UPDATE ucp_request SET created_at = now() - interval '7 days 1 hour'`;
    expect(await run()).toEqual(HOURLY);
    expect(await db`SELECT FROM ucp_request`).toHaveLength(0);
  });

  test('deletes in batches and runs again immediately while there may be more', async () => {
    await ownerDb`
      INSERT INTO ucp_request (organisation_id, environment, key_id, idempotency_key, request_hash, created_at,
        claimed_until, claim_number)
      SELECT 'org_ucp', 'sandbox', 'key_1', n::text, '', now() - interval '8 days', now(), 1
      FROM generate_series(1, 1500) AS n`;
    expect(await run()).toEqual(AT_ONCE);
    expect(await db`SELECT FROM ucp_request`).toHaveLength(500);
    expect(await run()).toEqual(HOURLY);
    expect(await db`SELECT FROM ucp_request`).toHaveLength(0);
  });
});
