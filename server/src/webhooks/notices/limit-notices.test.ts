import { afterAll, expect, test } from 'vitest';
import { ORGANISATION, openWebhookWorld } from '../../../test/webhooks/webhook-world.ts';
import { endLimitNotices, insertLimitNotices, type LimitNotice } from './limit-notices-store.ts';
import { listNotices } from './notice-store.ts';

const world = await openWebhookWorld();
afterAll(() => world.drop());

const notice = (kind: LimitNotice['kind'], day: number): LimitNotice => ({
  kind,
  keyId: 'key_a',
  organisationId: ORGANISATION,
  environment: 'sandbox',
  text: 'The key “A” used …',
  occasion: `key_a minute ${kind} ${day}`,
});

const open = async () => {
  const notices = await listNotices(world.db, { organisationId: ORGANISATION, openOnly: true, limit: 10 });
  return notices.map(({ kind, subjectId }) => [kind, subjectId]);
};

test('a limit has one open notice, regardless of how many nodes detect it, and the notice is closed automatically', async () => {
  await Promise.all([1, 2].map(() => insertLimitNotices(world.database.pool, [notice('limit.near', 1)])));
  expect(await open()).toEqual([['limit.near', 'key_a']]);
  await insertLimitNotices(world.database.pool, [notice('limit.reached', 1)]);
  await insertLimitNotices(world.database.pool, [notice('limit.near', 1)]);
  expect(await open()).toEqual([['limit.reached', 'key_a']]);
  await endLimitNotices(world.db);
  expect(await open()).toHaveLength(1);
  await world.time.advance(61 * 60_000);
  await endLimitNotices(world.db);
  expect(await open()).toEqual([]);
});

test('a new notice does not close notices of another partner', async () => {
  await world.database.ownerDb`
    INSERT INTO notice (notice_id, organisation_id, environment, kind, subject_id, text, at)
    VALUES ('ntc_other', 'org_b', 'sandbox', 'limit.near', 'key_a', 'Of another partner.', serai_now())`;
  await insertLimitNotices(world.database.pool, [notice('limit.reached', 2)]);
  expect(await open()).toEqual([['limit.reached', 'key_a']]);
  expect(await listNotices(world.db, { organisationId: 'org_b', openOnly: true, limit: 10 })).toHaveLength(1);
});
