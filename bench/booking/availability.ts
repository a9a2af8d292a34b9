/**
 * Measures searches for 50 hotels of the test providers through the whole service: without a cache, with the
 * in-memory cache, and with Redis. Also measures the cost of serialising the response.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { availability, type FullAvailabilityAnswer } from '@serai/contract/booking/availability.ts';
import { startRedis } from '../../server/test/redis.ts';
import { CODE_LIST_PATH, requestHeaders, writeCodeListScript } from '../gateway/code-list.ts';
import { type SeraiProcess, startSerai } from '../gateway/serai-process.ts';
import { startSharedDatabase } from '../gateway/shared-database.ts';
import { goFirst } from '../measure/go-first.ts';
import { cpuMs } from '../measure/process-use.ts';
import { printTable, printText, printTitle } from '../measure/report.ts';
import { type Contender, type Figures, runRounds } from '../measure/rounds.ts';
import { grouped, median, ratios, withSpread } from '../measure/statistics.ts';
import { writeScript } from '../measure/wrk.ts';
import { HOTELS, REQUESTS, searchRequests, writeMadeUpHotels } from './made-up-hotels.ts';
import { runTrace, TRACE_TEXT } from './zipf-trace.ts';

const SERVER_CORE = '0';
const LOAD_CORE = '1';
const LOAD = { rounds: 5, seconds: 3, warmUpSeconds: 3, connections: 4, threads: 1, cores: LOAD_CORE };

/** Cache sizes for the simulated hour of searches. */
const TRACE_MB = [10, 100, 1_000, 4_000];
/** Too small for a response, so that every hit is read from Redis. */
const NO_MEMORY_MB = '1';
const SERVICES = [
  ['without a cache', { SERAI_AVAILABILITY_CACHE_MB: '0' }],
  ['cached in the process', { SERAI_TEST_PROVIDER_CACHE: 'process' }],
  ['cached in the process, checked in Redis', { SERAI_TEST_PROVIDER_CACHE: 'shared' }],
  ['cached in Redis', { SERAI_TEST_PROVIDER_CACHE: 'shared', SERAI_AVAILABILITY_CACHE_MB: NO_MEMORY_MB }],
] as const;

goFirst();
const folder = await mkdtemp(join(tmpdir(), 'serai-bench-'));
const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
try {
  const redis = await startRedis();
  if (redis === undefined) throw new Error('this needs a Redis');
  stops.push(redis.stop);
  const database = await startSharedDatabase(join(folder, 'database'));
  stops.push(database.stop);
  const services: Service[] = [];
  for (const [i, [name, caching]] of SERVICES.entries()) {
    const env = { ...database.env, ...caching, REDIS_URL: redis.url };
    const serai = await startSerai({ dataDir: join(folder, String(i)), cores: SERVER_CORE, env });
    stops.push(serai.stop);
    services.push({ name, serai });
    if (i === 0) await writeMadeUpHotels(database.address);
  }
  await measure(services, await (services[0] as Service).serai.createKey('sandbox'));
  await reportTrace();
} finally {
  for (const stop of stops.reverse()) await stop();
}

interface Service {
  name: string;
  serai: SeraiProcess;
}

async function ask<T>({ interfaceUrl }: SeraiProcess, key: string, path: string, body: object): Promise<T> {
  const answer = await fetch(`${interfaceUrl}${path}`, {
    method: 'POST',
    headers: requestHeaders(key),
    body: JSON.stringify(body),
  });
  const json = (await answer.json()) as T;
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(json)}`);
  return json;
}

async function measure(services: readonly Service[], key: string): Promise<void> {
  const { serai } = services[0] as Service;
  const requests = searchRequests();
  const answers: FullAvailabilityAnswer[] = [];
  for (const request of requests) answers.push(await ask(serai, key, availability.path, request));
  if (!answers.every(({ complete }) => complete)) throw new Error('a provider did not respond');

  const [script, bodiesFile] = [join(folder, 'search.lua'), join(folder, 'search.bodies')];
  await writeFile(bodiesFile, requests.map(request => `${JSON.stringify(request)}\n`).join(''));
  await writeScript(script, { body: '', headers: requestHeaders(key), bodiesFile });
  const list: Contender = {
    name: 'code list',
    url: `${serai.interfaceUrl}${CODE_LIST_PATH}`,
    script: await writeCodeListScript(folder, 'list', key),
    cpu: { server: () => cpuMs(serai.pid) },
  };
  const stringifyUs: number[] = [];
  let asked = 0;
  const searches = services.map(
    (service, i): Contender => ({
      name: service.name,
      url: `${service.serai.interfaceUrl}${availability.path}`,
      script: async () => {
        // The script is created once for the warm-up and once before each round. Only the rounds are measured.
        if (i === 0 && asked++ > 0) stringifyUs.push(timeStringify(answers));
        return script;
      },
      cpu: { server: () => cpuMs(service.serai.pid) },
    }),
  );
  const figures = await runRounds([list, ...searches], LOAD);
  const sources = await Promise.all(services.map(each => sourceOf(each, key, requests[0] as object)));
  report(figures, searches, answers, stringifyUs, sources);
}

/** Searches once more and returns the sources of the results, which show whether the intended cache was measured. */
async function sourceOf({ serai }: Service, key: string, request: object): Promise<string> {
  const { providers } = await ask<FullAvailabilityAnswer>(serai, key, availability.path, request);
  return [...new Set(providers.flatMap(({ source = [] }) => source))].join(' and ');
}

/** Returns microseconds of CPU per response. */
function timeStringify(answers: readonly FullAvailabilityAnswer[]): number {
  const times = 10;
  for (const answer of answers) JSON.stringify(answer);
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) for (const answer of answers) JSON.stringify(answer);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (times * answers.length);
}

function report(
  figures: ReadonlyMap<Contender, Figures>,
  searches: readonly Contender[],
  answers: readonly FullAvailabilityAnswer[],
  stringifyUs: readonly number[],
  sources: readonly string[],
): void {
  const offers = answers.map(({ hotels }) => hotels.reduce((sum, hotel) => sum + hotel.offers.length, 0));
  const bytes = answers.map(answer => Buffer.byteLength(JSON.stringify(answer)));
  const plain = figures.get(searches[0] as Contender) as Figures;
  const share = ratios(stringifyUs, plain.cpuUs.server ?? []);
  printTitle('Availability through the service');
  printText(
    `Each of ${REQUESTS} different requests searches ${HOTELS} generated hotels with four rooms each, for two adults and three nights, at all test ` +
      `providers. A response contains ${grouped(median(offers))} offers and is ${grouped(median(bytes) / 1000)} kB long. wrk runs on one core with ${LOAD.connections} connections, ` +
      `the servers run on the other, and PostgreSQL and Redis on both. Figures are medians of ${LOAD.rounds} rounds of ` +
      `${LOAD.seconds} s (minimum–maximum). For the cached rows, the cache was filled before the measurement.`,
  );
  const rows = [...figures].map(([contender, { perSecond, cpuUs, p50Ms, p99Ms }]) => [
    contender.name,
    sources[searches.indexOf(contender)] ?? '',
    withSpread(perSecond, 1),
    withSpread(cpuUs.server ?? [], 0),
    withSpread(ratios(cpuUs.server ?? [], plain.cpuUs.server ?? []), 2),
    withSpread(p50Ms, 1),
    withSpread(p99Ms, 1),
  ]);
  printTable(
    ['operation', 'source', 'requests/s', 'µs CPU', 'relative to no cache', 'p50 ms', 'p99 ms'],
    rows,
  );
  printText(
    `\`JSON.stringify\` of the same responses takes ${withSpread(stringifyUs, 0)} µs of CPU time each: ` +
      `${withSpread(
        share.map(part => part * 100),
        1,
      )} % of the server's time for a request without a cache. Any server would need at least this much time for the response. ` +
      `The rest is ${withSpread(
        share.map((_, i) => ((plain.cpuUs.server?.[i] ?? 0) - (stringifyUs[i] ?? 0)) / median(offers)),
        1,
      )} µs per offer. The test providers respond immediately. With a real provider, a cache also saves its time and quota.`,
  );
}

async function reportTrace(): Promise<void> {
  printText(TRACE_TEXT);
  const rows: string[][] = [];
  for (const megabytes of TRACE_MB) {
    const { hitShare, callsPerSearch } = await runTrace(megabytes * 1_000_000);
    rows.push([grouped(megabytes), `${(hitShare * 100).toFixed(1)} %`, callsPerSearch.toFixed(2)]);
  }
  printTable(['megabytes', 'hit rate, second half', 'calls per search'], rows);
}
