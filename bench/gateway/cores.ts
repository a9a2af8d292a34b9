/**
 * Compares a process that serves the API with one thread with a process that uses all cores: throughput and CPU time per
 * request, memory, and the memory of each further thread.
 */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { availability } from '@serai/contract/booking/availability.ts';
import { hotels } from '@serai/contract/content/hotels.ts';
import { HOTELS, REQUESTS, searchRequests } from '../booking/made-up-hotels.ts';
import { goFirst } from '../measure/go-first.ts';
import { cpuMs, residentBytes } from '../measure/process-use.ts';
import { printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { type Contender, type Figures, runRounds } from '../measure/rounds.ts';
import { grouped, median, ratios, withSpread } from '../measure/statistics.ts';
import { writeScript } from '../measure/wrk.ts';
import { CODE_LIST_PATH, requestHeaders, writeCodeListScript } from './code-list.ts';
import { type SeraiProcess, startSerai } from './serai-process.ts';
import { type SharedDatabase, startSharedDatabase } from './shared-database.ts';

const CORES = availableParallelism();
/** The kernel distributes connections at random, so each thread gets some of them. More searches would be rejected. */
const CONNECTIONS = { search: 4 * CORES, list: 16 * CORES };
const LOAD = { rounds: 5, seconds: 4, warmUpSeconds: 8, threads: 1 };
/** Workers start after the process is ready. */
const SETTLE_MS = 5_000;
/** Every search is computed, because the test providers cost less than a cached result. */
const ENV = { SERAI_AVAILABILITY_CACHE_MB: '0' };

interface Service {
  threads: number;
  serai: SeraiProcess;
  idleBytes: number;
}

goFirst();
const folder = await mkdtemp(join(tmpdir(), 'serai-bench-'));
const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
try {
  const masterKey = await fillDatabase();
  const services: Service[] = [];
  for (const threads of [1, CORES]) services.push(await startService(threads, masterKey));
  const searches = await measure(services, writeSearchScript, availability.path, CONNECTIONS.search);
  const lists = await measure(services, writeListScript, CODE_LIST_PATH, CONNECTIONS.list);
  report(services, searches, lists);
} finally {
  for (const stop of stops.reverse()) await stop();
}

/** Loads the places of the world and the hotels of the sandbox into a database, of which each service gets a copy. */
async function fillDatabase(): Promise<string> {
  const database = await startSharedDatabase(join(folder, 'filled'));
  stops.push(database.stop);
  const env = { ...database.env, SERAI_SEED: 'full' };
  const serai = await startSerai({ dataDir: join(folder, 'data'), env });
  await serai.stop();
  await database.stop();
  return database.env.SERAI_MASTER_KEY as string;
}

async function startService(threads: number, masterKey: string): Promise<Service> {
  const name = join(folder, `threads-${threads}`);
  await cp(join(folder, 'filled'), name, { recursive: true, preserveTimestamps: true });
  await cp(join(folder, 'data'), `${name}-data`, { recursive: true });
  const database: SharedDatabase = await startSharedDatabase(name);
  stops.push(database.stop);
  const env = {
    ...database.env,
    ...ENV,
    SERAI_SEED: 'full',
    SERAI_MASTER_KEY: masterKey,
    SERAI_PROCESSES: String(threads),
  };
  const serai = await startSerai({ dataDir: `${name}-data`, env });
  stops.push(serai.stop);
  await pause(SETTLE_MS);
  return { threads, serai, idleBytes: residentBytes(serai.pid) };
}

async function measure(
  services: readonly Service[],
  write: (name: string, key: string, serai: SeraiProcess) => Promise<string>,
  path: string,
  connections: number,
): Promise<Figures[]> {
  const contenders: Contender[] = [];
  for (const { threads, serai } of services) {
    const script = await write(String(contenders.length), await serai.createKey('sandbox'), serai);
    const cpu = { server: () => cpuMs(serai.pid) };
    contenders.push({ name: String(threads), url: `${serai.interfaceUrl}${path}`, script, cpu });
  }
  return [...(await runRounds(contenders, { ...LOAD, connections })).values()];
}

async function writeSearchScript(name: string, key: string, serai: SeraiProcess): Promise<string> {
  const listed = await fetch(`${serai.interfaceUrl}${hotels.path}`, {
    method: 'POST',
    headers: requestHeaders(key),
    body: JSON.stringify({ page: { limit: HOTELS + REQUESTS } }),
  });
  const found = (await listed.json()) as { hotels: { hotelId: string }[] };
  const hotelIds = found.hotels.map(({ hotelId }) => hotelId);
  const [script, bodiesFile] = [join(folder, `${name}.search.lua`), join(folder, `${name}.bodies`)];
  const bodies = searchRequests(hotelIds).map(request => `${JSON.stringify(request)}\n`);
  await writeFile(bodiesFile, bodies.join(''));
  await writeScript(script, { body: '', headers: requestHeaders(key), bodiesFile });
  return script;
}

function writeListScript(name: string, key: string): Promise<string> {
  return writeCodeListScript(folder, `list-${name}`, key);
}

function report(services: readonly Service[], searches: readonly Figures[], lists: readonly Figures[]): void {
  printTitle('All cores');
  printText(
    `The same program with one thread and with ${CORES}, each with its own database and all places of the world. A search covers ` +
      `${HOTELS} hotels of the test providers, without a cache. wrk sends searches on ${CONNECTIONS.search} and other requests on ${CONNECTIONS.list} connections from the same ${CORES} cores, so ` +
      `it takes part of the throughput. Figures are medians of ${LOAD.rounds} alternating rounds of ${LOAD.seconds} s (minimum–maximum).`,
  );
  const rows = (what: string, figures: readonly Figures[]) =>
    figures.map((each, i) => [
      what,
      String(services[i]?.threads),
      withSpread(each.perSecond, 0),
      withSpread(ratios(each.perSecond, figures[0]?.perSecond ?? []), 2),
      withSpread(each.cpuUs.server ?? [], 0),
      withSpread(ratios(each.cpuUs.server ?? [], figures[0]?.cpuUs.server ?? []), 2),
      withSpread(each.p99Ms, 1),
    ]);
  printTable(
    ['request', 'threads', 'requests/s', 'ratio', 'µs CPU', 'ratio of CPU', 'p99 ms'],
    [...rows('search', searches), ...rows('code list', lists)],
  );
  const megabytes = (bytes: number) => grouped(bytes / 1e6);
  printTable(
    ['threads', 'MB after the start', 'MB after the load'],
    services.map(({ threads, serai, idleBytes }) => [
      String(threads),
      megabytes(idleBytes),
      megabytes(residentBytes(serai.pid)),
    ]),
  );
  const [one, all] = searches as [Figures, Figures];
  const speed = median(ratios(all.perSecond, one.perSecond));
  const cost = median(ratios(all.cpuUs.server ?? [], one.cpuUs.server ?? []));
  printAims([
    {
      what: `searches with ${CORES} threads beside one`,
      target: '≥ 1.6 ×',
      figure: `${speed.toFixed(2)} ×`,
      reached: speed >= 1.6,
    },
    { what: 'CPU per search', target: '≤ 1.1 ×', figure: `${cost.toFixed(2)} ×`, reached: cost <= 1.1 },
  ]);
}
