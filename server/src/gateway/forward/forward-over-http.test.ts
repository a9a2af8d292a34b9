/** Tests lost connections, lost responses and slow backends over real sockets. */
import { describe, expect, test } from 'vitest';
import { ANSWER, type BackendNode, callOf, callsOf, outcomeOf, setUp } from '../../../test/backend-nodes.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import type { Answer } from '../../platform/operations/answer.ts';

test('the gateway forwards the request ID, client address, arrival time and idempotency key, and returns only the headers that clients may see', async () => {
  const { nodes, forward } = await setUp(1);
  nodes[0].answer = async () => ({
    status: 409,
    headers: {
      'content-type': 'application/json',
      'retry-after': '3',
      etag: '"e"',
      'x-powered-by': 'us',
      'set-cookie': 'a=b',
    },
    body: '{"error":{}}',
    code: 'PRICE_CHANGED',
    bookingId: 'bkg_1',
    providerUs: 1234,
    trafficClass: 'quote',
  });
  const { call } = callOf('book');
  const answer = await forward.send(call);
  expect(nodes[0].calls[0]).toMatchObject({
    path: '/connect/hotels/v1/booking',
    token: 'token',
    requestId: 'req_1',
    clientAddress: '203.0.113.9',
    arrivedAtMs: 1_750_000_000_123,
    idempotencyKey: 'idem-1',
    ifNoneMatch: undefined,
  });
  expect(nodes[0].calls[0]?.body.toString()).toBe('{"a":1}');
  expect(nodes[0].calls[0]?.timeLeftMs).toBeGreaterThan(1_000);
  expect({ ...answer, body: answer.body.toString() }).toEqual({
    status: 409,
    headers: { 'content-type': 'application/json', 'retry-after': '3', etag: '"e"' },
    body: '{"error":{}}',
    code: 'PRICE_CHANGED',
    bookingId: 'bkg_1',
    providerUs: 1234,
    trafficClass: 'quote',
  });
});

test('the gateway uses its backends in turn', async () => {
  const { nodes, forward } = await setUp();
  for (let i = 0; i < 10; i++) await forward.send(callOf('content').call);
  expect(nodes.map(node => node.calls.length)).toEqual([5, 5]);
});

describe('an unreachable backend', () => {
  test.each(['search', 'content', 'list', 'detail', 'quote', 'book'] as const)(
    'the gateway sends a request of the class %s to another node if a backend is unreachable',
    async name => {
      const { nodes, forward } = await setUp();
      await nodes[0].proxy.set({ kind: 'down' });
      for (let i = 0; i < 4; i++) expect(await outcomeOf(forward, callOf(name).call)).toBe(200);
      expect(nodes[1].calls.length).toBe(4);
    },
  );

  test.each(['content', 'quote'] as const)(
    'the gateway returns 503 for a request of the class %s if no node can be reached',
    async name => {
      const { nodes, forward } = await setUp();
      for (const node of nodes) await node.proxy.set({ kind: 'down' });
      expect(await outcomeOf(forward, callOf(name).call)).toBe('SERVICE_UNAVAILABLE');
    },
  );

  test('the gateway returns 503 for a booking at the deadline if the booking was not sent', async () => {
    const { nodes, forward } = await setUp();
    for (const node of nodes) await node.proxy.set({ kind: 'down' });
    expect(await outcomeOf(forward, callOf('book', { timeLeftMs: 400 }).call)).toBe('SERVICE_UNAVAILABLE');
    expect(callsOf(nodes)).toBe(0);
  });

  test('the gateway sends a booking to a node that recovers before the deadline', async () => {
    const { nodes, forward } = await setUp();
    for (const node of nodes) await node.proxy.set({ kind: 'down' });
    const outcome = outcomeOf(forward, callOf('book', { timeLeftMs: 5_000 }).call);
    await new Promise(resolve => setTimeout(resolve, 300));
    await nodes[1].proxy.clear();
    expect(await outcome).toBe(200);
  });
});

describe('a lost response', () => {
  const loseAnswers = (node: BackendNode) =>
    node.proxy.set({ kind: 'cut', afterBytes: 0, direction: 'to-client' });

  test.each(['search', 'content', 'list', 'detail'] as const)(
    'the gateway resends a request of the class %s once after a lost response and then returns 503',
    async name => {
      const { nodes, forward } = await setUp();
      for (const node of nodes) await loseAnswers(node);
      const { call, resent } = callOf(name);
      expect(await outcomeOf(forward, call)).toBe('SERVICE_UNAVAILABLE');
      expect([callsOf(nodes), resent()]).toEqual([2, 1]);
    },
  );

  test('the gateway returns 503 for a quote whose response was lost and never resends the quote', async () => {
    const { nodes, forward } = await setUp();
    for (const node of nodes) await loseAnswers(node);
    expect(await outcomeOf(forward, callOf('quote').call)).toBe('SERVICE_UNAVAILABLE');
    expect(callsOf(nodes)).toBe(1);
  });

  test('the gateway resends a booking unchanged, with the same arrival time, until a node responds', async () => {
    const { nodes, forward } = await setUp();
    await loseAnswers(nodes[0]);
    for (let i = 0; i < 4; i++) expect(await outcomeOf(forward, callOf('book').call)).toBe(200);
    const all = nodes.flatMap(node => node.calls);
    expect(all.length).toBeGreaterThan(4);
    expect(new Set(all.map(({ arrivedAtMs, body }) => `${arrivedAtMs} ${body}`)).size).toBe(1);
  });

  test('the gateway reports a lost response instead of a 5xx if no node responds to a booking in time', async () => {
    const { nodes, forward } = await setUp();
    for (const node of nodes) await loseAnswers(node);
    expect(await outcomeOf(forward, callOf('book', { timeLeftMs: 500 }).call)).toBe('LostAnswer');
    expect(callsOf(nodes)).toBeGreaterThan(1);
  });

  test('the gateway does not return a 503 from one node if another node may have received the booking', async () => {
    const { nodes, forward } = await setUp();
    await loseAnswers(nodes[0]);
    nodes[1].answer = async () => ({ ...ANSWER, status: 503, code: 'SERVICE_UNAVAILABLE' });
    const { call } = callOf('book', { timeLeftMs: 500 });
    // If the second node is tried first, its 503 is correct, because no earlier attempt was sent.
    const outcomes = [await outcomeOf(forward, call), await outcomeOf(forward, call)];
    expect(outcomes).toContain('LostAnswer');
    const healing = forward.send(callOf('book').call);
    nodes[1].answer = async () => ANSWER;
    expect((await healing).status).toBe(200);
  });

  test('the gateway resends a content request when the response is truncated', async () => {
    const { nodes, forward } = await setUp();
    const body = JSON.stringify({ text: 'x'.repeat(200_000) });
    for (const node of nodes) node.answer = async () => ({ ...ANSWER, body });
    await nodes[0].proxy.set({ kind: 'cut', afterBytes: 50_000, direction: 'to-client' });
    for (let i = 0; i < 4; i++) {
      const answer = await forward.send(callOf('content').call);
      expect(answer.body.toString()).toBe(body);
    }
  });
});

test('the gateway never sends a booking that was abandoned while waiting for a connection', async () => {
  const { nodes, forward } = await setUp(1, {
    search: 8,
    content: 8,
    list: 8,
    quote: 8,
    detail: 8,
    agent: 8,
    book: 8,
  });
  let release: () => void = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  nodes[0].answer = () => held.then(() => ANSWER);
  const first = Array.from({ length: 8 }, () =>
    outcomeOf(forward, callOf('book', { timeLeftMs: 10_000 }).call),
  );
  await expect.poll(() => callsOf(nodes)).toBe(8);
  expect(await outcomeOf(forward, callOf('book', { timeLeftMs: 200 }).call)).toBe('SERVICE_UNAVAILABLE');
  release();
  expect(new Set(await Promise.all(first))).toEqual(new Set([200]));
  expect(await outcomeOf(forward, callOf('book').call)).toBe(200);
  expect(callsOf(nodes)).toBe(9);
});

describe('an overloaded backend', () => {
  const SHED: Answer = {
    status: 503,
    headers: { 'content-type': 'application/json', 'retry-after': '4' },
    body: '{"error":{}}',
    code: 'SERVICE_UNAVAILABLE',
    shed: 'request',
  };
  const shed = (node: BackendNode) => {
    node.answer = async () => SHED;
  };

  test.each(['search', 'quote', 'book'] as const)(
    'the gateway sends a request of the class %s to another backend if the first rejects it, and then prefers the other backend',
    async name => {
      const { nodes, forward } = await setUp(2, undefined, new ManualClock());
      shed(nodes[0]);
      for (let i = 0; i < 6; i++) expect(await outcomeOf(forward, callOf(name).call)).toBe(200);
      expect(nodes.map(node => node.calls.length)).toEqual([1, 6]);
    },
  );

  test('a backend that rejected one traffic class still receives requests of other classes', async () => {
    const { nodes, forward } = await setUp(2, undefined, new ManualClock());
    shed(nodes[0]);
    await forward.send(callOf('search').call);
    nodes[0].answer = async () => ANSWER;
    for (let i = 0; i < 4; i++) await forward.send(callOf('content').call);
    expect(nodes[0].calls.length).toBe(1 + 2);
  });

  test('the gateway tries each backend once before it returns 503 with Retry-After, and tries only one backend for the next request', async () => {
    const { nodes, forward } = await setUp(2, undefined, new ManualClock());
    for (const node of nodes) shed(node);
    const { status, headers } = await forward.send(callOf('book').call);
    expect([status, headers['retry-after'], callsOf(nodes)]).toEqual([503, '4', 2]);
    await forward.send(callOf('book').call);
    expect(callsOf(nodes)).toBe(3);
  });

  test('the gateway remembers for a short time that every backend rejects a traffic class', async () => {
    const clock = new ManualClock();
    const { nodes, forward } = await setUp(2, undefined, clock);
    for (const node of nodes) node.answer = async () => ({ ...SHED, shed: 'class' });
    expect(forward.turnsAway?.('search')).toBe(false);
    await forward.send(callOf('search').call);
    expect([forward.turnsAway?.('search'), forward.turnsAway?.('content')]).toEqual([true, false]);
    clock.advance(250);
    expect(forward.turnsAway?.('search')).toBe(true);
    clock.advance(1);
    expect(forward.turnsAway?.('search')).toBe(false);
    nodes[1].answer = async () => SHED;
    await forward.send(callOf('search').call);
    expect(forward.turnsAway?.('search')).toBe(false);
  });

  test('the gateway does not return 503 for a booking that may have been received, even if another backend rejects it', async () => {
    const { nodes, forward } = await setUp();
    await nodes[0].proxy.set({ kind: 'cut', afterBytes: 0, direction: 'to-client' });
    shed(nodes[1]);
    const outcomes = [];
    for (let i = 0; i < 2; i++) {
      outcomes.push(await outcomeOf(forward, callOf('book', { timeLeftMs: 400 }).call));
    }
    expect(outcomes[0]).toBe('LostAnswer');
  });

  test('the gateway returns a 503 unchanged if it was not caused by overload', async () => {
    const { nodes, forward } = await setUp();
    for (const node of nodes)
      node.answer = async () => {
        const { shed: _, ...outage } = SHED;
        return outage;
      };
    expect(await outcomeOf(forward, callOf('content').call)).toBe(503);
    expect(callsOf(nodes)).toBe(1);
  });
});

describe('an unresponsive backend', () => {
  const never = () => new Promise<Answer>(() => {});

  test('the gateway returns 503 at the deadline if a backend does not respond to a content request', async () => {
    const { nodes, forward } = await setUp();
    for (const node of nodes) node.answer = never;
    const startedMs = performance.now();
    expect(await outcomeOf(forward, callOf('content', { timeLeftMs: 300 }).call)).toBe('SERVICE_UNAVAILABLE');
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(295);
  });

  test('the gateway reports a lost response at the deadline if a backend does not respond to a booking', async () => {
    const { nodes, forward } = await setUp();
    for (const node of nodes) node.answer = never;
    expect(await outcomeOf(forward, callOf('book', { timeLeftMs: 300 }).call)).toBe('LostAnswer');
  });

  test('the gateway cancels the backend request when the client disconnects, except for bookings and cancellations', async () => {
    const { nodes, forward } = await setUp(1);
    let cancelled = 0;
    nodes[0].answer = request => {
      request.signal.addEventListener('abort', () => {
        cancelled++;
      });
      return new Promise(resolve => setTimeout(() => resolve(ANSWER), 1_000));
    };
    const hangUp = new AbortController();
    const outcomes = [
      outcomeOf(forward, callOf('content', { signal: hangUp.signal }).call),
      outcomeOf(forward, callOf('book', { signal: hangUp.signal }).call),
    ];
    await expect.poll(() => callsOf(nodes)).toBe(2);
    hangUp.abort();
    expect(await Promise.all(outcomes)).toEqual(['SERVICE_UNAVAILABLE', 200]);
    await expect.poll(() => cancelled).toBe(1);
  });
});
