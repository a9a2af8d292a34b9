/**
 * Runs the whole service with one PostgreSQL server and fsync on: in one process, or with one process per role
 * and Redis.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { prepareCatalogue } from '../../faults/load/catalogue.ts';
import { type Database, openOwnerDatabase } from '../../server/src/platform/database/connect.ts';
import { quietLog } from '../../server/src/platform/database/database-log.ts';
import { readPostmasterFile } from '../../server/src/platform/database/embedded/postmaster-file.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/start-embedded-postgres.ts';
import { migrateDatabase } from '../../server/src/start-database.ts';
import { startRedis } from '../../server/test/redis.ts';
import { type SeraiProcess, startSerai } from '../gateway/serai-process.ts';
import { findProgram } from '../measure/find-program.ts';
import { keepFirst } from '../measure/go-first.ts';
import { cpuMs, descendantsCpuMs, descendantsOf, residentBytes } from '../measure/process-use.ts';

export const SHAPES = ['one process', 'one process per role'] as const;
export type Shape = (typeof SHAPES)[number];

export interface StartedShape {
  url: string;
  /** A sandbox key with every scope and practically unlimited rates. */
  key: string;
  owner: Database;
  folder: string;
  /** Milliseconds of CPU so far, by process. */
  cpu: Record<string, () => number>;
  /** Calls the operator API with POST. Throws unless the status is 200. */
  operate(name: string, input: object): Promise<unknown>;
  /** Memory used by our processes, without the database and Redis. */
  residentBytes(): number;
  stop(): Promise<void>;
}

type Role = 'all' | 'gateway' | 'backend' | 'worker';

interface ShapeOptions {
  shape: Shape;
  /** Number of backends if each role has its own process. Default: 1. */
  backends?: number;
  /** CPU cores for all processes except the load generator, in `taskset` format. Default: all. */
  cores?: string;
  /** CPU cores for separate gateway processes. Default: the same cores as the other processes. */
  gatewayCores?: string;
  env?: Record<string, string>;
  /** Options of Node for our processes. */
  nodeOptions?: readonly string[];
  /** Fills the database before anything starts. Default: creates hotels in a small city, and own inventory. */
  prepare?: (owner: Database, folder: string) => Promise<void>;
}

export async function startShape(options: ShapeOptions): Promise<StartedShape> {
  const folder = await mkdtemp(join(tmpdir(), 'serai-bench-'));
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const step of stops.reverse()) await step();
  };
  try {
    return { ...(await start(options, folder, stops)), folder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(options: ShapeOptions, folder: string, stops: (() => Promise<unknown>)[]) {
  const { shape, cores } = options;
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: quietLog });
  stops.push(database.stop);
  // Not the first descendant of this process. While two services are compared, that may be the server of the other one,
  // and this one would stay on the core of the load generator.
  const postmaster = readPostmasterFile(join(folder, 'database', 'postgres'))?.pid;
  if (postmaster === undefined || 'url' in database.address) throw new Error('the database did not start');
  if (cores !== undefined) await pin(postmaster, cores);
  const endFirst = keepFirst(process.pid);
  stops.push(async () => endFirst());
  const { address } = database;
  await migrateDatabase(address, true, quietLog);
  const owner = openOwnerDatabase({ address, log: quietLog, max: 1, statementTimeoutMs: 0 });
  stops.push(() => owner.close());
  await (options.prepare ?? prepareCatalogue)(owner, folder);

  const env: Record<string, string> = {
    DATABASE_URL: `postgres:///${address.database}`,
    PGHOST: dirname(address.socketPath),
    PGUSER: address.user,
    SERAI_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    SERAI_WEBHOOK_ALLOWED_TARGETS: '127.0.0.1',
    ...options.env,
  };
  const { backends = 1, gatewayCores = cores } = options;
  const { front, redisPid, named } = await startProcesses(shape, {
    ...{ folder, env, cores, gatewayCores, backends, nodeOptions: options.nodeOptions ?? [], stops },
  });
  const ours = Object.entries(named);
  return {
    url: front.interfaceUrl,
    key: await front.createKey('sandbox'),
    owner,
    cpu: {
      ...Object.fromEntries(ours.map(([name, { pid }]) => [name, () => cpuMs(pid)])),
      PostgreSQL: () => cpuMs(postmaster) + descendantsCpuMs(postmaster),
      ...(redisPid !== undefined && { Redis: () => cpuMs(redisPid) }),
    },
    operate: front.operate,
    residentBytes: () => ours.reduce((sum, [, { pid }]) => sum + residentBytes(pid), 0),
  };
}

interface Processes {
  /** The process that serves the API. */
  front: SeraiProcess;
  named: Record<string, SeraiProcess>;
  redisPid?: number;
}

interface StartOptions {
  folder: string;
  env: Record<string, string>;
  cores: string | undefined;
  gatewayCores: string | undefined;
  backends: number;
  nodeOptions: readonly string[];
  stops: (() => Promise<unknown>)[];
}

async function startProcesses(shape: Shape, options: StartOptions): Promise<Processes> {
  const { folder, env, cores, nodeOptions, stops } = options;
  async function begin(role: Role, name: string, more: Record<string, string> = {}) {
    const here = role === 'gateway' ? options.gatewayCores : cores;
    const started = await startSerai({
      dataDir: join(folder, name),
      role,
      nodeOptions,
      env: { ...env, ...more },
      ...(here !== undefined && { cores: here }),
    });
    stops.push(started.stop);
    return started;
  }
  if (shape === 'one process') {
    const server = await begin('all', 'server');
    return { front: server, named: { server } };
  }
  const redis = await startPinnedRedis(cores, stops);
  env.REDIS_URL = redis.url;
  const backends: Record<string, SeraiProcess> = {};
  for (let number = 1; number <= options.backends; number++) {
    const name = options.backends === 1 ? 'backend' : `backend ${number}`;
    backends[name] = await begin('backend', `backend-${number}`);
  }
  const urls = Object.values(backends).map(({ backendUrl }) => backendUrl);
  const gateway = await begin('gateway', 'gateway', { SERAI_BACKEND_URLS: urls.join(',') });
  const worker = await begin('worker', 'worker');
  return { front: gateway, named: { gateway, ...backends, worker }, redisPid: redis.pid };
}

async function startPinnedRedis(cores: string | undefined, stops: (() => Promise<unknown>)[]) {
  const before = new Set(descendantsOf(process.pid));
  const redis = await startRedis();
  if (redis === undefined) throw new Error('Redis is needed. On Debian: apt-get install redis-server');
  stops.push(() => redis.stop());
  const pid = descendantsOf(process.pid).find(each => !before.has(each));
  if (pid === undefined) throw new Error('Redis did not start');
  if (cores !== undefined) await pin(pid, cores);
  return { url: redis.url, pid };
}

async function pin(pid: number, cores: string): Promise<void> {
  const { path } = await findProgram('taskset');
  for (const each of [pid, ...descendantsOf(pid)]) {
    await promisify(execFile)(path, ['-a', '-c', '-p', cores, String(each)]);
  }
}
