import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { Readiness } from '../../platform/readiness.ts';
import { Stops } from '../../platform/stops.ts';
import { ThreadChannel } from '../../platform/threads/thread-channel.ts';
import type { AppParts } from '../app-parts.ts';
import { beforeServing, followMain, type MainIndex, mainIndex } from './follow-main.ts';
import { MAIN_CALLS, type WorkerLinks } from './worker-links.ts';

let ports: MessageChannel;
let main: ThreadChannel;
let links: WorkerLinks;
beforeEach(() => {
  ports = new MessageChannel();
  main = new ThreadChannel(ports.port1);
  links = { channel: new ThreadChannel(ports.port2) } as WorkerLinks;
});
afterEach(() => ports.port1.close());

test('a worker uses the memory of the main thread for the place index, and waits for the next version', async () => {
  let current: MainIndex = { buffer: new SharedArrayBuffer(8), version: 1 };
  main.handle(MAIN_CALLS.placeIndex, () => current);
  const load = mainIndex(links, systemClock);
  const { signal } = new AbortController();
  const first = new Uint8Array(await load(signal, undefined));
  new Uint8Array(current.buffer)[3] = 7;
  expect(first[3]).toBe(7);

  const next = load(signal, 1);
  current = { buffer: new SharedArrayBuffer(16), version: 2 };
  expect((await next).byteLength).toBe(16);
  // The worker could not use this index, so it asks again.
  expect((await load(signal, 1)).byteLength).toBe(16);
});

test('waiting for the place index ends when the worker stops', async () => {
  main.handle(MAIN_CALLS.placeIndex, () => undefined);
  const stopping = new AbortController();
  const loading = mainIndex(links, systemClock)(stopping.signal, undefined);
  stopping.abort();
  await expect(loading).rejects.toThrow('aborted');
});

test('a worker is not ready while the main thread is not ready, and names the reason', async () => {
  const readiness = new Readiness();
  const stops = new Stops(undefined as never);
  let failing = [{ name: 'dashboard', ready: false, message: 'the dashboard is not built' }];
  main.handle(MAIN_CALLS.unready, () => failing);
  followMain({ readiness, stops, clock: systemClock } as AppParts, links);
  await expect.poll(() => readiness.results()[0]?.message).toBe('dashboard: the dashboard is not built');
  failing = [];
  await expect.poll(() => readiness.isReady()).toBe(true);
  await stops.run();
});

test('a worker accepts connections only when it is ready, and tells the main thread first', async () => {
  let isTold = false;
  main.handle(MAIN_CALLS.serving, () => {
    isTold = true;
  });
  const readiness = new Readiness();
  let message: string | undefined = 'Redis has not responded yet';
  readiness.add('counters', () => message);
  const accepting = beforeServing({ readiness, clock: systemClock }, links);
  await new Promise(resolve => setTimeout(resolve, 60));
  expect(isTold).toBe(false);
  message = undefined;
  await accepting;
  expect(isTold).toBe(true);
});
