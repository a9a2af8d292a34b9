import { afterAll, beforeEach, describe, expect, it } from 'vitest';
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
const show = (input: object = {}, organisation = ours, staff = false) =>
  webhooks.call('webhooks/show', organisation, { endpointId, ...input }, true, staff);

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

describe('emails about a failing endpoint', () => {
  const emails = async (staff = false) => {
    const { endpoint, failureEmails } = await show({}, ours, staff);
    return { ...failureEmails, disablesAt: endpoint.health.disablesAt };
  };
  const after = (hours: number) => new Date(webhooks.time.databaseNowMs() + hours * HOUR_MS).toISOString();
  beforeEach(async () => {
    delete webhooks.parts.failureRecipients;
    await webhooks.db`
      UPDATE webhook_endpoint SET failing_since = ${new Date(webhooks.time.databaseNowMs())}, clock_from = created_at
      WHERE endpoint_id = ${endpointId}`;
  });

  it('webhooks/show returns nothing about emails while an endpoint works', async () => {
    await webhooks.db`UPDATE webhook_endpoint SET failing_since = NULL WHERE endpoint_id = ${endpointId}`;
    expect(await show()).toMatchObject({ failureEmails: null, endpoint: { health: { disablesAt: null } } });
  });

  it('webhooks/show states when a failing endpoint is disabled, and that nobody is emailed without a mail server', async () => {
    expect(await emails()).toEqual({
      ...{ isOn: false, sentAt: null, sentTo: [], nextAt: null, nextTo: [] },
      disablesAt: after(120),
    });
  });

  const STAFF = ['sam@operator.example', 'kim@operator.example'];
  const DEV = 'dev@partner.example';
  let notices = 0;
  /** A notice about the endpoint, and whom it was mailed to. */
  async function notice(mailedTo: string[] | null, more: { isStaff?: boolean; hours?: number } = {}) {
    const at = after(more.hours ?? 0);
    const isMailed = mailedTo !== null && mailedTo.length > 0;
    await webhooks.db`
      UPDATE notice SET ended_at = ${at}::text::timestamptz WHERE subject_id = ${endpointId} AND ended_at IS NULL`;
    notices += 1;
    await webhooks.db`
      INSERT INTO notice (notice_id, organisation_id, environment, kind, subject_id, text, at, mailed_at, mailed_to, mails_staff)
      VALUES (${`ntc_${endpointId}_${notices}`}, ${ours}, 'sandbox', 'webhook.failing', ${endpointId}, '',
              ${at}::text::timestamptz, ${isMailed ? at : null}::text::timestamptz, ${mailedTo}, ${more.isStaff ?? null})`;
    return at;
  }
  function recipients(addresses: string[], isStaff = false, users = isStaff ? [] : addresses) {
    webhooks.parts.failureRecipients = async () => ({ addresses, isStaff, users });
  }

  it('webhooks/show states who has been emailed and who will be emailed next', async () => {
    const sentAt = await notice([DEV], { isStaff: false });
    recipients([DEV]);
    const own = { isOn: true, sentAt, sentTo: [DEV], nextAt: after(24), nextTo: [DEV] };
    expect(await emails()).toMatchObject(own);
    expect(await emails(true)).toMatchObject(own);
  });

  it('webhooks/show hides the addresses of staff from partners', async () => {
    await notice(STAFF, { isStaff: true });
    recipients(STAFF, true);
    expect(await emails()).toMatchObject({ sentTo: ['operator'], nextTo: ['operator'] });
    expect(await emails(true)).toMatchObject({ sentTo: STAFF, nextTo: STAFF });
    // It was not recorded whether they were staff.
    await notice([DEV, ...STAFF]);
    recipients([DEV]);
    expect(await emails()).toMatchObject({ sentTo: [DEV, 'operator'] });
  });

  it('webhooks/show names no removed user to partners, but users whose role has changed', async () => {
    await notice(['gone@partner.example', 'viewer@partner.example', DEV], { isStaff: false });
    recipients([DEV], false, [DEV, 'viewer@partner.example']);
    expect(await emails()).toMatchObject({ sentTo: ['former-user', 'viewer@partner.example', DEV] });
    expect((await emails(true)).sentTo).toContain('gone@partner.example');
  });

  it('webhooks/show still states who was emailed when the next stage has replaced the notice', async () => {
    recipients([DEV]);
    const sentAt = await notice([DEV], { isStaff: false, hours: 1 });
    await notice([], { hours: 2 });
    expect(await emails()).toMatchObject({ sentAt, sentTo: [DEV] });
  });

  it('webhooks/show returns nothing about emails of an earlier failure, and that those of an earlier version are unknown', async () => {
    recipients([DEV]);
    await notice([DEV], { isStaff: false, hours: -1 });
    expect(await emails()).toMatchObject({ sentAt: null, sentTo: [] });
    await notice(null);
    expect(await emails()).toMatchObject({ sentAt: null, sentTo: null });
  });
});
