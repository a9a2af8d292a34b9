/**
 * Starts gateways, backends and workers as separate processes with one PostgreSQL server, by default with fsync on, and
 * one Redis. Everything stops with `stop` or when this process ends.
 */

import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { runProgram } from '../../e2e/child-process.ts';
import { type OpenDatabase, openOwnerDatabase } from '../../server/src/platform/database/connect.ts';
import { quietLog } from '../../server/src/platform/database/database-log.ts';
import { migrateDatabase } from '../../server/src/start-database.ts';
import type { Loose } from '../../server/test/booking-request.ts';
import {
  type PostgresServerForTest,
  type PostgresServerOptions,
  type StandbyServer,
  startPostgresServer,
} from '../../server/test/postgres-server.ts';
import { type RedisForTest, startRedis } from '../../server/test/redis.ts';
import { type RedisClusterForTest, startRedisCluster } from '../../server/test/redis-cluster.ts';
import { organisationOfKey } from '../checkers/facts-store.ts';
import { CannotRun } from '../fault.ts';
import { type ClusterNode, clusterNode, type NodeRole } from './cluster-node.ts';

export interface ClusterOptions {
  folder: string;
  gateways?: number;
  backends?: number;
  workers?: number;
  /** Settings for every process. */
  env?: NodeJS.ProcessEnv;
  /** Settings for individual processes, such as the address of a fault proxy. */
  envOf?: (
    role: NodeRole,
    number: number,
    made: { databaseUrl: string; redisUrl: string },
  ) => NodeJS.ProcessEnv;
  /** Runs before the settings are built, for example to start a proxy whose address they contain. */
  prepareNodes?: (made: { databaseUrl: string; redisUrl: string }) => Promise<void>;
  /** Loads places, hotels and inventory before any process starts. */
  prepare?: (owner: OpenDatabase) => Promise<void>;
  fsync?: 'on' | 'off';
  /** The number of read replicas. Default: none. */
  replicas?: number;
  /** Uses a Redis Cluster of three nodes instead of one server. */
  redisCluster?: boolean;
  /** Another checkout of the project, which creates the schema and provides the processes. */
  checkout?: string;
  postgres?: Omit<PostgresServerOptions, 'fsync'>;
}

export interface Cluster {
  postgres: PostgresServerForTest;
  redis: RedisForTest;
  /** Undefined unless it was requested. The processes then use it instead of `redis`. */
  redisCluster: RedisClusterForTest | undefined;
  replicas: readonly StandbyServer[];
  gateways: readonly ClusterNode[];
  backends: readonly ClusterNode[];
  workers: readonly ClusterNode[];
  nodes(): readonly ClusterNode[];
  /** Connected as the owner of the tables, for the checkers. */
  owner: OpenDatabase;
  masterKey: Buffer;
  /** Calls the operator API of a running gateway with POST. Throws unless the status is 200. */
  operate(name: string, input: object): Promise<Loose>;
  createKey(members?: object): Promise<{ keyId: string; secret: string; organisationId: string }>;
  stop(): Promise<void>;
}

const OPERATOR_TIMEOUT_MS = 20_000;
const WIDE_LIMITS = { perMinute: 10_000_000, perHour: 100_000_000, perDay: 1_000_000_000 };

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const [postgres, redis] = await Promise.all([
    startPostgresServer({ parent: tmpdir(), ...options.postgres, fsync: options.fsync ?? 'on' }),
    startRedis(),
  ]);
  if (postgres === undefined || redis === undefined) {
    await Promise.all([postgres?.stop(), redis?.stop()]);
    throw new CannotRun("Debian's PostgreSQL server or Redis is not available here");
  }
  const address = { url: postgres.url };
  if (options.checkout === undefined) await migrateDatabase(address, true, quietLog);
  else await migrateBy(options.checkout, postgres.url);
  const owner = openOwnerDatabase({ address, log: quietLog, max: 3, statementTimeoutMs: 0 });
  await options.prepare?.(owner);

  const redisCluster = options.redisCluster ? await startRedisCluster() : undefined;
  const replicas: StandbyServer[] = [];
  for (let i = 0; i < (options.replicas ?? 0); i++) replicas.push(await postgres.startStandby());

  const masterKey = randomBytes(32);
  const operatorToken = `faults-${randomBytes(24).toString('hex')}`;
  const shared: NodeJS.ProcessEnv = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redisCluster?.url ?? redis.url,
    DATABASE_READ_URLS: replicas.map(({ url }) => url).join(','),
    SERAI_MASTER_KEY: masterKey.toString('base64'),
    SERAI_OPERATOR_TOKEN: operatorToken,
    SERAI_SEED: 'none',
    SERAI_CHECK_ANSWERS: 'on',
    SERAI_DATABASE_CONNECTIONS: '8',
    SERAI_WEBHOOK_ALLOWED_TARGETS: '127.0.0.1',
    ...options.env,
  };
  const made = { databaseUrl: postgres.url, redisUrl: redis.url };
  await options.prepareNodes?.(made);
  const makeNodes = (role: NodeRole, count: number, env: NodeJS.ProcessEnv = {}) =>
    Promise.all(
      Array.from({ length: count }, (_, i) =>
        clusterNode({
          name: `${role}-${i + 1}`,
          role,
          folder: options.folder,
          env: { ...shared, ...env, ...options.envOf?.(role, i, made) },
        }),
      ),
    );
  const backends = await makeNodes('backend', options.backends ?? 1);
  const SERAI_BACKEND_URLS = backends.map(({ url }) => url).join(',');
  const gateways = await makeNodes('gateway', options.gateways ?? 1, { SERAI_BACKEND_URLS });
  const workers = await makeNodes('worker', options.workers ?? 1);
  const nodes = [...backends, ...gateways, ...workers];

  async function stop(): Promise<void> {
    await Promise.all(nodes.map(node => node.kill()));
    await owner.close();
    await Promise.all(replicas.map(replica => replica.stop()));
    await Promise.all([postgres?.stop(), redis?.stop(), redisCluster?.stop()]);
  }

  async function operate(name: string, input: object): Promise<Loose> {
    const gateway = gateways.find(node => node.isRunning());
    const response = await fetch(`${gateway?.dashboardUrl}/api/v1/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(OPERATOR_TIMEOUT_MS),
    });
    if (response.status !== 200) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  try {
    for (const node of nodes) if (options.checkout !== undefined) node.runFrom(options.checkout);
    await Promise.all(nodes.map(node => node.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ...{
      postgres,
      redis,
      redisCluster,
      replicas,
      gateways,
      backends,
      workers,
      owner,
      masterKey,
      operate,
      stop,
    },
    nodes: () => nodes,
    async createKey(members = {}) {
      const input = {
        name: 'faults',
        environment: 'sandbox',
        scopes: SCOPE_NAMES,
        limits: WIDE_LIMITS,
        ...members,
      };
      const { key, secret } = await operate('keys/create', input);
      return { keyId: key.keyId, secret, organisationId: await organisationOfKey(owner, key.keyId) };
    },
  };
}

async function migrateBy(checkout: string, databaseUrl: string): Promise<void> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATABASE_URL: databaseUrl };
  const main = join(checkout, 'server/src/main.ts');
  const { code, err } = await runProgram(process.execPath, [main, 'migrate'], { env });
  if (code !== 0) throw new CannotRun(`${checkout} could not create its schema: ${err}`);
}
