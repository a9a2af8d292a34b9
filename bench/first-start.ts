/**
 * Measures the first and the second start of the service on an empty data folder, at an earlier commit and in the
 * current tree, alternating. The packages are installed in both. Set `SERAI_BENCH_REF` to compare with another commit
 * than the last one before decision 0049.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '../tools/install.mjs';
import { printAims, printTable, printText, printTitle } from './measure/report.ts';
import { grouped, median } from './measure/statistics.ts';

const ROUNDS = Number(process.env.SERAI_BENCH_ROUNDS ?? 3);
const READY_TIMEOUT_MS = 300_000;
const REFERENCE = '95892e7e';
/** Reading the memory of a process takes CPU time, so it is read seldom. */
const LOOK_EVERY_MS = 1_000;
const POLL_MS = 25;
/** The unit of CPU times in /proc. */
const TICK_MS = 10;
/** The log lines of the background work. Earlier commits have none. */
const NAMES_BEGIN = 'writing names of places in the background';
const NAMES_END = 'names of places are in the database';
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));
/** The background work of a first start ends before that, unless the machine is busy. Then its end is awaited. */
const SETTLE_MS = Number(process.env.SERAI_BENCH_SETTLE_SECONDS ?? 15) * 1_000;

interface Start {
  readyMs: number;
  /** CPU time of all processes until the service is ready. */
  cpuMs: number;
  /** The highest sum of the memory of all processes, including the time after the service is ready. */
  peakMb: number;
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' }).trim();
const ref = git('rev-parse', '--verify', `${process.env.SERAI_BENCH_REF ?? REFERENCE}^{commit}`);
const folder = await mkdtemp(join(tmpdir(), 'serai-first-start-'));
const before = join(folder, 'before');
const trees = { before, now: repositoryRoot };
type Tree = keyof typeof trees;
try {
  git('worktree', 'add', '--detach', before, ref);
  linkPackages();
  await buildDashboards();
  const starts: Record<Tree, { first: Start[]; second: Start[] }> = {
    before: { first: [], second: [] },
    now: { first: [], second: [] },
  };
  // The first start of each tree also fills the compile cache, so it does not count.
  for (let round = ROUNDS > 1 ? 0 : 1; round <= ROUNDS; round++) {
    const order: Tree[] = round % 2 === 0 ? ['before', 'now'] : ['now', 'before'];
    for (const tree of order) {
      const data = join(folder, `data-${tree}-${round}`);
      const first = await measureStart(trees[tree], data, SETTLE_MS);
      const second = await measureStart(trees[tree], data, 0);
      await rm(data, { recursive: true, force: true });
      if (round === 0) continue;
      starts[tree].first.push(first);
      starts[tree].second.push(second);
    }
  }
  report(starts);
} finally {
  if (existsSync(before)) git('worktree', 'remove', '--force', before);
  await rm(folder, { recursive: true, force: true });
}

/** Both trees use the same installed packages. Workspaces are resolved inside each tree. */
function linkPackages(): void {
  execFileSync('cp', ['-al', join(repositoryRoot, 'node_modules'), join(before, 'node_modules')]);
  for (const name of ['server', 'contract', 'sdk', 'dashboard']) {
    const own = join(repositoryRoot, name, 'node_modules');
    if (existsSync(own)) execFileSync('cp', ['-al', own, join(before, name, 'node_modules')]);
  }
}

/** Each tree has its own build of its own dashboard. Otherwise, a start would first build it. */
async function buildDashboards(): Promise<void> {
  for (const tree of Object.values(trees)) {
    const { ensureDashboardBuilt } = await import(join(tree, 'tools/dashboard-build.mjs'));
    await ensureDashboardBuilt(tree);
  }
}

async function measureStart(tree: string, data: string, settleMs: number): Promise<Start> {
  const { PATH, HOME } = process.env;
  const beganMs = performance.now();
  const child = spawn(process.execPath, [join(tree, 'tools/start.mjs')], {
    cwd: tree,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH,
      HOME,
      SERAI_DATA_DIR: data,
      SERAI_PORT: '0',
      SERAI_DASHBOARD_PORT: '0',
      SERAI_BACKEND_PORT: '0',
      ...(process.env.DATABASE_URL && { DATABASE_URL: process.env.DATABASE_URL }),
    },
  });
  const ended = once(child, 'close');
  let output = '';
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  child.stdout.on('data', chunk => {
    output += chunk;
  });
  child.stderr.on('data', chunk => {
    output += chunk;
  });
  // A service must not outlive a benchmark that fails.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let peakMb = 0;
  let lookedMs = 0;
  const usage = new Map<number, number>();
  const look = () => {
    lookedMs = performance.now();
    let memory = 0;
    for (const pid of processesOf(child.pid as number, data)) {
      const read = readProcess(pid);
      if (read === undefined) continue;
      memory += read.megabytes;
      usage.set(pid, read.cpuMs);
    }
    peakMb = Math.max(peakMb, memory);
  };
  while (!output.includes('Serai is ready')) {
    if (hasEnded || performance.now() - beganMs > READY_TIMEOUT_MS) throw new Error(`no start:\n${output}`);
    if (performance.now() - lookedMs > LOOK_EVERY_MS) look();
    await pause(POLL_MS);
  }
  const readyMs = performance.now() - beganMs;
  look();
  const cpuMs = [...usage.values()].reduce((sum, ms) => sum + ms, 0);
  // A start that is stopped earlier leaves work to the second start.
  const isWriting = () => output.includes(NAMES_BEGIN) && !output.includes(NAMES_END);
  for (const untilMs = performance.now() + settleMs; performance.now() < untilMs || isWriting(); ) {
    if (hasEnded || performance.now() - beganMs > READY_TIMEOUT_MS) throw new Error(`no names:\n${output}`);
    look();
    await pause(LOOK_EVERY_MS);
  }
  child.kill('SIGTERM');
  await ended;
  process.off('exit', kill);
  return { readyMs, cpuMs, peakMb };
}

/** The process, its descendants, and the processes of the embedded database, whose working folder is the data folder. */
function processesOf(root: number, data: string): number[] {
  const parents = new Map<number, number>();
  const inFolder = new Set<number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]));
      if (readlinkSync(`/proc/${name}/cwd`).startsWith(data)) inFolder.add(Number(name));
    } catch {
      // The process has ended, or belongs to another user.
    }
  }
  const isOurs = (pid: number): boolean =>
    pid === root || inFolder.has(pid) || (parents.has(pid) && pid > 1 && isOurs(parents.get(pid) as number));
  return [...parents.keys()].filter(isOurs);
}

/** The memory that is not shared with other processes, plus a share of the rest. */
function readProcess(pid: number): { cpuMs: number; megabytes: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const cpuMs = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    const [, kilobytes = '0'] =
      /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return { cpuMs, megabytes: Number(kilobytes) / 1_000 };
  } catch {
    return undefined;
  }
}

function report(starts: Record<Tree, { first: Start[]; second: Start[] }>): void {
  const of = (tree: Tree, kind: 'first' | 'second', figure: keyof Start) =>
    median(starts[tree][kind].map(start => start[figure]));
  const row = (name: string, kind: 'first' | 'second', figure: keyof Start, unit: number) => {
    const [old, current] = [of('before', kind, figure), of('now', kind, figure)];
    return [name, grouped(old / unit, 1), grouped(current / unit, 1), grouped(current / old, 2)];
  };
  printTitle('First start');
  printText(
    `Medians of ${ROUNDS} rounds, alternating between commit ${ref.slice(0, 8)} and the current tree, packages ` +
      'installed. CPU time is that of all processes until the service is ready, including the embedded database.',
  );
  printTable(
    ['', 'before', 'now', 'ratio'],
    [
      row('first start to ready, s', 'first', 'readyMs', 1_000),
      row('CPU until ready, s', 'first', 'cpuMs', 1_000),
      row('peak memory of all processes, MB', 'first', 'peakMb', 1),
      row('second start to ready, s', 'second', 'readyMs', 1_000),
      row('second start, peak memory, MB', 'second', 'peakMb', 1),
    ],
  );
  const ratio = (kind: 'first' | 'second') => of('now', kind, 'readyMs') / of('before', kind, 'readyMs');
  printAims([
    {
      what: 'first start to ready, relative to before',
      target: '≤ 1/3',
      figure: ratio('first').toFixed(3),
      reached: ratio('first') <= 1 / 3,
    },
    {
      what: 'second start to ready, relative to before',
      target: '≤ 1.1',
      figure: ratio('second').toFixed(2),
      reached: ratio('second') <= 1.1,
    },
  ]);
}
