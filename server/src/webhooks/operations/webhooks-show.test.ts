import { afterAll, beforeEach, expect, it } from 'vitest';
import { refusal } from '../../../test/key-operations.ts';
import { webhookOperations } from '../../../test/webhook-operations.ts';

const HOUR_MS = 3_600_000;

let ours: string;
let endpointId: string;
const webhooks = await webhookOperations();
afterAll(() => webhooks.drop());
beforeEach(async () => {
  ours = await webhooks.newOrganisation();
  const input = {
    url: 'https://hooks.example.com/',
    eventTypes: ['booking.confirmed'],
    environment: 'sandbox',
  };
  endpointId = (await webhooks.call('webhooks/create', ours, input)).endpoint.endpointId;
});

let attempts = 0;
/** Records an attempt in the past. If `error` is null, the attempt succeeded. */
async function attempted(agoMs: number, durationMs: number, error: string | null = null): Promise<void> {
  const at = new Date(webhooks.time.databaseNowMs() - agoMs);
  await webhooks.db`
    INSERT INTO webhook_attempt (delivery_id, number, endpoint_id, organisation_id, environment, at, duration_ms, status, error)
    VALUES (${`dlv_${attempts++}`}, 1, ${endpointId}, ${ours}, 'sandbox', ${at}, ${durationMs}, 200, ${error})`;
}
const show = (input: object = {}, organisation = ours) =>
  webhooks.call('webhooks/show', organisation, { endpointId, ...input });

it('webhooks/show returns the attempts in a period, grouped into buckets', async () => {
  await attempted(HOUR_MS / 2, 100);
  await attempted(HOUR_MS / 2, 300, 'Returned 500.');
  await attempted(10 * HOUR_MS, 200);
  await attempted(30 * HOUR_MS, 900, 'Returned 500.');
  const { activity } = await show();
  expect(activity).toMatchObject({ attempts: 3, failed: 1, p95Ms: 300, isSample: false });
  expect(activity.successRate).toBeCloseTo(2 / 3);
  const counts = activity.buckets.map((each: Record<string, number>) => [each.succeeded, each.failed]);
  expect(counts).toEqual([
    [1, 0],
    [1, 1],
  ]);
  const from = new Date(webhooks.time.databaseNowMs() - 2 * HOUR_MS).toISOString();
  expect((await show({ from })).activity).toMatchObject({ attempts: 2, failed: 1 });
  const far = new Date(webhooks.time.databaseNowMs() - 60 * HOUR_MS).toISOString();
  expect((await show({ from: far })).activity).toMatchObject({ attempts: 4, failed: 2 });
});

it('webhooks/show returns no figures if there were no attempts, but counts waiting deliveries', async () => {
  await webhooks.happen(ours);
  const { endpoint, activity } = await show();
  expect(activity).toMatchObject({ attempts: 0, successRate: null, p95Ms: null, buckets: [] });
  expect(endpoint.health).toMatchObject({ waiting: 1, nextAttemptAt: expect.any(String) });
});

it('webhooks/show reads only the newest attempts of a busy endpoint', async () => {
  const now = new Date(webhooks.time.databaseNowMs());
  await webhooks.db`
    INSERT INTO webhook_attempt (delivery_id, number, endpoint_id, organisation_id, environment, at, duration_ms, status, error)
    SELECT ${endpointId} || n, 1, ${endpointId}, ${ours}, 'sandbox', ${now}::timestamptz - n * interval '1 second', 5, 200,
           CASE WHEN n > 5000 THEN 'Returned 500.' END
    FROM generate_series(1, 6000) AS n`;
  expect((await show()).activity).toMatchObject({ attempts: 5_000, failed: 0, isSample: true });
});

it('webhooks/show does not find an endpoint of another partner', async () => {
  const theirs = await webhooks.newOrganisation();
  expect((await refusal(show({}, theirs))).code).toBe('NOT_FOUND');
});
