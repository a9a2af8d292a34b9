/**
 * Measures what compression of a search response costs and saves: bytes and CPU time by encoding and level, compared
 * with the time that `JSON.stringify` takes for the same response. Also measures the bytes of summaries.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { availability } from '@serai/contract/booking/availability.ts';
import { searchRequests, writeMadeUpHotels } from '../booking/made-up-hotels.ts';
import { goFirst } from '../measure/go-first.ts';
import { printTable, printText, printTitle } from '../measure/report.ts';
import { grouped, median, ratios, withSpread } from '../measure/statistics.ts';
import { requestHeaders } from './code-list.ts';
import { type SeraiProcess, startSerai } from './serai-process.ts';
import { startSharedDatabase } from './shared-database.ts';

const RESPONSES = 10;
const ROUNDS = 5;

const ENCODINGS: (readonly [string, (body: Buffer) => Buffer])[] = [
  ...[1, 2, 3, 4, 6].map(level => [`gzip ${level}`, gzipAt(level)] as const),
  ...[1, 2, 3, 4, 5].map(level => [`zstd ${level}`, zstdAt(level)] as const),
];

goFirst();
const folder = await mkdtemp(join(tmpdir(), 'serai-bench-'));
const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
try {
  const database = await startSharedDatabase(join(folder, 'database'));
  stops.push(database.stop);
  const serai = await startSerai({ dataDir: join(folder, 'serai'), env: database.env });
  stops.push(serai.stop);
  await writeMadeUpHotels(database.address);
  const key = await serai.createKey('sandbox');
  const requests = searchRequests().slice(0, RESPONSES);
  const full = await responsesTo(serai, key, requests);
  const summaries = await responsesTo(
    serai,
    key,
    requests.map(request => ({ ...request, offerDetail: 'SUMMARY' })),
  );
  report(full, summaries);
  await reportWire(serai, key, requests[0] as object);
} finally {
  for (const stop of stops.reverse()) await stop();
}

async function responsesTo(serai: SeraiProcess, key: string, requests: readonly object[]): Promise<Buffer[]> {
  const bodies: Buffer[] = [];
  for (const request of requests) bodies.push((await send(serai, key, request)).body);
  return bodies;
}

async function send({ interfaceUrl }: SeraiProcess, key: string, request: object, encoding = 'identity') {
  const response = await fetch(`${interfaceUrl}${availability.path}`, {
    method: 'POST',
    headers: { ...requestHeaders(key), 'accept-encoding': encoding },
    body: JSON.stringify(request),
  });
  const body = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(`${response.status}: ${body}`);
  return { body, bytes: Number(response.headers.get('content-length')) };
}

function report(full: readonly Buffer[], summaries: readonly Buffer[]): void {
  const values = full.map(body => JSON.parse(String(body)) as unknown);
  const stringifyUs: number[] = [];
  const timesUs = ENCODINGS.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    stringifyUs.push(timeUs(() => values.map(value => JSON.stringify(value))));
    for (const [i, [, compress]] of ENCODINGS.entries()) timesUs[i]?.push(timeUs(() => full.map(compress)));
  }
  const identity = bytesOf(full);
  printTitle('Compression of search responses');
  printText(
    `${RESPONSES} searches for 50 generated hotels with ${grouped(identity)} bytes each (median). Time is CPU time in one thread; the ` +
      `service uses its thread pool. Figures are medians of ${ROUNDS} rounds (minimum–maximum).`,
  );
  printTable(
    ['encoding and level', 'bytes', 'share of identity', 'relative to JSON.stringify'],
    ENCODINGS.map(([name, compress], i) => {
      const bytes = bytesOf(full.map(compress));
      return [
        name,
        grouped(bytes),
        `${((100 * bytes) / identity).toFixed(1)} %`,
        withSpread(ratios(timesUs[i] ?? [], stringifyUs), 2),
      ];
    }),
  );
  printText(
    `With \`offerDetail: SUMMARY\` the same responses have ${grouped(bytesOf(summaries))} bytes: ` +
      `${((100 * bytesOf(summaries)) / identity).toFixed(1)} % of FULL.`,
  );
}

async function reportWire(serai: SeraiProcess, key: string, request: object): Promise<void> {
  const identity = (await send(serai, key, request)).body.length;
  const gzip = (await send(serai, key, request, 'gzip')).bytes;
  printText(
    `One response of the service on the wire: ${grouped(identity)} bytes without compression, ${grouped(gzip)} with gzip.`,
  );
}

function bytesOf(bodies: readonly Buffer[]): number {
  return median(bodies.map(body => body.length));
}

function timeUs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function gzipAt(level: number) {
  return (body: Buffer) => gzipSync(body, { level });
}

function zstdAt(level: number) {
  return (body: Buffer) => zstdCompressSync(body, { params: { [constants.ZSTD_c_compressionLevel]: level } });
}
