import { describe, expect, test } from 'vitest';
import { ANSWER, type BackendNode, callOf, callsOf, outcomeOf, setUp } from '../../../test/backend-nodes.ts';
import type { Forward } from './forward.ts';

describe('an unhealthy backend', () => {
  const ask = async (forward: Forward, times: number) => {
    for (let i = 0; i < times; i++) expect(await outcomeOf(forward, callOf('content').call)).toBe(200);
  };

  /** Returns true if the first of two backends gets none of the next requests. */
  const isLeftAlone = async (forward: Forward, [first]: [BackendNode, BackendNode]) => {
    const before = first.calls.length;
    const { call } = callOf('content', { timeLeftMs: 1_000 });
    for (let i = 0; i < 4; i++) if ((await outcomeOf(forward, call)) !== 200) return false;
    return first.calls.length === before;
  };

  test('a backend that hangs gets no requests until it recovers, and then gets requests again', async () => {
    const { forward, nodes } = await setUp();
    await ask(forward, 4);
    expect(nodes.map(({ calls }) => calls.length)).toEqual([2, 2]);
    await nodes[0].proxy.set({ kind: 'black-hole' });
    await expect.poll(() => isLeftAlone(forward, nodes)).toBe(true);
    await nodes[0].proxy.clear();
    await expect.poll(() => isLeftAlone(forward, nodes)).toBe(false);
  });

  test('reads, but not quotes or bookings, are moved from a hanging backend before their deadline', async () => {
    const { forward, nodes } = await setUp();
    const answered: string[] = [];
    for (const node of nodes) node.answer = () => new Promise(() => {});
    const classes = ['search', 'content', 'list', 'detail', 'quote', 'book'] as const;
    const outcomes = classes.map(async trafficClass => {
      // Two calls per traffic class, so that each of the two backends gets one.
      const calls = [1, 2].map(() => outcomeOf(forward, callOf(trafficClass, { timeLeftMs: 6_000 }).call));
      const first = await Promise.race(calls);
      answered.push(`${trafficClass} ${first}`);
      return Promise.all(calls);
    });
    await expect.poll(() => callsOf(nodes)).toBe(2 * classes.length);
    nodes[1].answer = async () => ANSWER;
    await nodes[0].proxy.set({ kind: 'black-hole' });
    await expect
      .poll(() => answered.toSorted(), { timeout: 5_500 })
      .toEqual(['content 200', 'detail 200', 'list 200', 'search 200']);
    await nodes[0].proxy.set({ kind: 'reset' });
    await Promise.all(outcomes);
  });

  test('a backend that reports that it is not ready gets no requests while another backend is ready', async () => {
    const { forward, nodes } = await setUp();
    nodes[0].isReady = false;
    await expect.poll(() => isLeftAlone(forward, nodes)).toBe(true);
  });

  test('an unready backend gets a request if the ready backend rejects the request', async () => {
    const { forward, nodes } = await setUp();
    nodes[0].isReady = false;
    await expect.poll(() => isLeftAlone(forward, nodes)).toBe(true);
    nodes[1].answer = async () => ({ ...ANSWER, status: 503, code: 'SERVICE_UNAVAILABLE', shed: 'request' });
    expect(await outcomeOf(forward, callOf('book').call)).toBe(200);
  });

  test('the gateway returns the rejection from one backend if the other is unreachable', async () => {
    const { forward, nodes } = await setUp();
    const shed = {
      ...ANSWER,
      status: 503,
      headers: { 'retry-after': '4' },
      code: 'SERVICE_UNAVAILABLE',
    } as const;
    for (const node of nodes) node.answer = async () => ({ ...shed, shed: 'request' });
    await nodes[1].proxy.set({ kind: 'down' });
    for (let i = 0; i < 2; i++) {
      const { call } = callOf('content');
      expect((await forward.send(call)).headers['retry-after']).toBe('4');
    }
  });

  test('unready backends get requests if no backend is ready', async () => {
    const { forward, nodes } = await setUp();
    for (const node of nodes) node.isReady = false;
    await new Promise(resolve => setTimeout(resolve, 1_300));
    await ask(forward, 4);
    expect(nodes.map(({ calls }) => calls.length)).toEqual([2, 2]);
  });
});
