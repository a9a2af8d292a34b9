/** What a request costs as the number of keys in use grows, and how much memory a key takes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { goFirst } from '../measure/go-first.ts';
import { cpuMs, descendantsCpuMs, residentBytes } from '../measure/process-use.ts';
import { printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { grouped, median, ratios, withSpread } from '../measure/statistics.ts';
import { untilNoneFails } from '../measure/until-none-fails.ts';
import { type LoadOptions, runLoad } from '../measure/wrk.ts';
import { insertKeys } from './bulk-key-store.ts';
import { CODE_LIST_PATH, writeManyKeysScript } from './code-list.ts';
import { type SeraiProcess, startSerai } from './serai-process.ts';

const COUNTS = [10, 1_000, 10_000, 100_000];
const ROUNDS = 3;
const SECONDS = 15;
/** Usage is written every 10 s, the last use of keys every 15 s: what a round leaves behind is written by then. */
const SETTLE_MS = 20_000;
const LOAD = { connections: 32, threads: 1, cores: '1' };

interface Subject {
  count: number;
  serai: SeraiProcess;
  load: Pick<LoadOptions, 'url' | 'script' | 'connections' | 'threads' | 'cores'>;
  startBytes: number;
  perSecond: number[];
  requests: number[];
  /** At the start of each round, and after the last. */
  cpu: Cpu[];
}

/** Milliseconds used so far. */
interface Cpu {
  server: number;
  database: number;
}

goFirst();
const folder = await mkdtemp(join(tmpdir(), 'serai-bench-'));
const subjects: Subject[] = [];
try {
  for (const count of COUNTS) subjects.push(await startSubject(count));
  for (const subject of subjects) await touchEveryKey(subject);
  for (let round = 0; round < ROUNDS; round++) {
    for (const subject of subjects) await runRound(subject);
  }
  await pause(SETTLE_MS);
  for (const subject of subjects) subject.cpu.push(readCpu(subject));
  report();
} finally {
  for (const { serai } of subjects) await serai.stop();
  await rm(folder, { recursive: true, force: true });
}

async function startSubject(count: number): Promise<Subject> {
  const serai = await startSerai({ dataDir: join(folder, `data-${count}`), cores: '0' });
  const keys = await insertKeys(serai.dataDir, count);
  const script = await writeManyKeysScript(folder, `keys-${count}`, keys);
  return {
    count,
    serai,
    load: { ...LOAD, url: `${serai.interfaceUrl}${CODE_LIST_PATH}`, script },
    startBytes: residentBytes(serai.pid),
    perSecond: [],
    requests: [],
    cpu: [],
  };
}

/** Every key is read, gets its counters and its token, before anything is measured. */
async function touchEveryKey({ count, load }: Subject): Promise<void> {
  for (let seconds = Math.max(5, count / 2_000); ; seconds *= 2) {
    const { requests } = await runLoad({ ...load, seconds, mayFail: true });
    if (requests > count + LOAD.connections) return;
  }
}

async function runRound(subject: Subject): Promise<void> {
  const { cpu, result } = await untilNoneFails(async () => ({
    cpu: readCpu(subject),
    result: await runLoad({ ...subject.load, seconds: SECONDS }),
  }));
  const { perSecond, requests } = result;
  subject.cpu.push(cpu);
  subject.perSecond.push(perSecond);
  subject.requests.push(requests);
}

function readCpu({ serai }: Subject): Cpu {
  return { server: cpuMs(serai.pid), database: descendantsCpuMs(serai.pid) };
}

/** Microseconds a request, from the start of a round to the start of the next: with what is written in between. */
function cpuUs({ requests, cpu }: Subject, member: keyof Cpu): number[] {
  return requests.map((count, i) => (((cpu[i + 1] as Cpu)[member] - (cpu[i] as Cpu)[member]) * 1000) / count);
}

function report(): void {
  const [few, ...others] = subjects as [Subject, ...Subject[]];
  const most = others.at(-1) as Subject;
  const server = (subject: Subject) => cpuUs(subject, 'server');
  const bytes = ({ serai }: Subject) => residentBytes(serai.pid);
  const perKey = (subject: Subject) => (bytes(subject) - bytes(few)) / (subject.count - few.count);

  printTitle('Keys in use');
  printText(
    'Each number of keys has a process and a database of its own, all keys in turn, each used before the first ' +
      `round. Server and database on one core, wrk on another, ${LOAD.connections} connections. ${ROUNDS} rounds of ` +
      `${SECONDS} s in turn: median (least–greatest). CPU is counted from the start of a round to the start of the ` +
      'next, so that it holds what is written later: usage, counters, last use. Memory a key is what the process has ' +
      'more than the one with few keys.',
  );
  printTable(
    [
      'keys',
      'requests/s',
      'µs CPU',
      'of few keys',
      'µs CPU of the database',
      'MB at start',
      'MB now',
      'bytes a key',
    ],
    subjects.map(subject => [
      grouped(subject.count),
      withSpread(subject.perSecond, 0),
      withSpread(server(subject), 1),
      withSpread(ratios(server(subject), server(few)), 2),
      withSpread(cpuUs(subject, 'database'), 1),
      grouped(subject.startBytes / 1e6),
      grouped(bytes(subject) / 1e6),
      subject === few ? '' : grouped(perKey(subject)),
    ]),
  );
  const growth = median(ratios(server(most), server(few)));
  printAims([
    {
      what: `cost with ${grouped(most.count)} keys beside ${few.count}`,
      target: '≤ 1.3',
      figure: growth.toFixed(2),
      reached: growth <= 1.3,
    },
  ]);
}
