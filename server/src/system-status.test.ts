import { afterAll, expect, it } from 'vitest';
import { testApp } from '../test/test-app.ts';

const app = await testApp();
afterAll(() => app.close());

const status = async () => (await app.operate('system/status', {})).json;

it('the system status shows this node, its connections and its readiness checks', async () => {
  const shown = await status();
  expect(shown.nodes).toMatchObject([{ nodeId: shown.nodeId, role: 'all' }]);
  expect(shown).toMatchObject({ role: 'all', redis: null, degraded: [], droppedLogRows: 0 });
  expect(shown.database).toMatchObject({ reachable: true, version: expect.any(String) });
  expect(shown.checks.map(({ name }: { name: string }) => name)).toContain('signing key');
});

it('the system status shows the backlog of deliveries and of each kind of job', async () => {
  const { ownerDb: db } = app.database;
  await db`
    INSERT INTO job (id, kind, key, run_at, dead_at, failures)
    VALUES ('job_late', 'unknown.late', '1', serai_now() - interval '5 minutes', NULL, 0),
      ('job_dead', 'unknown.late', '2', serai_now(), serai_now(), 10),
      ('job_later', 'unknown.later', '3', serai_now() + interval '1 day', NULL, 0)`;
  await db`
    INSERT INTO webhook_endpoint (endpoint_id, organisation_id, environment, url, event_types, status, status_reason,
      status_since, created_at, created_by, updated_at, clock_from)
    SELECT 'whk_' || endpoint.status, id, 'sandbox', 'https://example.com', '{a}', endpoint.status,
      CASE WHEN endpoint.status = 'PAUSED' THEN 'paused' END, now(), now(), 'ana', now(), now()
    FROM organisation, unnest('{ENABLED,PAUSED}'::text[]) AS endpoint (status) WHERE kind = 'PARTNER'`;
  // The endpoints have no rows in `webhook_slot`, so no delivery is sent and the counts below stay the same.
  await db`
    INSERT INTO webhook_delivery (delivery_id, event_id, endpoint_id, organisation_id, environment, type, status, created_at,
      next_attempt_at)
    SELECT 'dlv_' || endpoint_id || minutes, 'evt_' || minutes, endpoint_id, organisation_id, 'sandbox', 'a', 'PENDING', now(),
      serai_now() - minutes * interval '1 minute'
    FROM webhook_endpoint, unnest('{2,10,-60}'::int[]) AS minutes`;
  const { jobs } = await status();
  const named = (name: string) => jobs.find((job: { name: string }) => job.name === name);
  expect(named('unknown.late')).toMatchObject({ queued: 1, dead: 1 });
  expect(named('unknown.late').lagSeconds).toBeGreaterThanOrEqual(300);
  expect(named('unknown.later')).toEqual({ name: 'unknown.later', queued: 0, dead: 0, lagSeconds: 0 });
  expect(named('webhooks')).toMatchObject({ queued: 2, dead: 0 });
  expect(named('webhooks').lagSeconds).toBeGreaterThanOrEqual(600);
});
