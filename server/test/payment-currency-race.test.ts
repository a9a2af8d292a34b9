/** Tests the first ledger entry of a partner with a concurrent change of its billing currency. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPartner } from './browser-session.ts';
import { type TestApp, testApp } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app?.close());

const ROUNDS = 12;
const SANDBOX = { environment: 'sandbox' };
const currency = (partnerId: string, to: string) =>
  app.operate('partners/update', { partnerId, billing: { model: 'NONE', currency: to } });

const entry = (partnerId: string, round: number) =>
  round % 3 === 0
    ? app.operate('billing/adjust', {
        ...SANDBOX,
        partnerId,
        effect: 'OWES_MORE',
        amount: { amount: '5', currency: 'EUR' },
        reason: 'Fee',
      })
    : app.operate('billing/payments/record', {
        ...SANDBOX,
        partnerId,
        amount: { amount: '5', currency: 'EUR' },
        externalReference: `BANK-${round}`,
      });

async function currencies(partnerId: string): Promise<string[]> {
  const { partner } = (await app.operate('partners/show', { partnerId })).json;
  const { balances } = (await app.operate('billing/balances/list', { ...SANDBOX, partnerId })).json;
  return [partner.billing.currency, balances[0].balance.currency];
}

test('either the first ledger entry or the concurrent change of the billing currency succeeds, and the other is refused', async () => {
  await Promise.all(
    Array.from({ length: ROUNDS }, async (_, round) => {
      const partnerId = await createPartner(app, `Race ${round}`);
      expect((await currency(partnerId, 'EUR')).status).toBe(200);
      const calls = [() => entry(partnerId, round), () => currency(partnerId, 'USD')];
      const started = (round % 2 === 0 ? calls : calls.toReversed()).map(call => call());
      const answers =
        round % 2 === 0 ? await Promise.all(started) : (await Promise.all(started)).toReversed();
      const [entered, changed] = answers.map(({ status, json }) => json.error?.code ?? status);
      if (entered === 200) {
        expect(changed).toBe('INVALID_STATE');
        expect(await currencies(partnerId)).toEqual(['EUR', 'EUR']);
      } else {
        expect([entered, changed]).toEqual(['VALIDATION_ERROR', 200]);
        expect(await currencies(partnerId)).toEqual(['USD', 'USD']);
      }
    }),
  );
});

test('a payment waits for a change of the billing currency that is in progress, and is then refused', async () => {
  const { ownerDb } = app.database;
  const partnerId = await createPartner(app, 'Waiting');
  await currency(partnerId, 'EUR');
  const waiting = async () =>
    (
      await ownerDb`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
    ).count;
  const payment = await ownerDb.transaction(async tx => {
    await tx`UPDATE organisation SET billing_currency = 'USD' WHERE id = ${partnerId}`;
    const started = entry(partnerId, 1);
    await expect.poll(waiting).toBeGreaterThan(0);
    return { started };
  });
  const { status, json } = await payment.started;
  expect([status, json.error.message]).toEqual([400, 'Use the billing currency, USD.']);
  expect(await currencies(partnerId)).toEqual(['USD', 'USD']);
});
