/**
 * Measures how many events per second one fast receiver gets, compared with the receiver's own limit, and the delay
 * after the commit.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { EVENTS, eventExample } from '@serai/contract/events.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { createSeal } from '../../server/src/platform/secrets/seal.ts';
import { DeliveryWorker } from '../../server/src/webhooks/deliveries/delivery-worker.ts';
import { createSender } from '../../server/src/webhooks/sending/sender.ts';
import { targetPolicy } from '../../server/src/webhooks/targets/target-policy.ts';
import { type BenchDatabase, startInventoryServer } from '../booking/inventory-server.ts';
import { startChild } from '../measure/child-program.ts';
import { goFirst } from '../measure/go-first.ts';
import { cpuMs, descendantsCpuMs } from '../measure/process-use.ts';
import { printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { median, ratios, withSpread } from '../measure/statistics.ts';
import { runLoad, writeScript } from '../measure/wrk.ts';
import { countUndelivered, writeBacklog, writeEndpoints, writeEvent } from './events-store.ts';

const ENDPOINTS = 1_000;
const CONNECTIONS = 10;
const ROUNDS = 5;
const SECONDS = 3;
const RATE = 200;
const DELAY_SECONDS = 5;
const CASES = [
  { name: `spread over ${ENDPOINTS} endpoints`, endpoints: ENDPOINTS, events: 8_000 },
  { name: 'all to one endpoint', endpoints: 1, events: 3_000 },
];

interface Drain {
  perSecond: number;
  cpuUs: number;
  databaseCpuUs: number;
}

const definition = EVENTS.find(event => event.type === 'booking.confirmed');
if (definition === undefined) throw new Error('there is no such event');
const data = definition.example;
const body = JSON.stringify(eventExample(definition));
const seal = createSeal(randomBytes(32));

goFirst();
const server = await startInventoryServer();
const receiver = await startChild({
  command: process.execPath,
  args: [fileURLToPath(new URL('receiver-server.ts', import.meta.url))],
  ready: /listening on (\d+)\./,
});
const url = `http://127.0.0.1:${receiver.ready[1]}/`;
const sender = createSender({ policy: targetPolicy(['127.0.0.1'], [443]), clock: systemClock });
try {
  const database = await server.open('webhooks', CONNECTIONS);
  await writeEndpoints(database.owner, seal, ENDPOINTS, url);
  await writeEvent(database.pool.asService('a benchmark'), seal, 0, data);
  await compare(database);
} finally {
  sender.close();
  await receiver.stop();
  await server.stop();
}

function newWorker({ pool }: BenchDatabase): DeliveryWorker {
  return new DeliveryWorker({
    db: pool.asService('a benchmark'),
    seal,
    sender,
    clock: systemClock,
    log: createLog('warn'),
    random: Math.random,
  });
}

async function compare(database: BenchDatabase): Promise<void> {
  const limits: number[] = [];
  const drains = CASES.map((): Drain[] => []);
  const delays: number[][] = [];
  const script = join(server.folder, 'post.lua');
  await writeScript(script, {
    body,
    headers: { 'content-type': 'application/json', 'webhook-id': 'evt_wrk' },
  });
  for (let round = -1; round < ROUNDS; round++) {
    const { perSecond } = await runLoad({ url, script, connections: 64, threads: 1, seconds: SECONDS });
    const drained: Drain[] = [];
    for (const one of CASES) drained.push(await drain(database, one.events, one.endpoints));
    const late = await measureDelays(database);
    // The first round is the warm-up.
    if (round < 0) continue;
    limits.push(perSecond);
    for (const [i, one] of drained.entries()) drains[i]?.push(one);
    delays.push(late);
  }
  report(limits, drains, delays);
}

async function drain(database: BenchDatabase, events: number, endpoints: number): Promise<Drain> {
  await writeBacklog(database.owner, events, endpoints);
  const worker = newWorker(database);
  const [cpuBefore, databaseBefore] = [cpuMs(process.pid), databaseCpuMs()];
  const beganMs = performance.now();
  worker.start();
  await worker.idle();
  const elapsedMs = performance.now() - beganMs;
  const used = [cpuMs(process.pid) - cpuBefore, databaseCpuMs() - databaseBefore];
  await worker.stop();
  if ((await countUndelivered(database.owner)) > 0) throw new Error('not all events were delivered');
  const [cpuUs = 0, databaseCpuUs = 0] = used.map(ms => (ms * 1000) / events);
  return { perSecond: (events * 1000) / elapsedMs, cpuUs, databaseCpuUs };
}

function databaseCpuMs(): number {
  return descendantsCpuMs(process.pid) - cpuMs(receiver.pid);
}

/** Measures the delay from commit to arrival with a steady stream of events. */
async function measureDelays(database: BenchDatabase): Promise<number[]> {
  await arrivals();
  const worker = newWorker(database);
  worker.start();
  const committedMs = new Map<string, number>();
  const writes: Promise<void>[] = [];
  const db = database.pool.asService('a benchmark');
  const beganMs = performance.now();
  for (let i = 0; i < RATE * DELAY_SECONDS; i++) {
    await pause(Math.max(0, beganMs + (i * 1000) / RATE - performance.now()));
    const write = writeEvent(db, seal, i % ENDPOINTS, data);
    writes.push(write.then(id => void committedMs.set(id, Date.now())));
  }
  await Promise.all(writes);
  await pause(2_000);
  await worker.stop();
  const arrived = await arrivals();
  return [...committedMs].map(([id, at]) => Math.max(0, (arrived.get(id) ?? Number.POSITIVE_INFINITY) - at));
}

async function arrivals(): Promise<Map<string, number>> {
  const answer = await fetch(url);
  return new Map((await answer.json()) as [string, number][]);
}

function share(values: readonly number[], of: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] as number;
}

function report(limits: number[], drains: readonly Drain[][], delays: readonly number[][]): void {
  printTitle('Webhooks');
  printText(
    `${ENDPOINTS} endpoints of ${ENDPOINTS} partners all point to one receiver, a node:http server in a separate process on the same ` +
      `machine. An event is ${(body.length / 1024).toFixed(1)} KiB long. One worker in one process uses the embedded database with fsync on. ` +
      'A delivery counts when it has been read, decrypted, signed, sent, acknowledged and recorded. For comparison, wrk posts the same body ' +
      `to the same receiver over 64 connections. Figures are medians of ${ROUNDS} rounds (minimum–maximum).`,
  );
  const of = (i: number, name: keyof Drain) => (drains[i] ?? []).map(each => each[name]);
  printTable(
    ['backlog', 'delivered/s', 'wrk requests/s', 'share', 'µs CPU worker', 'µs CPU database'],
    CASES.map(({ name }, i) => [
      name,
      withSpread(of(i, 'perSecond'), 0),
      withSpread(limits, 0),
      withSpread(ratios(of(i, 'perSecond'), limits), 2),
      withSpread(of(i, 'cpuUs'), 0),
      withSpread(of(i, 'databaseCpuUs'), 0),
    ]),
  );
  const at = (part: number) => delays.map(each => share(each, part));
  printTable(
    [`first attempt after the commit, at ${RATE} events/s`, 'p50 ms', 'p95 ms', 'p99 ms'],
    [['spread over all endpoints', withSpread(at(0.5), 0), withSpread(at(0.95), 0), withSpread(at(0.99), 0)]],
  );
  const p95 = median(at(0.95));
  printAims([
    {
      what: 'p95 of the first attempt',
      target: '≤ 1 s',
      figure: `${p95.toFixed(0)} ms`,
      reached: p95 <= 1_000,
    },
  ]);
}
