/**
 * Measures what a search costs: the CPU time of the service per request as a multiple of `JSON.stringify` of the same
 * response, without a cache, with the cache of the process and with Redis, for complete offers and for summaries. All
 * contenders take turns of a few requests, so that other activity on the machine affects them alike.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { availability, type FullAvailabilityAnswer } from '@serai/contract/booking/availability.ts';
import { startRedis } from '../../server/test/redis.ts';
import { requestHeaders } from '../gateway/code-list.ts';
import { type SeraiProcess, startSerai } from '../gateway/serai-process.ts';
import { startSharedDatabase } from '../gateway/shared-database.ts';
import { goFirst } from '../measure/go-first.ts';
import { threadsCpuUs } from '../measure/process-use.ts';
import { type Aim, printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { grouped, median, ratios, withSpread } from '../measure/statistics.ts';
import { HOTELS, REQUESTS, searchRequests, writeMadeUpHotels } from './made-up-hotels.ts';

const ROUNDS = 9;
const WARM_UP_ROUNDS = 3;
/** Requests per turn. A round consists of several turns of every contender. */
const TURN = 8;
const DETAILS = ['FULL', 'SUMMARY'] as const;
const ENCODINGS = ['identity', 'gzip', 'zstd'] as const;
/** Too small for a response, so that every hit is read from Redis. */
const NO_MEMORY_MB = '1';
const SERVICES = [
  { name: 'without a cache', most: 3, env: { SERAI_AVAILABILITY_CACHE_MB: '0' } },
  { name: 'cached in the process', most: 1.5, env: { SERAI_TEST_PROVIDER_CACHE: 'process' } },
  { name: 'shared through Redis', most: 2.5, env: { SERAI_TEST_PROVIDER_CACHE: 'shared' } },
  {
    name: 'cached in Redis',
    most: 2.5,
    env: { SERAI_TEST_PROVIDER_CACHE: 'shared', SERAI_AVAILABILITY_CACHE_MB: NO_MEMORY_MB },
  },
];
/** A summary may cost this share of the complete offers, in CPU time and bytes. */
const SUMMARY_SHARE = 0.35;

type Detail = (typeof DETAILS)[number];
type Encoding = (typeof ENCODINGS)[number];

interface Contender {
  service: (typeof SERVICES)[number];
  serai: SeraiProcess;
  detail: Detail;
  encoding: Encoding;
  /** One entry per round. */
  cpuUs: number[];
  bytes: number[];
}

goFirst();
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const folder = await mkdtemp(join(tmpdir(), 'serai-bench-'));
const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
try {
  const redis = await startRedis();
  if (redis === undefined) throw new Error('this needs a Redis');
  stops.push(redis.stop);
  const database = await startSharedDatabase(join(folder, 'database'));
  stops.push(database.stop);
  const contenders: Contender[] = [];
  for (const [i, service] of SERVICES.entries()) {
    const env = { ...database.env, ...service.env, REDIS_URL: redis.url };
    const serai = await startSerai({ dataDir: join(folder, String(i)), env });
    stops.push(serai.stop);
    if (i === 0) await writeMadeUpHotels(database.address);
    for (const detail of DETAILS) {
      for (const encoding of ENCODINGS) {
        contenders.push({ service, serai, detail, encoding, cpuUs: [], bytes: [] });
      }
    }
  }
  const key = await (contenders[0] as Contender).serai.createKey('sandbox');
  report(contenders, await measure(contenders, key));
} finally {
  agent.destroy();
  for (const stop of stops.reverse()) await stop();
}

interface Reference {
  /** One entry per round. */
  stringifyUs: number[];
  offers: number;
}

async function measure(contenders: readonly Contender[], key: string): Promise<Reference> {
  const requests = searchRequests();
  const answers: FullAvailabilityAnswer[] = [];
  for (const request of requests) {
    const body = await search(contenders[0] as Contender, key, request);
    answers.push(JSON.parse(String(body)) as FullAvailabilityAnswer);
  }
  if (!answers.every(({ complete }) => complete)) throw new Error('a provider did not respond');
  const stringifyUs: number[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const used = new Map(contenders.map(contender => [contender, 0]));
    let stringify = 0;
    for (let from = 0; from < REQUESTS; from += TURN) {
      stringify += timeStringify(answers.slice(from, from + TURN));
      for (const contender of contenders) {
        const turn = await runTurn(contender, key, requests.slice(from, from + TURN));
        used.set(contender, (used.get(contender) as number) + turn);
      }
    }
    if (round < 0) continue;
    stringifyUs.push(stringify / REQUESTS);
    for (const [contender, us] of used) contender.cpuUs.push(us / REQUESTS);
  }
  const offers = answers.map(({ hotels }) => hotels.reduce((sum, hotel) => sum + hotel.offers.length, 0));
  return { stringifyUs, offers: median(offers) };
}

/** Returns microseconds of CPU for all requests. */
async function runTurn(contender: Contender, key: string, requests: readonly object[]): Promise<number> {
  const { pid } = contender.serai;
  const bytes: number[] = [];
  const before = threadsCpuUs(pid);
  for (const request of requests) bytes.push((await search(contender, key, request)).length);
  contender.bytes.push(...bytes);
  return threadsCpuUs(pid) - before;
}

/** Returns the body as it was sent. `fetch` would decompress it. */
function search({ serai, detail, encoding }: Contender, key: string, body: object): Promise<Buffer> {
  const headers = { ...requestHeaders(key), 'accept-encoding': encoding };
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      `${serai.interfaceUrl}${availability.path}`,
      { method: 'POST', headers, agent },
      response => {
        const chunks: Buffer[] = [];
        response.on('data', chunk => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const received = Buffer.concat(chunks);
          if (response.statusCode === 200) resolve(received);
          else reject(new Error(`availability returned ${response.statusCode}: ${received}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify({ ...body, offerDetail: detail }));
  });
}

/** Returns microseconds of CPU for all responses. */
function timeStringify(answers: readonly FullAvailabilityAnswer[]): number {
  const times = 5;
  for (const answer of answers) JSON.stringify(answer);
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) for (const answer of answers) JSON.stringify(answer);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

function report(contenders: readonly Contender[], { stringifyUs, offers }: Reference): void {
  const find = (service: Contender['service'], detail: Detail, encoding: Encoding) =>
    contenders.find(
      each => each.service === service && each.detail === detail && each.encoding === encoding,
    ) as Contender;
  printTitle('Cost of a search');
  printText(
    `Each of ${REQUESTS} different requests searches ${HOTELS} generated hotels with four rooms each, for two adults and three nights, at all test ` +
      `providers, one request at a time. A complete response contains ${grouped(offers)} offers. The CPU time of the service with all its threads is ` +
      `divided by the CPU time of \`JSON.stringify\` of the same complete response, ${withSpread(stringifyUs, 0)} µs in this run. ` +
      `Figures are medians of ${ROUNDS} rounds (minimum–maximum).`,
  );
  printText(
    '"Shared through Redis" is the default with `REDIS_URL`: a process keeps what it has read, and asks Redis in every search ' +
      'whether it is still valid. "Cached in Redis" keeps nothing in the process, so every entry is read from Redis, as in ' +
      'the first search of a process for entries of another one.',
  );
  printTable(
    ['offers', 'source', ...ENCODINGS.flatMap(each => [`${each}, × stringify`, 'bytes'])],
    DETAILS.flatMap(detail =>
      SERVICES.map(service => [
        detail,
        service.name,
        ...ENCODINGS.flatMap(encoding => {
          const { cpuUs, bytes } = find(service, detail, encoding);
          return [withSpread(ratios(cpuUs, stringifyUs), 2), grouped(median(bytes))];
        }),
      ]),
    ),
  );
  printAims(
    SERVICES.flatMap(service => {
      const full = find(service, 'FULL', 'identity');
      const summary = find(service, 'SUMMARY', 'identity');
      const share = median(ratios(summary.cpuUs, full.cpuUs));
      return [
        aim(`${service.name}, × JSON.stringify`, service.most, median(ratios(full.cpuUs, stringifyUs))),
        aim(`${service.name}, CPU of a summary relative to FULL`, SUMMARY_SHARE, share),
        aim(
          `${service.name}, bytes of a summary relative to FULL`,
          SUMMARY_SHARE,
          median(summary.bytes) / median(full.bytes),
        ),
      ];
    }),
  );
}

function aim(what: string, most: number, figure: number): Aim {
  return { what, target: `≤ ${most}`, figure: figure.toFixed(2), reached: figure <= most };
}
