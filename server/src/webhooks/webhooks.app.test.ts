import { Webhook } from 'standardwebhooks';
import { afterAll, expect, it, vi } from 'vitest';
import { testApp } from '../../test/test-app.ts';
import { type Received, readWhole, receiver } from '../../test/webhook-receiver.ts';

const received: Received[] = [];

const target = await receiver(async (request, response) => {
  received.push({ headers: request.headers, body: await readWhole(request) });
  response.end('thanks');
});
const app = await testApp({ settings: { SERAI_WEBHOOK_ALLOWED_TARGETS: '127.0.0.1' } });
afterAll(async () => {
  await app.close();
  await target[Symbol.asyncDispose]();
});

it('a signed ping from the operator API reaches the receiver, and its response is shown', async () => {
  const created = await app.operate('webhooks/create', {
    url: `http://127.0.0.1:${target.port}/hook`,
    eventTypes: ['booking.confirmed'],
    environment: 'sandbox',
  });
  expect(created.status).toBe(200);
  const { endpoint, secret } = created.json;
  const { endpointId } = endpoint;
  const { json } = await app.operate('webhooks/ping', { endpointId });
  const { eventId } = json.delivery;

  await vi.waitFor(() => expect(received).toHaveLength(1), 10_000);
  const [{ headers, body }] = received as [Received];
  expect(headers['webhook-id']).toBe(eventId);
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
    id: eventId,
    type: 'webhook.ping',
    environment: 'sandbox',
    data: { endpointId },
  });
  const listed = () => app.operate('deliveries/list', { endpointId, include: ['payload'] });
  await vi.waitFor(async () => expect((await listed()).json.deliveries[0].status).toBe('DELIVERED'), 10_000);
  expect((await listed()).json.deliveries).toMatchObject([
    {
      eventId,
      attempts: [{ number: 1, status: 200, error: null, answer: 'thanks' }],
      payload: JSON.parse(String(body)),
    },
  ]);
  const { json: events } = await app.operate('events/list', { type: 'webhook.ping' });
  expect(events.events).toMatchObject([{ eventId, payload: JSON.parse(String(body)) }]);
});

it('a webhook target that the settings do not allow is rejected with the reason', async () => {
  const { status, json } = await app.operate('webhooks/create', {
    url: 'https://169.254.169.254/latest/meta-data/',
    eventTypes: ['booking.confirmed'],
    environment: 'production',
  });
  expect(status).toBe(400);
  expect(json.error).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ path: '/url', code: 'TARGET_NOT_ALLOWED', message: expect.stringContaining('not public') }],
  });
});
