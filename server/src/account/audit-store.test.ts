import type { AuditAction } from '@serai/contract/account/audit-actions.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/database.ts';
import { ManualClock } from '../../test/manual-clock.ts';
import { type OperatorServer, startOperatorServer } from '../../test/operator-server.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { recordAudit } from './audit-store.ts';
import { createSignInLink } from './sign-in.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

const clock = new ManualClock();
let database: TestDatabase;
let server: OperatorServer;

beforeAll(async () => {
  database = await testDatabase();
  server = await startOperatorServer({ pool: database.pool, clock });
  await database.ownerDb`INSERT INTO organisation (id, name) VALUES ('org_other', 'Other')`;
  for (let i = 0; i < 7; i++) await change(`key-${i}`, i % 2 === 0 ? 'keys/create' : 'keys/update');
  await change('key-of-others', 'keys/create', { organisationId: 'org_other', staff: false });
});

afterAll(async () => {
  await server?.close();
  await database?.drop();
});

function change(
  target: string,
  action: AuditAction,
  { organisationId = server.operatorId, staff = true } = {},
): Promise<void> {
  return inTransaction(database.db, tx =>
    recordAudit(tx, {
      organisationId,
      actor: 'ana@example.com',
      staff,
      action,
      target,
      before: null,
      after: { name: target, limits: { perMinute: 600 } },
      address: '203.0.113.7',
      requestId: 'req_test',
    }),
  );
}

interface Listed {
  entries: { target: string; action: string }[];
  page: { nextCursor: string | null; hasMore: boolean };
}

const list = async (input: object): Promise<Listed> =>
  (await server.call('audit/list', server.bearer, input)).json;

describe('the audit log', () => {
  it.each([
    ['changed', 'UPDATE audit_entry SET actor = $$nobody$$'],
    ['removed', 'DELETE FROM audit_entry'],
    ['emptied', 'TRUNCATE audit_entry'],
  ])('the audit log cannot be %s by the application', async (_, statement) => {
    await expect(database.db.script(statement)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
  });

  it('the audit log has no entry for a change that was rolled back', async () => {
    const undone = inTransaction(database.db, async tx => {
      await recordAudit(tx, {
        organisationId: server.operatorId,
        actor: 'ana@example.com',
        staff: true,
        action: 'keys/create',
        target: 'undone',
        before: null,
        after: null,
        address: undefined,
        requestId: undefined,
      });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect((await list({ target: 'undone' })).entries).toEqual([]);
  });

  it('the audit log returns an entry as it was written', async () => {
    const { entries } = await list({ target: 'key-3' });
    expect(entries).toEqual([
      {
        auditId: expect.stringMatching(/^aud_/),
        partnerId: null,
        at: expect.stringMatching(/Z$/),
        actor: 'ana@example.com',
        action: 'keys/update',
        target: 'key-3',
        before: null,
        after: { name: 'key-3', limits: { perMinute: 600 } },
        address: '203.0.113.7',
        requestId: 'req_test',
      },
    ]);
  });

  it('the audit log is listed in pages, newest entries first, without duplicates', async () => {
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page: Listed = await list({
        actor: 'ana@example.com',
        page: { limit: 3, ...(cursor && { cursor }) },
      });
      seen.push(...page.entries.map(entry => entry.target));
      cursor = page.page.nextCursor;
      expect(page.page.hasMore).toBe(cursor !== null);
    } while (cursor);
    expect(seen).toEqual(['key-of-others', 'key-6', 'key-5', 'key-4', 'key-3', 'key-2', 'key-1', 'key-0']);
  });

  it('every filter narrows the audit log', async () => {
    expect((await list({ action: 'keys/update' })).entries).toHaveLength(3);
    expect((await list({ actor: 'nobody' })).entries).toEqual([]);
    expect((await list({ to: '2020-01-01T00:00:00Z' })).entries).toEqual([]);
    expect((await list({ from: '2020-01-01T00:00:00Z', target: 'key-1' })).entries).toHaveLength(1);
    expect((await list({ from: '2999-01-01T00:00:00Z' })).entries).toEqual([]);
  });

  it('a target selects the entries of one object, not those of objects whose id begins like it', async () => {
    expect((await list({ target: 'key-o' })).entries).toEqual([]);
    expect((await list({ target: 'key-of-others' })).entries).toHaveLength(1);
  });

  it('the audit log finds actors and targets by their beginning, and all actions of a kind', async () => {
    expect((await list({ actor: 'ANA@' })).entries).toHaveLength(8);
    expect((await list({ targetPrefix: 'key-o' })).entries).toHaveLength(1);
    expect((await list({ targetPrefix: 'ey-o' })).entries).toEqual([]);
    expect((await list({ action: 'keys', actor: 'ana' })).entries).toHaveLength(8);
    expect((await list({ action: 'key', actor: 'ana' })).entries).toEqual([]);
  });

  it("a partner's audit log contains no entries of the operator or of another partner", async () => {
    const targets = async (input: object) => (await list(input)).entries.map(({ target }) => target);
    expect(await targets({ partnerId: 'org_other' })).toEqual(['key-of-others']);
    expect(await targets({ partnerId: server.partnerId, target: 'key-of-others' })).toEqual([]);
    expect(await targets({ partnerId: server.partnerId, target: 'key-1' })).toEqual([]);
    const { token } = await createSignInLink(database.db, 'org_other', 'partner-admin', clock);
    const { headers } = await server.call('session/sign-in', { origin: server.origin }, { token });
    const other = server.browser(String(headers['set-cookie']).split(';')[0] as string);
    const { json } = await server.call('audit/list', other, { actor: 'ana@example.com' });
    expect(json.entries.map((entry: { target: string }) => entry.target)).toEqual(['key-of-others']);
    expect((await server.call('audit/list', other, { partnerId: server.partnerId })).status).toBe(404);
  });

  it('the audit log shows staff the entries of the operator and all partners, each with its partner', async () => {
    expect((await list({ target: 'key-of-others' })).entries).toMatchObject([{ partnerId: 'org_other' }]);
    expect((await list({ target: 'key-1' })).entries).toMatchObject([{ partnerId: null }]);
  });

  it('the audit log rejects a cursor that was created with other filters', async () => {
    const { page } = await list({ actor: 'ana@example.com', page: { limit: 1 } });
    const answer = await server.call('audit/list', server.bearer, { page: { cursor: page.nextCursor } });
    expect(answer.json.error.code).toBe('INVALID_CURSOR');
  });
});

describe('system/rotate-signing-key', () => {
  it('system/rotate-signing-key is audited if it created a key, but not if a new key was already pending', async () => {
    const entries = async () => (await list({ action: 'system/rotate-signing-key' })).entries;
    const first = await server.call('system/rotate-signing-key', server.bearer);
    expect(first.json.signingKey.next.kid).toBe('sig_next');
    expect(await entries()).toMatchObject([{ target: 'sig_next' }]);
    await server.call('system/rotate-signing-key', server.bearer);
    expect(await entries()).toHaveLength(1);
  });
});
