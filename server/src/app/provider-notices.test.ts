/** Tests the notices about price alarms as the operator sees them, and which partners count for price alarms. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/test-app.ts';
import { hasSeveralPartners } from '../account/organisation-store.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { endLimitNotices } from '../webhooks/notices/limit-notices-store.ts';
import { tellBudgets, tellPriceAlarms } from './provider-notices.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app?.close());

const notice = (occasion: string) => ({
  kind: 'provider.price_alarms' as const,
  providerId: 'prv_sandbox_liteapi',
  environment: 'sandbox' as const,
  text: '12 hotels were taken off sale.',
  occasion,
});

async function openNotices(): Promise<string[]> {
  const { json } = await app.operate('notices/list', { open: true });
  return json.notices.map(({ kind }: { kind: string }) => kind).sort();
}

test('the operator gets one notice about repeated price alarms, which stays open for a day, longer than a call budget notice', async () => {
  for (let i = 0; i < 2; i++) await inTransaction(app.mainDb, tx => tellPriceAlarms(tx, notice('day 1')));
  await tellBudgets(app.database.pool, [{ ...notice('budget'), kind: 'provider.budget_near' }]);
  expect(await openNotices()).toEqual(['provider.budget_near', 'provider.price_alarms']);
  await app.mainDb`UPDATE notice SET at = at - interval '2 hours'`;
  await endLimitNotices(app.mainDb);
  expect(await openNotices()).toEqual(['provider.price_alarms']);
  await app.mainDb`UPDATE notice SET at = at - interval '1 day'`;
  await endLimitNotices(app.mainDb);
  expect(await openNotices()).toEqual([]);
});

test('an installation has several partners in an environment if at least two have a valid key for it', async () => {
  const several = (environment: 'sandbox' | 'production') => hasSeveralPartners(app.mainDb, environment);
  await app.createKey({ environment: 'production' });
  const { partnerId } = (await app.operate('partners/create', { name: 'Another' })).json.partner;
  expect([await several('sandbox'), await several('production')]).toEqual([false, false]);
  const key = { partnerId, name: 'key', environment: 'sandbox', scopes: ['hotels:read'] };
  await app.operate('keys/create', key);
  expect([await several('sandbox'), await several('production')]).toEqual([true, false]);
  await app.operate('partners/suspend', { partnerId });
  expect(await several('sandbox')).toBe(false);
});
