import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReceiver, type Receiver } from '../../../test/webhooks/receiver.ts';
import { ORGANISATION, openWebhookWorld, type WebhookWorld } from '../../../test/webhooks/webhook-world.ts';
import { listEvents } from '../events/event-list-store.ts';
import { type DeliveryFilter, findDelivery, listDeliveries } from './delivery-list-store.ts';

let world: WebhookWorld;
let receiver: Receiver;
let startMs: number;
const endpoints: string[] = [];
const events: string[] = [];
beforeAll(async () => {
  world = await openWebhookWorld();
  receiver = await openReceiver(({ body }, response) =>
    response.writeHead(JSON.parse(body).type === 'booking.cancelled' ? 500 : 200).end('thanks'),
  );
  startMs = world.time.databaseNowMs();
  endpoints.push(await world.endpoint(receiver.url), await world.endpoint(receiver.url));
  endpoints.push(await world.endpoint(receiver.url, { organisationId: 'org_b' }));
  for (let i = 0; i < 5; i++) {
    const type = i === 2 ? 'booking.cancelled' : 'booking.confirmed';
    events.push(await world.event({ type, bookingId: `bkg_${i % 2}`, version: i + 1 }));
    await world.time.advance(1_000);
  }
  await world.event({ organisationId: 'org_b' });
  const worker = world.worker();
  worker.start();
  await worker.idle();
});
afterAll(async () => {
  await world?.drop();
  await receiver?.close();
});

const list = (filter: Partial<DeliveryFilter> = {}) =>
  listDeliveries(world.db, world.seal, { organisationId: ORGANISATION, limit: 100, ...filter });
const eventsOf = async (filter: Partial<DeliveryFilter>) => (await list(filter)).map(each => each.eventId);

test('the delivery list contains only deliveries that match every filter', async () => {
  const [a = ''] = endpoints;
  const newestFirst = events.toReversed();
  expect(await eventsOf({ endpointId: a })).toEqual(newestFirst);
  expect(await list()).toHaveLength(10);
  expect(await list({ environment: 'production' })).toEqual([]);
  expect(await list({ endpointId: endpoints[2] })).toEqual([]);
  expect(await eventsOf({ endpointId: a, eventType: 'booking.cancelled' })).toEqual([events[2]]);
  expect(await eventsOf({ endpointId: a, status: 'PENDING' })).toEqual([events[2]]);
  expect(await eventsOf({ endpointId: a, status: 'DELIVERED' })).toHaveLength(4);
  expect(await eventsOf({ status: 'FAILED' })).toEqual([]);
  expect(await eventsOf({ status: 'HELD' })).toEqual([]);
  expect(await eventsOf({ endpointId: a, bookingId: 'bkg_1' })).toEqual([events[3], events[1]]);
  expect(await eventsOf({ eventId: events[4] ?? '' })).toEqual([events[4], events[4]]);
  const span = { from: new Date(startMs + 1_000), to: new Date(startMs + 3_000) };
  expect(await eventsOf({ endpointId: a, ...span })).toEqual([events[2], events[1]]);
  expect(await eventsOf({ endpointId: a, ...span, status: 'DELIVERED' })).toEqual([events[1]]);
});

test('delivery pages across all endpoints are complete and in order', async () => {
  const seen: string[] = [];
  let before: DeliveryFilter['before'];
  for (;;) {
    const page = await list({ before, limit: 3 });
    seen.push(...page.map(each => each.deliveryId));
    const last = page.at(-1);
    if (last === undefined) break;
    before = { at: last.createdAt, id: last.deliveryId };
  }
  expect(seen).toEqual((await list()).map(each => each.deliveryId));
  expect(new Set(seen).size).toBe(10);
});

test('a delivery includes its attempts, and its payload if requested', async () => {
  const [first] = await list({ eventId: events[0] ?? '', withPayload: true });
  expect(first).toMatchObject({
    status: 'DELIVERED',
    attempts: [{ number: 1, status: 200, error: null, answer: 'thanks' }],
    payload: { id: events[0], data: { word: 'größe' } },
  });
  const { payload: _, ...rest } = first ?? {};
  expect(await findDelivery(world.db, world.seal, ORGANISATION, first?.deliveryId ?? '')).toEqual(rest);
  expect(await findDelivery(world.db, world.seal, 'org_b', first?.deliveryId ?? '')).toBeUndefined();
});

test('events are listed backwards from now, or forwards from a given event', async () => {
  const all = await listEvents(world.db, world.seal, { organisationId: ORGANISATION, limit: 100 });
  expect(all.map(event => event.eventId)).toEqual(events.toReversed());
  const [last] = all.slice(-1);
  const after = { at: last?.at ?? new Date(), id: last?.eventId ?? '' };
  const next = await listEvents(world.db, world.seal, { organisationId: ORGANISATION, after, limit: 2 });
  expect(next.map(event => event.eventId)).toEqual(events.slice(1, 3));
  expect(next[0]).toMatchObject({ bookingId: 'bkg_1', version: 2, payload: { id: events[1] } });
});
