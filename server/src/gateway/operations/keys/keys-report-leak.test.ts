import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type KeyAnswer, keyOperations, refusal } from '../../../../test/key-operations.ts';
import { newKeyId, newKeyText } from '../../keys/key-format.ts';
import { keysCreate } from './keys-create.ts';
import { keysShow } from './keys-list.ts';
import { keysReportLeak } from './keys-report-leak.ts';
import { keysRotate } from './keys-rotate.ts';
import { keysDisable } from './keys-status.ts';

interface Report {
  outcome: string;
  key: { keyId: string; name: string; environment: string; display: string } | null;
}

let made: KeyAnswer;
const keys = await keyOperations();
const owner = keys.context(await keys.newOrganisation());
afterAll(() => keys.drop());
beforeEach(async () => {
  const input = { name: 'Shop', environment: 'production', scopes: ['hotels:search'] };
  made = await keys.call<KeyAnswer>(keysCreate, owner, input);
});

/** Calls the operation with access to all organisations, as the listener does. */
const report = (key: string, context = owner) =>
  keys.call<Report>(keysReportLeak, { ...context, db: keys.db }, { key });
const status = async () =>
  (await keys.call<KeyAnswer>(keysShow, owner, { keyId: made.key.keyId })).key.status;

describe('keys/report-leak', () => {
  it('keys/report-leak lets a developer revoke a production key immediately', async () => {
    const before = keys.refreshed();
    const { outcome, key } = await report(made.secret, { ...owner, role: 'developer' });
    expect(outcome).toBe('REVOKED');
    expect(key).toEqual({
      keyId: made.key.keyId,
      name: 'Shop',
      environment: 'production',
      display: made.key.display,
    });
    expect(await status()).toBe('REVOKED');
    expect(keys.refreshed()).toBe(before + 1);
  });

  it('keys/report-leak finds the key in pasted text', async () => {
    expect((await report(`\n  Authorization: ApiKey ${made.secret}'\n`)).outcome).toBe('REVOKED');
  });

  it('keys/report-leak writes an audit entry without the secret', async () => {
    await report(made.secret);
    const [, entry] = await keys.audit(made.key.keyId);
    expect(entry).toMatchObject({
      action: 'keys/report-leak',
      actor: 'ana@example.com',
      before: { status: 'ACTIVE' },
      after: { status: 'REVOKED' },
      address: '203.0.113.7',
    });
    const rows = await keys.db<{ text: string }[]>`SELECT a::text AS text FROM audit_entry a LIMIT 10000`;
    for (const { text } of rows) expect(text).not.toContain(made.secret.slice(-36, -30));
  });

  it('keys/report-leak revokes a key of another partner without showing it', async () => {
    const stranger = keys.context(await keys.newOrganisation(), { actor: 'eve@example.com' });
    expect(await report(made.secret, stranger)).toEqual({ outcome: 'REVOKED', key: null });
    expect(await status()).toBe('REVOKED');
    const [, entry] = await keys.audit(made.key.keyId);
    expect(entry).toMatchObject({
      organisation_id: owner.organisationId,
      actor: 'another partner',
      address: null,
    });
  });

  it('keys/report-leak records a report by staff in the audit log of the partner that owns the key', async () => {
    const staff = keys.context(await keys.newOrganisation(), { actor: 'sam@example.com', staff: true });
    expect((await report(made.secret, staff)).key?.keyId).toBe(made.key.keyId);
    const [, entry] = await keys.audit(made.key.keyId);
    expect(entry).toMatchObject({ organisation_id: owner.organisationId, actor: 'sam@example.com' });
  });

  it('keys/report-leak revokes a disabled key, and a key whose older secret leaked during the overlap', async () => {
    await keys.call(keysDisable, owner, { keyId: made.key.keyId });
    expect((await report(made.secret)).outcome).toBe('REVOKED');

    const input = { name: 'Other', environment: 'sandbox', scopes: ['hotels:search'] };
    made = await keys.call<KeyAnswer>(keysCreate, owner, input);
    await keys.call(keysRotate, owner, { keyId: made.key.keyId, overlapSeconds: 3_600 });
    expect((await report(made.secret)).outcome).toBe('REVOKED');
    expect(await status()).toBe('REVOKED');
  });

  it('keys/report-leak leaves a key unchanged if the leaked secret is no longer valid', async () => {
    await keys.call(keysRotate, owner, { keyId: made.key.keyId, overlapSeconds: 0 });
    const { outcome, key } = await report(made.secret);
    expect([outcome, key?.keyId]).toEqual(['ENDED_BEFORE', made.key.keyId]);
    expect(await status()).toBe('ACTIVE');
  });

  it('keys/report-leak changes and records nothing if the key was already reported', async () => {
    await report(made.secret);
    expect((await report(made.secret)).outcome).toBe('ENDED_BEFORE');
    expect(await keys.audit(made.key.keyId)).toHaveLength(2);
  });

  it('keys/report-leak changes nothing if only the ID matches and the secret is forged', async () => {
    const forged = newKeyText('production', made.key.keyId);
    expect(await report(forged)).toEqual({ outcome: 'UNKNOWN', key: null });
    expect(await report(newKeyText('sandbox', newKeyId()))).toEqual({ outcome: 'UNKNOWN', key: null });
    expect(await status()).toBe('ACTIVE');
  });

  it('keys/report-leak rejects an incomplete key without echoing it', async () => {
    for (const part of [made.secret.slice(0, -1), `${made.secret.slice(0, -1)}?`, made.key.display]) {
      const { code, message, extras } = await refusal(report(part));
      expect(code).toBe('VALIDATION_ERROR');
      expect(extras.details).toMatchObject([{ path: '/key' }]);
      expect(JSON.stringify([message, extras])).not.toContain(made.secret.slice(-36, -30));
    }
    expect(await status()).toBe('ACTIVE');
  });
});
