import { listEvents } from '@serai/contract/account/events.ts';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runSerai, type StandIn, standIn } from '../../../test/cli.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { type Received, readWhole, receiver } from '../../../test/webhook-receiver.ts';
import type { Clock } from '../../platform/clock.ts';

const [EXAMPLE] = listEvents.examples.answer.events;
let service: StandIn;
beforeEach(async () => {
  service = await standIn();
});
afterEach(() => service.stop());

/** Creates numbered events that happened in the order of their numbers. */
const event = (number: number, type = 'booking.confirmed') => {
  const eventId = `evt_${number}`;
  const at = new Date(Date.UTC(2026, 6, 2, 10, 0, number)).toISOString();
  return { ...EXAMPLE, eventId, type, at, payload: { id: eventId, type, data: {} } };
};
const OLD = { ...event(0), at: '2026-07-01T00:00:00Z' };
const page = (...events: object[]) => ({ events, page: { nextCursor: null, hasMore: false } });

/** Runs `listen` until all prepared responses have been used. Each wait advances the clock by `stepMs`. */
async function listen(argv: string[], answers: [number, unknown][], stepMs = 500) {
  const interrupt = new AbortController();
  const time = new ManualClock();
  for (const [status, body] of answers) service.answerNext(status, body);
  const clock: Clock = {
    nowMs: () => Date.now(),
    monotonicMs: () => time.monotonicMs(),
    after(_, task) {
      const passed = setImmediate(() => {
        time.advance(stepMs);
        if (service.received.length >= answers.length) interrupt.abort();
        else task();
      });
      return { cancel: () => clearImmediate(passed) };
    },
  };
  const options = { env: service.env, clock, signal: interrupt.signal };
  const run = await runSerai(['webhooks', 'listen', ...argv], options);
  return { ...run, ids: [...run.out.matchAll(/"id":"(\w+)"/g)].map(([, id]) => id) };
}

it('serai webhooks listen prints each new event once, newest last, and stops cleanly', async () => {
  const { code, out, err, ids } = await listen(
    ['--json'],
    [
      [200, page(event(1), OLD)],
      [200, page(event(2))],
      [200, page(event(2), event(3), event(4))],
      [200, page(event(2), event(3), event(4))],
    ],
  );
  expect([code, ids]).toEqual([0, ['evt_2', 'evt_3', 'evt_4']]);
  expect(service.received.map(({ input }) => input.after)).toEqual([undefined, 'evt_0', 'evt_0', 'evt_0']);
  expect(service.received.every(({ input }) => input.environment === 'sandbox')).toBe(true);
  expect(out).not.toContain('Waiting');
  expect(err).toContain('Waiting for sandbox events.');
});

it('serai webhooks listen prints an event once even if it becomes visible after a newer one', async () => {
  const answers = [
    page(event(1), OLD),
    page(event(3)),
    page(event(2), event(3)),
    page(event(2), event(3)),
    page(),
    page(),
  ];
  const { ids } = await listen(
    ['--json'],
    answers.map(answer => [200, answer]),
    6_000,
  );
  expect(ids).toEqual(['evt_3', 'evt_2']);
  expect(service.received.at(-1)?.input.after).toBe('evt_3');
});

it('serai webhooks listen prints events that become visible late, but none from before it started', async () => {
  const { ids } = await listen(
    ['--json'],
    [
      [200, page(event(5), event(3), OLD)],
      [200, page(event(3), event(4), event(5))],
    ],
  );
  expect(ids).toEqual(['evt_4']);
  expect(service.received[1]?.input.after).toBe('evt_0');
});

it('serai webhooks listen starts even if there are no events and reads all pages', async () => {
  const first = { events: [event(2)], page: { nextCursor: 'more', hasMore: true } };
  const { ids } = await listen(
    ['--json'],
    [
      [200, page()],
      [200, first],
      [200, page(event(1))],
    ],
  );
  expect(ids).toEqual(['evt_1', 'evt_2']);
  expect(service.received[2]?.input.page).toMatchObject({ cursor: 'more' });
});

it('serai webhooks listen prints only the requested event types', async () => {
  const { out } = await listen(
    ['--types', 'booking.cancelled,webhook.ping'],
    [
      [200, page()],
      [200, page(event(2, 'booking.cancelled'), event(1))],
    ],
  );
  expect(out).toMatch(/booking.cancelled\s+evt_2/);
  expect(out).not.toContain('evt_1');
  expect((await listen(['--types', 'nothing'], [])).code).toBe(2);
});

it('serai webhooks listen continues after the service has been unreachable', async () => {
  const { code, err, ids } = await listen(
    ['--json'],
    [
      [200, page(event(1), OLD)],
      [502, 'a proxy says no'],
      [502, 'a proxy says no'],
      [200, page(event(2))],
    ],
  );
  expect([code, ids]).toEqual([0, ['evt_2']]);
  expect(err.match(/is not reachable/g)).toHaveLength(1);
  expect(err.match(/is reachable again/g)).toHaveLength(1);
});

it('serai webhooks listen fails immediately if the service is unreachable at startup or the token is wrong', async () => {
  expect((await listen([], [[502, 'a proxy says no']])).code).toBe(3);
  const wrong = { env: { ...service.env, SERAI_OPERATOR_TOKEN: 'wrong' } };
  expect((await runSerai(['webhooks', 'listen'], wrong)).code).toBe(4);
});

it('serai webhooks listen forwards each event, signed with the secret that it prints', async () => {
  const received: Received[] = [];
  await using target = await receiver(async (request, response) => {
    received.push({ headers: request.headers, body: await readWhole(request) });
    response.statusCode = received.length === 1 ? 200 : 500;
    response.end();
  });
  const { out } = await listen(
    ['--forward-to', `http://127.0.0.1:${target.port}/hooks`],
    [
      [200, page(event(1), OLD)],
      [200, page(event(2), event(3))],
    ],
  );
  const secret = /whsec_[A-Za-z0-9+/=]+/.exec(out)?.[0] as string;
  expect(received).toHaveLength(2);
  for (const { headers, body } of received)
    new Webhook(secret).verify(body, headers as Record<string, string>);
  expect(JSON.parse(String(received[0]?.body))).toEqual(event(2).payload);
  expect(out).toMatch(/evt_2.*\n {2}→ 200 after \d+ ms\n.*evt_3.*\n {2}→ 500 after/s);
});

it('serai webhooks listen reports that no program is listening at the forward URL', async () => {
  const { code, out } = await listen(
    ['--forward-to', 'http://127.0.0.1:1/'],
    [
      [200, page(event(1), OLD)],
      [200, page(event(2))],
    ],
  );
  expect([code, out]).toEqual([0, expect.stringContaining('nothing is listening at http://127.0.0.1:1')]);
  expect((await listen(['--forward-to', 'localhost'], [])).code).toBe(2);
});
