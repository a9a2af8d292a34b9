/**
 * Connects to Redis or Valkey: one server, or a cluster. Every command has a time limit. Commands are not sent again,
 * unless a node of a cluster refers to another node.
 */
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { exponentialBackoffMs } from './backoff.ts';
import { redisSlot } from './redis-slot.ts';
import { isClusterUrl, parseClusterUrl } from './redis-url.ts';

export interface RedisLog {
  info(message: string): void;
  warn(details: { error: string }, message: string): void;
}

/** A command that takes longer fails. Code that a request waits for sets a shorter limit with `withDeadline`. */
const COMMAND_TIMEOUT_MS = 500;
const CONNECT_TIMEOUT_MS = 1_000;
const RECONNECT = { firstMs: 40, maxMs: 500 };
/** How often the client asks which node has which keys. A node also says so when it receives a key of another one. */
const SLOTS_EVERY_MS = 2_000;
/** A key may move once more while the client follows the first redirection. */
const MAX_REDIRECTIONS = 3;

const COMMON = {
  commandTimeout: COMMAND_TIMEOUT_MS,
  connectTimeout: CONNECT_TIMEOUT_MS,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
} satisfies RedisOptions;

/**
 * Commands fail immediately while the connection is down. The client reconnects automatically. A client of a cluster has
 * the same commands, but all keys of a command or pipeline must be on one node: see `byServer`.
 */
export function connectRedis(url: string, log: RedisLog): Redis {
  const redis = isClusterUrl(url) ? connectCluster(url) : connectServer(url);
  let isReady = true;
  let lastError = 'connection closed';
  redis.on('ready', () => {
    if (!isReady) log.info('Redis is reachable again');
    isReady = true;
  });
  redis.on('error', (error: Error) => {
    lastError = error.message;
  });
  redis.on('reconnecting', () => {
    // Logs one line per outage instead of one per attempt.
    if (isReady) log.warn({ error: lastError }, 'Redis is unreachable');
    isReady = false;
  });
  return redis;
}

function connectServer(url: string): Redis {
  return new Redis(url, {
    ...COMMON,
    enableOfflineQueue: false,
    retryStrategy: attempt => exponentialBackoffMs(attempt, RECONNECT),
  });
}

/** Delays before retries would let a command run after its caller has stopped waiting, so there are no retries. */
function connectCluster(url: string): Redis {
  const { hosts, username, password, usesTls } = parseClusterUrl(url);
  const cluster = new Cluster(hosts, {
    enableOfflineQueue: false,
    maxRedirections: MAX_REDIRECTIONS,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshInterval: SLOTS_EVERY_MS,
    slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
    clusterRetryStrategy: attempt => exponentialBackoffMs(attempt, RECONNECT),
    redisOptions: {
      ...COMMON,
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      ...(usesTls && { tls: {} }),
    },
  });
  // By default, the first command would connect to a node, and further commands would fail until it is connected.
  cluster.on('+node', (node: Redis) => void node.connect().catch(() => {}));
  return cluster as unknown as Redis;
}

function clusterOf(redis: Redis): Cluster | undefined {
  return (redis as object) instanceof Cluster ? (redis as unknown as Cluster) : undefined;
}

/** The name of the server that has the key. All keys of a client without a cluster are on the same server. */
export function serverOf(redis: Redis, key: string): string {
  return clusterOf(redis)?.slots[redisSlot(key)]?.[0] ?? '';
}

/** Groups items by the server that has their key, so that each group can be sent in one pipeline. */
export function byServer<T>(redis: Redis, items: readonly T[], keyOf: (item: T) => string): T[][] {
  const cluster = clusterOf(redis);
  if (cluster === undefined) return items.length === 0 ? [] : [[...items]];
  // A pipeline may only contain keys whose slots have the same primary and replicas.
  const groups = Map.groupBy(items, item => cluster.slots[redisSlot(keyOf(item))]?.join() ?? '');
  return [...groups.values()];
}

/** Whether commands can be sent to every server. */
export function isConnected(redis: Redis): boolean {
  return redis.status === 'ready' && serversOf(redis).every(({ status }) => status === 'ready');
}

/** The connections to all servers that accept writes. */
export function serversOf(redis: Redis): Redis[] {
  return clusterOf(redis)?.nodes('master') ?? [redis];
}

/** Reads values. All keys must be on the same server. */
export async function readBuffers(redis: Redis, keys: readonly string[]): Promise<(Buffer | null)[]> {
  // A cluster allows one command for several keys only if they are in the same slot.
  if (clusterOf(redis) === undefined) return redis.mgetBuffer([...keys]);
  const commands = redis.pipeline();
  for (const key of keys) commands.getBuffer(key);
  const results = (await commands.exec()) ?? [];
  return results.map(([error, value]) => {
    if (error !== null) throw error;
    return value as Buffer | null;
  });
}
