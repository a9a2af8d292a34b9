import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { type Answer, ok, openReceiver, PATIENT, type Receiver } from '../../../test/webhooks/receiver.ts';
import { ORGANISATION, openWebhookWorld } from '../../../test/webhooks/webhook-world.ts';
import { listDeliveries } from './delivery-list-store.ts';

let good: Receiver;
let bad: Receiver;
const swallowed = new Set<Socket>();
const world = await openWebhookWorld();
/** Accepts connections and never responds, like a host behind a misconfigured firewall. */
const blackHole = createServer(socket => swallowed.add(socket.on('error', () => {})));
await new Promise<void>(resolve => blackHole.listen(0, '127.0.0.1', resolve));
afterAll(async () => {
  for (const socket of swallowed) socket.destroy();
  blackHole.close();
  await world.drop();
});
beforeEach(async () => {
  [good, bad] = await Promise.all([openReceiver(), openReceiver()]);
});
afterEach(async () => {
  await world.clean();
  await Promise.all([good.close(), bad.close()]);
});

const EVENTS = 40;
const outcomes = async (endpointId: string) => {
  const made = await listDeliveries(world.db, world.seal, {
    organisationId: ORGANISATION,
    endpointId,
    limit: 1000,
  });
  return made.map(({ status, attempts }) => [status, attempts.length, attempts[0]?.error ?? null]);
};

/** Responses that never complete. The test ends them. */
const hanging: ServerResponse[] = [];
const SILENT: Record<string, Answer> = {
  'never responds': (_, response) => hanging.push(response),
  'sends an endless body': (_, response) => {
    response.writeHead(200).write('x');
    hanging.push(response);
  },
};

test.each([...Object.keys(SILENT), 'swallows every byte'])(
  'a webhook receiver that %s does not delay deliveries to others',
  async kind => {
    bad.answer = SILENT[kind] ?? ok;
    const url =
      kind === 'swallows every byte'
        ? `http://127.0.0.1:${(blackHole.address() as AddressInfo).port}`
        : bad.url;
    const endpoints = [await world.endpoint(url), await world.endpoint(url), await world.endpoint(url)];
    await world.endpoint(good.url);
    const events = await Promise.all(Array.from({ length: EVENTS }, () => world.event()));
    const worker = world.worker();
    worker.start();
    await expect.poll(() => good.received.length, PATIENT).toBe(EVENTS);
    expect(good.ids().toSorted()).toEqual(events.toSorted());
    for (const endpointId of endpoints) {
      expect((await outcomes(endpointId)).filter(([, attempts]) => attempts !== 0)).toEqual([]);
    }
    // New events are delivered while the attempts to the silent receivers are still pending.
    await Promise.all(Array.from({ length: EVENTS }, () => world.event()));
    worker.wake();
    await expect.poll(() => good.received.length, PATIENT).toBe(2 * EVENTS);
    for (const response of hanging.splice(0)) response.destroy();
  },
);

test('a delivery attempt succeeds if the response takes 14 s and fails if it takes 15 s', async () => {
  bad.answer = SILENT['never responds'] as Answer;
  const endpointId = await world.endpoint(bad.url);
  await world.event();
  const worker = world.worker();
  worker.start();
  await expect.poll(() => hanging.length, PATIENT).toBe(1);
  await world.time.advance(14_000);
  hanging.splice(0)[0]?.writeHead(200).end();
  await worker.idle();
  await world.event();
  worker.wake();
  await expect.poll(() => hanging.length, PATIENT).toBe(1);
  await world.time.advance(15_000);
  await worker.idle();
  expect(await outcomes(endpointId)).toEqual([
    ['PENDING', 1, 'No response within 15 s.'],
    ['DELIVERED', 1, null],
  ]);
});

const LIES: Record<string, [Answer, string, string | null]> = {
  'closes the connection before it responds': [
    (_, response) => response.destroy(),
    'PENDING',
    'The receiver closed the connection without a response.',
  ],
  'returns 200 and resets the connection': [
    (_, response) => {
      response
        .writeHead(200, { 'content-length': '10' })
        .write('abc', () => response.socket?.resetAndDestroy());
    },
    'DELIVERED',
    null,
  ],
  'returns 200 with a body that is too long to read': [
    (_, response) => {
      response.writeHead(200);
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', pour);
      pour();
    },
    'DELIVERED',
    null,
  ],
  'does not speak HTTP': [
    (_, response) => response.socket?.end('GARBAGE\r\n\r\n'),
    'PENDING',
    'The receiver did not send a valid HTTP response.',
  ],
  'redirects to another URL': [
    (_, response) => response.writeHead(307, { location: good.url }).end(),
    'PENDING',
    'Returned 307: redirects are not followed.',
  ],
};

test.each(Object.entries(LIES))(
  'a webhook receiver that %s does not delay deliveries to others, and the outcome of each delivery is recorded',
  async (_, lie) => {
    const [answer, status, error] = lie;
    bad.answer = answer;
    const endpointId = await world.endpoint(bad.url);
    await world.endpoint(good.url);
    await Promise.all(Array.from({ length: EVENTS }, () => world.event()));
    const worker = world.worker();
    worker.start();
    await expect.poll(() => good.received.length, PATIENT).toBe(EVENTS);
    await worker.idle();
    expect(good.received).toHaveLength(EVENTS);
    expect(await outcomes(endpointId)).toEqual(Array(EVENTS).fill([status, 1, error]));
  },
);
