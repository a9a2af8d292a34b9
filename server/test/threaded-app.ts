/** Starts the whole service with a main thread and a worker thread, and sends requests that either of them may get. */
import { Agent, request } from 'node:http';
import { expect, vi } from 'vitest';
import type { WorkerFleet } from '../src/app/workers/worker-fleet.ts';
import { type SearchApp, searchApp } from './search-app.ts';

export interface Sent {
  /** Undefined if the connection was closed without a response. */
  status: number | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  json: any;
}

export interface ThreadedApp extends SearchApp {
  workers: WorkerFleet;
  /** Sends a request on a new connection, which the kernel gives to any of the threads. Default: the sandbox key. */
  send(path: string, body: object, key?: string): Promise<Sent>;
  sendMany(count: number, path: string, body: object, key?: string): Promise<Sent[]>;
  /** The sum of a metric in the worker, and not in the main thread. */
  sumInWorker(metric: string): Promise<number>;
}

export async function threadedApp(settings: NodeJS.ProcessEnv = {}): Promise<ThreadedApp> {
  const booking = await searchApp({
    settings: { SERAI_PROCESSES: '2', SERAI_LOG_LEVEL: 'error', ...settings },
  });
  const workers = booking.app.workers as WorkerFleet;
  await vi.waitFor(() => expect(workers.ready).toBe(1), { timeout: 60_000 });
  const send = (path: string, body: object, key = booking.key) =>
    sendAlone(`${booking.app.interfaceUrl}${path}`, body, key);
  return {
    ...booking,
    workers,
    send,
    sendMany: (count, ...args) => Promise.all(Array.from({ length: count }, () => send(...args))),
    async sumInWorker(metric) {
      const [worker = ''] = await workers.metrics();
      return sumOf(worker, metric);
    },
  };
}

export function sumOf(metrics: string, name: string): number {
  const lines = metrics.split('\n').filter(line => line.startsWith(`${name}{`));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

function sendAlone(url: string, body: object, key: string): Promise<Sent> {
  return new Promise(resolve => {
    const headers = { authorization: `ApiKey ${key}`, 'content-type': 'application/json' };
    const agent = new Agent({ keepAlive: false });
    const broken = () => resolve({ status: undefined, json: undefined });
    const sent = request(url, { method: 'POST', headers, agent }, response => {
      let text = '';
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, json: JSON.parse(text) }));
      response.on('error', broken);
    });
    sent.on('error', broken);
    sent.end(JSON.stringify(body));
  });
}
