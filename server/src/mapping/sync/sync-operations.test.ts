import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContentStage, STAGES } from '../../../test/mapping/content-stages.ts';
import { type TestApp, testApp } from '../../../test/test-app.ts';

const SCOPE = { environment: 'sandbox', provider: 'hotelbeds' };
const HOTELS = 8;

let app: TestApp;
let stage: ContentStage;
beforeAll(async () => {
  stage = await STAGES.hotelbeds(HOTELS);
  app = await testApp({ contentSources: stage.factories, settings: { SERAI_CONTENT_REMOVAL_PERCENT: '20' } });
  const { status } = await app.operate('providers/connect', {
    adapter: 'hotelbeds',
    name: 'Hotelbeds',
    environment: 'sandbox',
    credentials: stage.credentials,
    settings: { baseUrl: stage.simulator.url },
  });
  expect(status).toBe(200);
});
afterAll(async () => {
  await app?.close();
  await stage?.simulator.close();
});

const operate = (name: string, input: object = {}) => app.operate(`syncs/${name}`, { ...SCOPE, ...input });

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
async function listed(): Promise<any> {
  return (await operate('list')).json.syncs[0];
}

async function ended(state: string): Promise<void> {
  await expect.poll(async () => (await listed()).run?.state).toBe(state);
}

test('syncs/list lists a connected account, and syncs/start starts a content run', async () => {
  expect(await listed()).toMatchObject({ ...SCOPE, changedSince: null, toConfirm: null });
  const { status, json } = await operate('start');
  expect([status, json.sync?.run]).toMatchObject([
    200,
    { mode: 'FULL', state: 'QUEUED', pages: 0, total: null },
  ]);
  await ended('DONE');
  expect((await listed()).run).toMatchObject({
    hotels: HOTELS,
    total: HOTELS,
    added: HOTELS,
    lastError: null,
  });
  await expect
    .poll(
      async () =>
        (await app.operate('mapping/figures', { environment: 'sandbox' })).json.runs[0]?.requestedBy,
    )
    .toBe('content sync');
  const { entries } = (await app.operate('audit/list', { page: { limit: 5 } })).json;
  expect(entries[0]).toMatchObject({ action: 'syncs/start', target: 'sandbox/hotelbeds' });
});

test('a content run that would remove too many hotels waits for confirmation, even if a later run reads changes', async () => {
  for (const index of [1, 2, 3]) stage.remove(index);
  await operate('start', { mode: 'FULL' });
  await ended('STOPPED');
  const { toConfirm } = await listed();
  expect(toConfirm).toMatchObject({ reason: 'MANY_REMOVALS', missing: 3, present: HOTELS, removed: 0 });
  await operate('start', { mode: 'DELTA' });
  await ended('DONE');
  expect((await listed()).toConfirm.runId).toBe(toConfirm.runId);
  const confirmed = await operate('confirm', { runId: toConfirm.runId });
  expect([confirmed.status, confirmed.json.sync?.toConfirm]).toEqual([200, null]);
  await expect
    .poll(
      async () =>
        (await app.mainDb`SELECT count(*)::int AS gone FROM supplier_hotel WHERE gone_at IS NOT NULL`)[0],
    )
    .toEqual({ gone: 3 });
  const again = await operate('confirm', { runId: toConfirm.runId });
  expect([again.status, again.json.error.code]).toEqual([409, 'INVALID_STATE']);
});

test('an open content run can be stopped, and an account has at most one open run', async () => {
  stage.throttle(true);
  await operate('start');
  const second = await operate('start');
  expect([second.status, second.json.error.code]).toEqual([409, 'INVALID_STATE']);
  await expect.poll(async () => (await listed()).run.waitingFor).toBe('SUPPLIER_LIMIT');
  expect((await operate('stop')).json.sync.run).toMatchObject({ state: 'CANCELLED', waitingFor: null });
  expect((await operate('stop')).json.error.code).toBe('INVALID_STATE');
  stage.throttle(false);
});

test('syncs/start returns NOT_FOUND for an unknown account and INVALID_STATE for a paused one', async () => {
  const unknown = await operate('start', { provider: 'hotelbeds-us' });
  expect([unknown.status, unknown.json.error.code]).toEqual([404, 'NOT_FOUND']);
  expect((await operate('confirm', { runId: 'crn_unknown' })).status).toBe(404);
  await app.operate('providers/update', { providerId: 'prv_sandbox_hotelbeds', enabled: false });
  const paused = await operate('start');
  expect([paused.status, paused.json.error.message]).toEqual([
    409,
    'The account hotelbeds is paused. Resume it first.',
  ]);
});
