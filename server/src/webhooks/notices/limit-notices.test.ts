import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORGANISATION, openWebhookWorld, type WebhookWorld } from '../../../test/webhooks/webhook-world.ts';
import { endLimitNotices, type LimitNotice, tellLimits } from './limit-notices-store.ts';
import { listNotices } from './notice-store.ts';

let world: WebhookWorld;
beforeAll(async () => {
  world = await openWebhookWorld();
});
afterAll(() => world?.drop());

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

test('a limit is told once by however many nodes, the last word about a key stands, and ends by itself', async () => {
  await Promise.all([1, 2].map(() => tellLimits(world.db, [notice('limit.near', 1)])));
  expect(await open()).toEqual([['limit.near', 'key_a']]);
  await tellLimits(world.db, [notice('limit.reached', 1)]);
  await tellLimits(world.db, [notice('limit.near', 1)]);
  expect(await open()).toEqual([['limit.reached', 'key_a']]);
  await endLimitNotices(world.db);
  expect(await open()).toHaveLength(1);
  await world.time.advance(61 * 60_000);
  await endLimitNotices(world.db);
  expect(await open()).toEqual([]);
});
