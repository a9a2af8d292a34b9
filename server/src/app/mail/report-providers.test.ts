import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { type LeapingTime, leapingTime } from '../../../test/leaping-time.ts';
import type { Providers } from '../../booking/provider.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { reportProviders } from './report-providers.ts';

let database: TestDatabase;
let time: LeapingTime;
beforeAll(async () => {
  database = await testDatabase();
  time = await leapingTime(database.ownerDb);
  await database.ownerDb`INSERT INTO organisation (id, name, kind) VALUES ('opr_1', 'Operator', 'OPERATOR')`;
  await database.ownerDb`
    INSERT INTO person (id, name, email) VALUES ('per_1', 'Sam', 'sam@example.com')`;
  await database.ownerDb`
    INSERT INTO member (id, organisation_id, email, role, person_id, created_at)
    VALUES ('mem_1', 'opr_1', 'sam@example.com', 'support', 'per_1', now())`;
});
afterAll(() => database?.drop());

const codes = ['rapid', 'liteapi'];
/** The providers that the process has. */
let used: readonly string[] = codes;
const providers = { list: () => used.map(code => ({ code, preference: 1 })) } as unknown as Providers;
const sent: Mail[] = [];
/** When the provider began to fail, as the last email states. */
const since = () =>
  /Expedia Rapid has.* been failing since (.* UTC)/.exec(sent.at(-1)?.paragraphs[0] ?? '')?.[1];
const subjects = () => sent.splice(0).map(({ subject }) => subject);
const parts = {
  providers,
  send: async (_: unknown, mail: Mail) => void sent.push(mail),
  dashboardUrl: 'https://dashboard.example.com',
};

/** Each provider makes 100 calls a minute. Health is checked after every step. */
async function passes(
  minutes: number,
  errors: Readonly<Record<string, number>>,
  stepMinutes = 1,
): Promise<void> {
  for (let passed = 0; passed < minutes; passed += stepMinutes) {
    await time.leap(stepMinutes * 60_000);
    for (const code of codes) {
      await database.ownerDb`
        INSERT INTO provider_calls
          (slot_minutes, environment, start, code, operation, calls, errors, timeouts, max_ms, durations)
        SELECT 1, 'production', date_trunc('minute', serai_now()) - ago * interval '1 minute', ${code}, 'search', 100,
          ${errors[code] ?? 0}, 0, 10, array_fill(0::bigint, ARRAY[12])
        FROM generate_series(0, ${stepMinutes}::int - 1) AS ago
        ON CONFLICT DO NOTHING`;
    }
    await reportProviders(database.db, parts);
  }
}

test('an outage that lasts causes one email, and so does its end, but a minute of failures causes none', async () => {
  await passes(60, {}, 30);
  await passes(2, { rapid: 100 });
  await passes(10, {}, 2);
  expect(subjects()).toEqual([]);
  await passes(20, { rapid: 100 });
  expect(sent[0]?.link?.url).toBe('https://dashboard.example.com/production/providers/prv_production_rapid');
  expect(subjects()).toEqual(['Expedia Rapid is down']);
  await passes(90, {}, 2);
  expect(subjects()).toEqual(['Expedia Rapid has recovered']);
});

test('there are at most four emails an hour, and later changes are reported together', async () => {
  await passes(14, { rapid: 45 });
  const start = since();
  expect(start).toBeDefined();
  expect(subjects()).toEqual(['Expedia Rapid is degraded']);
  await passes(12, { rapid: 100, liteapi: 60 });
  expect(subjects()).toEqual([]);
  await passes(4, { rapid: 100, liteapi: 60 });
  expect(since()).toBe(start);
  expect(subjects()).toEqual(['2 providers are degraded or down']);
});

test('a process that lacks a provider does not change what was reported about it', async () => {
  used = [];
  await passes(20, { rapid: 100, liteapi: 100 }, 2);
  used = codes;
  await passes(20, { rapid: 100, liteapi: 100 }, 2);
  expect(subjects()).toEqual([]);
});

test('a paused provider is not reported, and starts again as OK without lifting the limit of emails', async () => {
  await database.ownerDb`UPDATE provider_watch SET reported_at = serai_now()`;
  await database.ownerDb`
    INSERT INTO provider_connection (organisation_id, environment, code, name, enabled, preference, created_at, updated_at)
    SELECT 'opr_1', 'production', unnest(${codes}::text[]), 'Paused', false, 1, now(), now()`;
  used = [];
  await passes(2, { rapid: 100, liteapi: 100 }, 2);
  used = codes;
  await passes(6, { rapid: 100, liteapi: 100 }, 2);
  await database.ownerDb`UPDATE provider_connection SET enabled = true`;
  await passes(6, { rapid: 100, liteapi: 100 }, 2);
  expect(subjects()).toEqual([]);
  await passes(2, { rapid: 100, liteapi: 100 }, 2);
  expect(subjects()).toEqual(['2 providers are degraded or down']);
});

test('a provider that was disconnected for a day starts again as OK, so its recovery is not reported', async () => {
  await passes(100, { rapid: 100 }, 2);
  sent.splice(0);
  used = ['liteapi'];
  await passes(26 * 60, {}, 120);
  used = codes;
  await passes(20, {}, 2);
  expect(subjects()).toEqual([]);
});

test('the recovery of a provider is reported even if the service was off for more than a day', async () => {
  await passes(100, { rapid: 100 }, 2);
  expect(subjects()).toEqual(['Paused is down']);
  await time.leap(26 * 3_600_000);
  await passes(90, {}, 2);
  expect(subjects()).toEqual(['Paused has recovered']);
});
