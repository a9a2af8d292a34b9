/** Measures the cost of a request with a growing number of keys in use, and the memory per key. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openOwnerDatabase } from '../../server/src/platform/database/connect.ts';
import { quietLog } from '../../server/src/platform/database/database-log.ts';
import { reachEmbeddedPostgres } from '../../server/src/platform/database/reach-embedded-postgres.ts';
import { goFirst } from '../measure/go-first.ts';
import { cpuMs, descendantsCpuMs, residentBytes } from '../measure/process-use.ts';
import { printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { grouped, median, withSpread } from '../measure/statistics.ts';
import { type LoadOptions, runLoad } from '../measure/wrk.ts';
import { insertKeys } from './bulk-key-store.ts';
import { CODE_LIST_PATH, writeManyKeysScript } from './code-list.ts';
import { type SeraiProcess, startSerai } from './serai-process.ts';

/** The smallest number is measured first and last, which shows how much the machine changed during the run. */
const COUNTS = [10, 1_000, 10_000, 100_000, 10];
const SLICE_SECONDS = 15;
const SLICES = 3;
/** Tokens are renewed every 192 to 216 s. A run with many keys must be long enough to include all renewals. */
const SLICES_OF_MANY = 15;
const MANY = 50_000;
/** Usage and counters are written within 10 s, and the last use of each key within 30 s. */
const SETTLE_MS = 32_000;
const LOAD = { connections: 32, threads: 1, cores: '1' };

type Load = Pick<LoadOptions, 'url' | 'script' | 'connections' | 'threads' | 'cores'>;

interface Result {
  count: number;
  /** One value per slice. */
  perSecond: number[];
  cpuUs: number;
  databaseUs: number;
  p99Ms: number[];
  bytes: number;
}

goFirst();
const folder = await mkdtemp(join(tmpdir(), 'serai-bench-'));
try {
  const results: Result[] = [];
  for (const [i, count] of COUNTS.entries()) results.push(await measure(count, join(folder, String(i))));
  report(results);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(count: number, dataDir: string): Promise<Result> {
  const serai = await startSerai({ dataDir, cores: '0' });
  try {
    const keys = await createKeys(dataDir, count);
    const script = await writeManyKeysScript(folder, `keys-${count}`, keys);
    const load = { ...LOAD, url: `${serai.interfaceUrl}${CODE_LIST_PATH}`, script };
    await touchEveryKey(count, load);
    return await underLoad(count, serai, load);
  } finally {
    await serai.stop();
  }
}

async function createKeys(dataDir: string, count: number): Promise<string[]> {
  const { address } = await reachEmbeddedPostgres({ dataDir, log: quietLog });
  const owner = openOwnerDatabase({ address, log: quietLog, max: 1, statementTimeoutMs: 0 });
  try {
    return await insertKeys(owner, count);
  } finally {
    await owner.close();
  }
}

/** Uses every key before the measurement starts, so that each key is cached and has counters and a token. */
async function touchEveryKey(count: number, load: Load): Promise<void> {
  for (let seconds = Math.max(SLICE_SECONDS, count / 1_000); ; seconds *= 2) {
    const { requests } = await runLoad({ ...load, seconds, mayFail: true });
    if (requests > count + LOAD.connections) return;
  }
}

/** Measures without a pause, because the token of an idle key would have to be signed again. */
async function underLoad(count: number, { pid }: SeraiProcess, load: Load): Promise<Result> {
  const before = { server: cpuMs(pid), database: descendantsCpuMs(pid) };
  const slices = count < MANY ? SLICES : SLICES_OF_MANY;
  const result: Result = { count, perSecond: [], cpuUs: 0, databaseUs: 0, p99Ms: [], bytes: 0 };
  let requests = 0;
  for (let slice = 0; slice < slices; slice++) {
    const answered = await runLoad({ ...load, seconds: SLICE_SECONDS, mayFail: true });
    if (answered.refused > 0)
      console.error(`${answered.refused} of ${answered.requests} requests were rejected`);
    requests += answered.requests;
    result.perSecond.push(answered.perSecond);
    result.p99Ms.push(answered.p99Ms);
  }
  result.bytes = residentBytes(pid);
  await pause(SETTLE_MS);
  result.cpuUs = ((cpuMs(pid) - before.server) * 1000) / requests;
  result.databaseUs = ((descendantsCpuMs(pid) - before.database) * 1000) / requests;
  return result;
}

function report(results: readonly Result[]): void {
  const fewest = results.filter(({ count }) => count === COUNTS[0]);
  const fewUs = median(fewest.map(({ cpuUs }) => cpuUs));
  const fewBytes = median(fewest.map(({ bytes }) => bytes));
  const most = results.toSorted((a, b) => b.count - a.count)[0] as Result;
  const perKey = ({ count, bytes }: Result) => (bytes - fewBytes) / count;

  printTitle('Keys in use');
  printText(
    'All keys are used in turn, and each was used once before the measurement. The processes run one after the other, each with its ' +
      `own database. The server and its database run on one core, and wrk runs on another with ${LOAD.connections} connections. ` +
      `Each process is measured for ${SLICES} slices of ${SLICE_SECONDS} s, and the process with ${grouped(most.count)} keys for ${SLICES_OF_MANY} slices, long enough to renew every ` +
      'token. Figures are medians of the slices (minimum–maximum). ' +
      'CPU time includes all slices and the counters, usage and log rows that are written after the last slice. ' +
      'Memory per key is the difference from the process with few keys.',
  );
  printTable(
    [
      'keys',
      'requests/s',
      'p99 ms',
      'µs CPU',
      'relative to few keys',
      'µs CPU database',
      'MB',
      'bytes per key',
    ],
    results.map(result => [
      grouped(result.count),
      withSpread(result.perSecond, 0),
      withSpread(result.p99Ms, 1),
      result.cpuUs.toFixed(1),
      (result.cpuUs / fewUs).toFixed(2),
      result.databaseUs.toFixed(1),
      grouped(result.bytes / 1e6),
      result.count < MANY ? '' : grouped(perKey(result)),
    ]),
  );
  const growth = most.cpuUs / fewUs;
  printAims([
    {
      what: `cost with ${grouped(most.count)} keys relative to ${COUNTS[0]}`,
      target: '≤ 1.3',
      figure: growth.toFixed(2),
      reached: growth <= 1.3,
    },
  ]);
}
