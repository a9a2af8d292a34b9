/**
 * Compares a place search through the whole service, typed letter by letter, with a code list of about the same
 * size.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DEFAULT_PLACES, placesSearch } from '@serai/contract/content/places-search.ts';
import { openOwnerDatabase } from '../../server/src/platform/database/connect.ts';
import { quietLog } from '../../server/src/platform/database/database-log.ts';
import { reachEmbeddedPostgres } from '../../server/src/platform/database/reach-embedded-postgres.ts';
import { goFirst } from '../measure/go-first.ts';
import { cpuMs } from '../measure/process-use.ts';
import { printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { type Contender, type Figures, runRounds } from '../measure/rounds.ts';
import { median, ratios, withSpread } from '../measure/statistics.ts';
import { runLoad, writeScript } from '../measure/wrk.ts';
import { askCodeList, CODE_LIST_PATH, requestHeaders, writeCodeListScript } from './code-list.ts';
import { typists } from './keystrokes.ts';
import { type SeraiProcess, startSerai } from './serai-process.ts';

const SERVER_CORE = '0';
const LOAD_CORE = '1';
const LOAD = { rounds: 5, seconds: 4, warmUpSeconds: 5, connections: 32, threads: 1, cores: LOAD_CORE };
/**
 * One request at a time, and all queries are different. They state the limit, so that they do not use the results that are
 * cached for those without a limit.
 */
const ALONE = { rounds: 5, seconds: 2, warmUpSeconds: 2, connections: 1, threads: 1, cores: LOAD_CORE };
const STATED = { limit: DEFAULT_PLACES };
/** Number of users per round. Together they type about 250,000 letters, more than a round can serve. */
const PEOPLE = 40_000;
const WATCH = fileURLToPath(new URL('../measure/watch-loop.ts', import.meta.url));
/** Load while the event loop is observed: busy, but not overloaded. */
const CALM = { connections: 4, threads: 1 };
const SWITCH_SECONDS = 40;

goFirst();
const folder = await mkdtemp(join(tmpdir(), 'serai-bench-'));
const typed = await typists();
const sample = typed(40_000);
const different = [...new Set(sample)];
try {
  const dataDir = join(folder, 'data');
  const speed = await measureSpeed(dataDir);
  report(speed, await measureLoop(dataDir));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function searchScript(
  name: string,
  key: string,
  queries: readonly string[],
  stated: { limit?: number } = {},
): Promise<string> {
  const [path, bodiesFile] = [join(folder, `${name}.lua`), join(folder, `${name}.bodies`)];
  await writeFile(bodiesFile, queries.map(query => `${JSON.stringify({ query, ...stated })}\n`).join(''));
  await writeScript(path, { body: '', headers: requestHeaders(key), bodiesFile });
  return path;
}

/** Returns as many queries for the warm-up as for each round, all of them different. */
function differentQueries(round: number): string[] {
  const size = Math.floor(different.length / (ALONE.rounds + 1));
  return different.slice(round * size, (round + 1) * size);
}

async function averageBytes(serai: SeraiProcess, key: string): Promise<number> {
  let bytes = 0;
  const some = sample.filter((_, i) => i % 1000 === 0);
  for (const query of some) {
    const answer = await fetch(`${serai.interfaceUrl}${placesSearch.path}`, {
      method: 'POST',
      headers: requestHeaders(key),
      body: JSON.stringify({ query }),
    });
    bytes += (await answer.text()).length;
  }
  return bytes / some.length;
}

async function measureSpeed(dataDir: string) {
  const serai = await startSerai({ dataDir, cores: SERVER_CORE, env: { SERAI_SEED: 'full' } });
  try {
    const key = await serai.createKey('sandbox');
    const cpu = { server: () => cpuMs(serai.pid) };
    const list: Contender = {
      name: 'code list',
      url: `${serai.interfaceUrl}${CODE_LIST_PATH}`,
      script: await writeCodeListScript(folder, 'list', key),
      cpu,
    };
    // Each round has new users, so that no user's queries are sent twice.
    const search: Contender = {
      name: 'places/search',
      url: `${serai.interfaceUrl}${placesSearch.path}`,
      script: () => searchScript('search', key, typed(PEOPLE)),
      cpu,
    };
    let round = 0;
    const searchOnce = {
      ...search,
      script: () => searchScript('once', key, differentQueries(round++), STATED),
    };
    const bytes = [
      (await askCodeList(serai.interfaceUrl, key)).body.length,
      Math.round(await averageBytes(serai, key)),
    ];
    const figures = await runRounds([list, search], LOAD);
    const alone = await runRounds([list, searchOnce], ALONE);
    return {
      list: figures.get(list) as Figures,
      search: figures.get(search) as Figures,
      alone: { list: alone.get(list)?.p50Ms ?? [], search: alone.get(searchOnce)?.p50Ms ?? [] },
      bytes,
    };
  } finally {
    await serai.stop();
  }
}

/** Returns the longest event-loop delay in each second, during searches and while an index is replaced. */
async function measureLoop(dataDir: string) {
  const file = join(folder, 'loop');
  const env = { SERAI_SEED: 'full', NODE_OPTIONS: `--import=${WATCH}`, BENCH_LOOP_FILE: file };
  const serai = await startSerai({ dataDir, env });
  try {
    const key = await serai.createKey('sandbox');
    const url = `${serai.interfaceUrl}${placesSearch.path}`;
    const load = { url, script: await searchScript('loop', key, typed(PEOPLE)), ...CALM };
    await runLoad({ ...load, seconds: 10 });
    const quiet = await secondsOf(file, () => runLoad({ ...load, seconds: SWITCH_SECONDS / 2 }));
    const switching = await secondsOf(file, async () => {
      const running = runLoad({ ...load, seconds: SWITCH_SECONDS });
      await pause(1_000);
      await changePlaces(dataDir);
      await running;
    });
    return { quiet, switching };
  } finally {
    await serai.stop();
  }
}

async function secondsOf(file: string, work: () => Promise<unknown>): Promise<number[]> {
  await writeFile(file, '');
  await work();
  return (await readFile(file, 'utf8')).trim().split('\n').map(Number);
}

/** This is the last step of an import, after which every process loads a new index. */
async function changePlaces(dataDir: string): Promise<void> {
  const { address } = await reachEmbeddedPostgres({ dataDir, log: quietLog });
  const db = openOwnerDatabase({ address, log: quietLog, max: 1 });
  await db.script('UPDATE catalogue_version SET places = places + 1');
  await db.close();
}

type Speed = Awaited<ReturnType<typeof measureSpeed>>;
type Loop = Awaited<ReturnType<typeof measureLoop>>;

function report({ list, search, alone, bytes }: Speed, { quiet, switching }: Loop): void {
  printTitle('Place search through the service');
  printText(
    'Simulated users type city names letter by letter, and one user in ten makes a typing error. Each round has new users. ' +
      `Of ${sample.length} keystrokes, ${new Set(sample).size} are different. The places are those that come with Serai. ` +
      'wrk runs on one core with 32 connections, and the server and its database on the other. ' +
      `Figures are medians of ${LOAD.rounds} rounds of ${LOAD.seconds} s (minimum–maximum).`,
  );
  const share = ratios(search.perSecond, list.perSecond);
  const row = (name: string, figures: Figures, size: number, part: readonly number[]) => [
    name,
    String(size),
    withSpread(figures.perSecond, 0),
    withSpread(part, 2),
    withSpread(figures.cpuUs.server ?? [], 1),
    withSpread(figures.p50Ms, 2),
    withSpread(figures.p99Ms, 2),
  ];
  printTable(
    ['operation', 'bytes', 'requests/s', 'share', 'µs CPU', 'p50 ms', 'p99 ms'],
    [
      row('code list', list, bytes[0] as number, ratios(list.perSecond, list.perSecond)),
      row('places/search', search, bytes[1] as number, share),
    ],
  );
  printText(
    `The longest event loop delay in each second was measured with ${CALM.connections} connections. Its median is ` +
      `${withSpread(quiet, 1)} ms in ${quiet.length} seconds of searching, and ${withSpread(switching, 1)} ms in ` +
      `${switching.length} seconds while another process builds a new index and the server switches to it.`,
  );
  printText(
    'With one connection and only different queries, so that no result is cached, ' +
      `the p50 is ${withSpread(alone.search, 2)} ms. That of a code list is ${withSpread(alone.list, 2)} ms.`,
  );
  const worst = Math.max(...switching);
  const slower = median(ratios(alone.search, alone.list));
  printAims([
    {
      what: 'requests/s relative to a code list',
      target: '≥ 0.7',
      figure: median(share).toFixed(2),
      reached: median(share) >= 0.7,
    },
    {
      what: 'p50 of different queries relative to a code list, one at a time',
      target: '≤ 1.5',
      figure: slower.toFixed(2),
      reached: slower <= 1.5,
    },
    {
      what: 'longest delay while an index is replaced',
      target: '≤ 20 ms',
      figure: `${worst.toFixed(1)} ms`,
      reached: worst <= 20,
    },
  ]);
}
