/** Runs Serai as users do: as a program with its own data folder and ports. */
import { readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '../tools/install.mjs';
import { memoryFolder } from '../tools/process/memory-folder.mjs';
import {
  endPrograms,
  type Finished,
  type Running,
  runProgram,
  type StartOptions,
  signalGroup,
  startProgram,
  until,
  within,
} from './child-process.ts';

/** A first start with the full seed loads the world's places. */
const READY_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 30_000;
const SOON_GONE_MS = 10_000;

const PROGRAMS = {
  /** The server process without a launcher. */
  main: 'server/src/main.ts',
  /** Run by `npx serai`. */
  serai: 'server/bin/serai.mjs',
  /** Run by `npm start`. */
  start: 'tools/start.mjs',
};

export interface SeraiOptions extends Partial<StartOptions> {
  dataDir: string;
  program?: keyof typeof PROGRAMS;
  role?: 'all' | 'gateway' | 'backend' | 'worker';
  /** Further arguments of the command. */
  args?: readonly string[];
}

export interface Serai extends Running {
  dataDir: string;
  interfaceUrl: string;
  dashboardUrl: string;
  backendUrl: string;
  /** Present only after a first start, which prints them. */
  key: string | undefined;
  signInUrl: string | undefined;
  /** Time from the start of the program until it is ready. */
  readyAfterMs: number;
  env: NodeJS.ProcessEnv;
  stop(signal?: NodeJS.Signals): Promise<number>;
  /** Kills the process group and resolves when the process has ended. The database may keep running. */
  kill(): Promise<void>;
}

const folders: string[] = [];

export async function newFolder(name = 'data'): Promise<string> {
  const folder = await mkdtemp(join(memoryFolder(), `serai-e2e-${name}-`));
  folders.push(folder);
  return folder;
}

/** Stops all programs that a failed test left running, and removes the folders. Call it in `afterAll`. */
export async function clearAway(): Promise<void> {
  endPrograms();
  for (const folder of folders) {
    for (const pid of processesIn(folder)) endByForce(pid);
    await untilNothingRunsIn(folder);
    await rm(folder, { recursive: true, force: true });
  }
  folders.length = 0;
}

export async function startSerai(options: SeraiOptions): Promise<Serai> {
  const startedMs = performance.now();
  const running = spawnSerai(options);
  const what = () => `Serai did not become ready:\n${running.out()}${running.err()}`;
  let isOver = false;
  void running.ended.then(() => {
    isOver = true;
  });
  const isWelcoming = () => /^Serai is ready/m.test(running.out()) && running.out().endsWith('\n\n');
  await until(() => isWelcoming() || isOver, READY_TIMEOUT_MS, what);
  const shown = readWelcome(running.out());
  const url = shown.interfaceUrl || shown.backendUrl || shown.dashboardUrl;
  await until(() => isOver || isReady(url), READY_TIMEOUT_MS, what);
  if (isOver) throw new Error(what());
  return {
    ...running,
    ...shown,
    dataDir: options.dataDir,
    readyAfterMs: performance.now() - startedMs,
    env: settings(options.dataDir, {
      SERAI_PORT: portOf(shown.interfaceUrl),
      SERAI_DASHBOARD_PORT: portOf(shown.dashboardUrl),
    }),
    stop(signal = 'SIGTERM') {
      running.child.kill(signal);
      return within(STOP_TIMEOUT_MS, running.ended, () => `it does not stop:\n${running.out()}`);
    },
    async kill() {
      signalGroup(running.child, 'SIGKILL');
      await running.ended;
    },
  };
}

/** Starts the server without waiting until it is ready. */
export function spawnSerai(options: SeraiOptions): Running {
  const { dataDir, program = 'main', role, args: more = [], env, ...rest } = options;
  const command = program === 'start' ? [] : ['serve'];
  const args = [...command, ...(role === undefined ? [] : ['--role', role]), ...more];
  return startProgram(process.execPath, [join(repositoryRoot, PROGRAMS[program]), ...args], {
    ...rest,
    env: settings(dataDir, env),
  });
}

/** Resolves when this number of worker threads serves the API, in addition to the main thread. */
export function untilWorkersAreReady({ err }: Running, workers: number): Promise<void> {
  return until(
    () => (err().match(/a worker thread is ready/g) ?? []).length >= workers,
    READY_TIMEOUT_MS,
    () => `the worker threads did not become ready:\n${err()}`,
  );
}

export function failToStart({ dataDir, env, ...rest }: Omit<SeraiOptions, 'program' | 'role'>) {
  return runProgram(process.execPath, [join(repositoryRoot, PROGRAMS.main), 'serve'], {
    ...rest,
    env: settings(dataDir, env),
  });
}

export function serai(env: NodeJS.ProcessEnv, ...args: string[]): Promise<Finished> {
  return runProgram(process.execPath, [join(repositoryRoot, PROGRAMS.main), ...args], { env });
}

/**
 * Passes on only the variables that every program needs, so that settings of the test environment have no effect.
 */
export function settings(dataDir: string, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  const ours = {
    SERAI_DATA_DIR: dataDir,
    SERAI_PROCESSES: '1',
    SERAI_PORT: '0',
    SERAI_DASHBOARD_PORT: '0',
    SERAI_BACKEND_PORT: '0',
  };
  return { PATH, HOME, SERAI_CHECK_ANSWERS: 'on', SERAI_SEED: 'none', ...ours, ...more };
}

function readWelcome(text: string) {
  const shown = (name: string) => new RegExp(`^  ${name} +(\\S+)$`, 'm').exec(text)?.[1];
  return {
    interfaceUrl: shown('Interface') ?? '',
    dashboardUrl: shown('Dashboard') ?? '',
    backendUrl: shown('Backend') ?? '',
    key: shown('Sandbox key'),
    signInUrl: shown('Sign-in link'),
  };
}

function portOf(url: string): string {
  return url === '' ? '0' : new URL(url).port;
}

export async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined);
  await response?.text();
  return response?.status === 200;
}

/**
 * Returns the processes whose working folder is inside `folder`. This includes database processes, no matter what
 * started them.
 */
export function processesIn(folder: string): number[] {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  return pids.filter(pid => isIn(pid, folder)).map(Number);
}

function isIn(pid: string, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
  } catch {
    return false;
  }
}

/** Resolves when no process uses the folder any more, because some processes may still be shutting down. */
export function untilNothingRunsIn(folder: string): Promise<void> {
  return until(
    () => processesIn(folder).length === 0,
    SOON_GONE_MS,
    () => `${processesIn(folder).length} processes still run in ${folder}`,
  );
}

export async function databasePid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

function endByForce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
