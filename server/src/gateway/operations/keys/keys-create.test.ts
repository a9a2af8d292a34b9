import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { type KeyAnswer, keyOperations, refusal } from '../../../../test/key-operations.ts';
import { createFirstKey } from '../../keys/create-first-key.ts';
import { parseKeyText } from '../../keys/key-format.ts';
import { findKeyRecords } from '../../keys/key-read-store.ts';
import { digestSecret, findSecret } from '../../keys/key-secret.ts';
import { keysCreate } from './keys-create.ts';

const keys = await keyOperations();
const owner = keys.context(await keys.newOrganisation());
afterAll(() => keys.drop());

const least = { name: 'Shop', environment: 'sandbox', scopes: ['hotels:search'] };
const create = (input: object, context = owner) => keys.call<KeyAnswer>(keysCreate, context, input);

describe('keys/create', () => {
  it('keys/create creates a key that the gateway accepts', async () => {
    const { key, secret } = await create(least);
    const text = parseKeyText(secret);
    expect(text).toMatchObject({ id: key.keyId, environment: 'sandbox' });

    const [record] = await findKeyRecords(keys.db, [key.keyId]);
    expect(record).toMatchObject({ status: 'ACTIVE', organisationId: owner.organisationId });
    expect(findSecret(record?.secrets, digestSecret(text?.secret ?? ''), Date.now())).toBeDefined();
  });

  it('keys/create uses the default limits, no address list and no expiry if they are omitted', async () => {
    const { key } = await create({ ...least, limits: { perHour: 7 } });
    expect(key).toMatchObject({
      limits: { perMinute: 600, perHour: 7, perDay: 250_000, spend: null },
      allowedAddresses: [],
      expiresAt: null,
      status: 'ACTIVE',
      createdBy: 'ana@example.com',
      lastUsed: null,
    });
    expect(key.secrets).toMatchObject([{ validUntil: null, lastUsed: null }]);
  });

  it('keys/create stores only the hash and the first four characters of the secret', async () => {
    const { key, secret } = await create(least);
    const clear = parseKeyText(secret)?.secret as string;
    const [stored] = await keys.db<{ text: string }[]>`
      SELECT k::text || s::text || (SELECT jsonb_agg(a)::text FROM audit_entry a WHERE a.target = k.id) AS text
      FROM api_key k JOIN api_key_secret s ON s.key_id = k.id WHERE k.id = ${key.keyId}`;
    expect(stored?.text).toContain(clear.slice(0, 4));
    expect(stored?.text).not.toContain(clear.slice(0, 5));
    expect(JSON.stringify(key)).not.toContain(clear.slice(0, 5));
    expect(key.display).toBe(`serai_sandbox_${key.keyId}_${clear.slice(0, 4)}…`);
  });

  it('keys/create applies the change to this node before it responds', async () => {
    const before = keys.refreshed();
    await create(least);
    expect(keys.refreshed()).toBe(before + 1);
  });

  it('keys/create records in the audit log who created which key, and from which address', async () => {
    const context = keys.context(owner.organisationId);
    const { key } = await create({ ...least, allowedAddresses: ['10.0.0.0/8'] }, context);
    expect(await keys.audit(key.keyId)).toEqual([
      {
        action: 'keys/create',
        actor: 'ana@example.com',
        organisation_id: owner.organisationId,
        before: null,
        after: {
          name: 'Shop',
          environment: 'sandbox',
          scopes: ['hotels:search'],
          allowedAddresses: ['10.0.0.0/8'],
          limits: { perMinute: 600, perHour: 15_000, perDay: 250_000, spend: null },
          ucp: null,
          expiresAt: null,
        },
        address: '203.0.113.7',
        request_id: context.requestId,
      },
    ]);
  });

  it('keys/create creates no key if the audit entry cannot be written', async () => {
    const failing = { ...keys.parts, recordAudit: () => Promise.reject(new Error('no audit')) };
    const run = keysCreate(failing).run(owner, { ...least, name: 'Unaudited' } as never) as Promise<unknown>;
    await expect(run).rejects.toThrow('no audit');
    const rows = await keys.db`SELECT 1 FROM api_key WHERE name = 'Unaudited' LIMIT 1`;
    expect(rows).toHaveLength(0);
  });

  it('keys/create lets only admins and owners create production keys, and its error names the required roles', async () => {
    const live = { ...least, environment: 'production' };
    for (const role of ['partner-viewer', 'partner-developer', 'developer'] as const) {
      const { code, message } = await refusal(create(live, { ...owner, role }));
      expect(code).toBe('FORBIDDEN');
      expect(message).toContain(`owner, admin, partner-admin. Your role is ${role}`);
    }
    for (const role of ['partner-admin', 'admin', 'owner'] as const) {
      expect((await create(live, { ...owner, role })).secret).toMatch(/^serai_live_/);
    }
  });

  it('keys/create lets owners, developers and partner admins set a spend limit, but not partner developers', async () => {
    const spend = { perDay: { amount: '1000', currency: 'EUR' } };
    const limited = { ...least, limits: { spend } };
    const { code, message } = await refusal(create(limited, { ...owner, role: 'partner-developer' }));
    expect([code, message]).toEqual([
      'FORBIDDEN',
      'Setting a spend limit requires one of the roles owner, admin, developer, partner-admin. Your role is partner-developer.',
    ]);
    for (const role of ['partner-admin', 'developer', 'owner'] as const) {
      const { key } = await create(limited, { ...owner, role });
      const [record] = await findKeyRecords(keys.db, [key.keyId]);
      expect(key.limits.spend).toEqual({ perDay: { amount: '1000.00', currency: 'EUR' }, perBooking: null });
      expect(record?.spendLimit).toEqual({ currency: 'EUR', perDayMinor: 100_000, perBookingMinor: null });
    }
  });

  it('keys/create lets only staff set the UCP platform of a key', async () => {
    const profileUrl = 'https://platform.example/.well-known/ucp';
    for (const role of ['partner-admin', 'partner-developer'] as const) {
      const { code } = await refusal(create({ ...least, ucp: { profileUrl } }, { ...owner, role }));
      expect(code).toBe('FORBIDDEN');
    }
    const { key } = await create({ ...least, ucp: { profileUrl } }, { ...owner, role: 'developer' });
    expect(key.ucp).toEqual({
      profileUrl,
      version: '2026-08-22',
      capabilities: ['dev.ucp.lodging.booking', 'dev.ucp.lodging.policy.cancellation'],
      requiresApproval: false,
    });
  });

  it('keys/create refuses a key that requires approval in UCP and can book elsewhere', async () => {
    const ucp = { profileUrl: 'https://platform.example/.well-known/ucp', requiresApproval: true };
    const both = { ...least, scopes: ['hotels:quote', 'hotels:book'] as const, ucp };
    const { code, extras } = await refusal(create(both, owner));
    expect(code).toBe('VALIDATION_ERROR');
    expect(extras.details).toMatchObject([{ path: '/scopes', code: 'BOOKS_WITHOUT_APPROVAL' }]);
    const { key } = await create({ ...both, scopes: ['hotels:quote'] }, owner);
    expect(key.ucp?.requiresApproval).toBe(true);
  });

  it('keys/create reports all invalid addresses and an invalid expiry together and suggests corrections', async () => {
    const allowedAddresses = [
      '10.0.0.1',
      '10.0.0.5/8',
      '2001:db8::/32',
      '010.0.0.1',
      '2001:db8::1/32',
      '1.2.3.4/33',
    ];
    const { code, extras } = await refusal(
      create({ ...least, allowedAddresses, expiresAt: '2020-01-01T00:00:00Z' }),
    );
    expect(code).toBe('VALIDATION_ERROR');
    expect(extras.details?.map(detail => detail.path)).toEqual([
      '/allowedAddresses/1',
      '/allowedAddresses/3',
      '/allowedAddresses/4',
      '/allowedAddresses/5',
      '/expiresAt',
    ]);
    expect(extras.details?.[0]?.message).toContain('10.0.0.0/8');
    expect(extras.details?.[2]?.message).toContain('2001:db8::/32');
  });

  it('keys/create stores duplicate addresses once', async () => {
    const allowedAddresses = ['10.0.0.1', '::ffff:10.0.0.1', '2001:DB8::/32', '2001:db8:0::/32', '10.0.0.1'];
    const { key } = await create({ ...least, allowedAddresses });
    expect(key.allowedAddresses).toEqual(['10.0.0.1', '2001:db8::/32']);
  });

  it('keys/create rejects an expiry that is not in the future', async () => {
    const now = new Date().toISOString();
    expect((await refusal(create({ ...least, expiresAt: now }))).extras.details).toMatchObject([
      { path: '/expiresAt', code: 'NOT_IN_FUTURE' },
    ]);
    const soon = new Date(Date.now() + 60_000).toISOString();
    expect((await create({ ...least, expiresAt: soon })).key.expiresAt).toBe(soon);
  });
});

describe('the first key', () => {
  it('the first start creates an audited sandbox key with all scopes', async () => {
    const organisationId = await keys.newOrganisation();
    const text = await createFirstKey(keys.db, organisationId, keys.parts);
    const id = parseKeyText(text as string)?.id as string;
    const [record] = await findKeyRecords(keys.db, [id]);
    expect(record).toMatchObject({ environment: 'sandbox', organisationId, scopes: new Set(SCOPE_NAMES) });
    expect(await keys.audit(id)).toMatchObject([{ actor: 'service', action: 'keys/create' }]);
  });

  it('the first start creates one key, even if several processes start concurrently', async () => {
    const organisationId = await keys.newOrganisation();
    const texts = await Promise.all([1, 2, 3].map(() => createFirstKey(keys.db, organisationId, keys.parts)));
    expect(texts.filter(text => text !== undefined)).toHaveLength(1);
  });
});
