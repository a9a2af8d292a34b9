import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import type { Database } from '../../platform/database/connect.ts';
import { insertQuote } from '../quotes/quote-store.ts';
import { keepKey } from '../requests/idempotency-store.ts';
import { tidyUp } from './tidy-up.ts';

let database: TestDatabase;
let db: Database;
const scope = { organisationId: 'org_tidy', environment: 'sandbox' } as const;
const DAY_MS = 86_400_000;

beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
  await db`INSERT INTO organisation (id, name) VALUES (${scope.organisationId}, 'Tidy')`;
});
afterAll(() => database.drop());

function quote(quoteId: string, lifetimeMs: number) {
  const row = {
    quote_id: quoteId,
    organisation_id: scope.organisationId,
    environment: scope.environment,
    test_mode: true,
    provider: 'test-1',
    hotel_id: 'htl_1',
    status: 'AVAILABLE',
    terms_hash: 'trm_1',
    currency: 'EUR',
    net_minor: 1,
    supplier_currency: 'EUR',
    supplier_net_minor: 1,
    inventory_held: false,
    content: {} as Parameters<typeof insertQuote>[1]['content'],
    tokens: '',
  } as const;
  return insertQuote(db, row, lifetimeMs);
}

test('quotes and keys go when they are old, and not before', async () => {
  await quote('quo_old', -8 * DAY_MS);
  await quote('quo_over', -6 * DAY_MS);
  await quote('quo_open', DAY_MS);
  for (const key of ['old', 'new']) {
    await keepKey(db, scope, { key, operation: 'booking', fingerprint: Buffer.alloc(32) }, 'bkg_1');
  }
  await db`UPDATE idempotency_key SET created_at = serai_now() - interval '31 days' WHERE key = 'old'`;
  expect(await tidyUp({ db })).toEqual({ kind: 'AGAIN', delayMs: 3_600_000 });
  const quotes = await db<{ quote_id: string }[]>`SELECT quote_id FROM quote ORDER BY quote_id`;
  expect(quotes.map(row => row.quote_id)).toEqual(['quo_open', 'quo_over']);
  const keys = await db<{ key: string }[]>`SELECT key FROM idempotency_key`;
  expect(keys.map(row => row.key)).toEqual(['new']);
});

test('what is too much for one run is gone on with at once', async () => {
  await db`
    INSERT INTO idempotency_key (organisation_id, environment, key, operation, fingerprint, booking_id, created_at)
    SELECT ${scope.organisationId}, ${scope.environment}, n::text, 'booking', '', 'bkg_1', serai_now() - interval '40 days'
    FROM generate_series(1, 1500) AS n`;
  expect(await tidyUp({ db })).toMatchObject({ delayMs: 0 });
  expect(await tidyUp({ db })).toMatchObject({ delayMs: 3_600_000 });
});
