/**
 * Records the events that do not concern bookings: a requested ping, changed hotels in the catalogue, and a low
 * balance.
 */
import { setTimeout as realDelay } from 'node:timers/promises';
import { ledgerLine } from '../../src/billing/ledger/entry-kinds.ts';
import { getAccount, insertEntries } from '../../src/billing/ledger/ledger-store.ts';
import { writeHotels } from '../catalogue-builder.ts';
import type { ExampleApp } from './example-app.ts';
import { type Told, toldEvents } from './told-events.ts';

/** A sandbox hotel in Barcelona. */
const CHANGED_HOTEL = 'htl_TTFX1954VMK6';
/** Longer than the interval between two checks of the catalogue. */
const LOOK_MS = 6_000;
const TRIES = 100;
const EXPECTED = ['webhook.ping', 'content.hotels_changed', 'account.balance_low'];

export async function recordOtherEvents(app: ExampleApp): Promise<Told[]> {
  // After this time, changes from before the subscription have been processed.
  await app.pass(LOOK_MS);
  const { endpoint } = await operate(app, 'webhooks/create', {
    url: 'https://hooks.example.com/serai',
    eventTypes: ['content.hotels_changed'],
    environment: 'sandbox',
  });
  const { endpointId } = endpoint;
  await operate(app, 'webhooks/ping', { endpointId });
  await writeHotels(app.app.database.db, 'sandbox', [{ hotelId: CHANGED_HOTEL }]);
  await lowerBalance(app);
  for (let i = 0; i < TRIES; i++) {
    await app.pass(LOOK_MS);
    const told = (await toldEvents(app)).filter(({ type }) => !type.startsWith('booking.'));
    if (EXPECTED.every(expected => told.some(({ type }) => type === expected))) {
      await operate(app, 'webhooks/delete', { endpointId });
      await app.app.database
        .ownerDb`UPDATE organisation SET billing_model = 'NONE', credit_limit_minor = NULL`;
      return told;
    }
    await realDelay(50);
  }
  throw new Error('The change of a hotel was not told.');
}

/** Uses up most of a credit limit. */
async function lowerBalance({ app }: ExampleApp): Promise<void> {
  const { ownerDb, db } = app.database;
  await ownerDb`UPDATE organisation SET billing_model = 'CREDIT', billing_currency = 'EUR', credit_limit_minor = 1000000 WHERE kind = 'PARTNER'`;
  const [partner] = await ownerDb<
    { id: string }[]
  >`SELECT id FROM organisation WHERE kind = 'PARTNER' ORDER BY created_at LIMIT 1`;
  const scope = { organisationId: partner?.id ?? '', environment: 'sandbox' } as const;
  const { currency, owedMinor } = await getAccount(db, scope);
  const lines = [ledgerLine('ADJUSTMENT', 850_000 - owedMinor)];
  await insertEntries(db, { scope, currency, lines, actor: 'operator-token', reason: 'Carried over' });
}

async function operate({ app }: ExampleApp, name: string, input: object) {
  const { status, json, text } = await app.operate(name, input);
  if (status !== 200) throw new Error(`${name}: ${text}`);
  return json;
}
