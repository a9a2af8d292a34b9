import { afterAll, beforeEach, expect, it } from 'vitest';
import { refusal } from '../../../test/key-operations.ts';
import { webhookOperations } from '../../../test/webhook-operations.ts';
import { appendEvent } from '../../platform/events/outbox-store.ts';

let ours: string;
let endpointId: string;
const webhooks = await webhookOperations();
afterAll(() => webhooks.drop());
beforeEach(async () => {
  ours = await webhooks.newOrganisation();
  endpointId = await newEndpoint();
});

async function newEndpoint(): Promise<string> {
  const input = {
    url: 'https://hooks.example.com/',
    eventTypes: ['booking.confirmed'],
    environment: 'sandbox',
  };
  return (await webhooks.call('webhooks/create', ours, input)).endpoint.endpointId;
}
const show = (eventId: string, organisation = ours) =>
  webhooks.call('events/show', organisation, { eventId });

it('events/show returns the event data, its actor and all its deliveries', async () => {
  const second = await newEndpoint();
  const eventId = await appendEvent(webhooks.db, webhooks.parts.seal, {
    organisationId: ours,
    environment: 'sandbox',
    type: 'booking.confirmed',
    at: new Date(webhooks.time.databaseNowMs()),
    bookingId: 'bkg_1',
    version: 3,
    data: { bookingId: 'bkg_1', actor: 'PROVIDER' },
  });
  await webhooks.happen(ours);
  const { event, deliveries } = await show(eventId);
  expect(event).toMatchObject({
    eventId,
    version: 3,
    actor: 'PROVIDER',
    bookingId: 'bkg_1',
    payload: { id: eventId, data: { actor: 'PROVIDER' } },
  });
  expect(deliveries.map((each: { endpointId: string }) => each.endpointId).sort()).toEqual(
    [endpointId, second].sort(),
  );
  expect(new Set(deliveries.map((each: { eventId: string }) => each.eventId))).toEqual(new Set([eventId]));
});

it('events/show does not find an event of another partner', async () => {
  const eventId = await webhooks.happen(ours);
  const theirs = await webhooks.newOrganisation();
  expect((await refusal(show(eventId, theirs))).code).toBe('NOT_FOUND');
  expect((await refusal(show('evt_0'))).code).toBe('NOT_FOUND');
});

it('events/list counts the deliveries of each event if requested, except deliveries to deleted endpoints', async () => {
  const gone = await newEndpoint();
  await webhooks.call('webhooks/update', ours, { endpointId, status: 'PAUSED' });
  await webhooks.happen(ours);
  await webhooks.happen(ours, 'booking.pending');
  await webhooks.call('webhooks/delete', ours, { endpointId: gone });
  const list = (input: object) => webhooks.call('events/list', ours, input);
  const { events } = await list({ include: ['deliveries'] });
  expect(events.map(({ deliveries }: { deliveries: object }) => deliveries)).toEqual([
    { delivered: 0, pending: 0, failed: 0, held: 0 },
    { delivered: 0, pending: 0, failed: 0, held: 1 },
  ]);
  expect((await list({})).events[0]).not.toHaveProperty('deliveries');
});
