import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { type Clock, sleep } from '../../platform/clock.ts';
import { quietLog } from '../../platform/database/database-log.ts';
import { withDeadline } from '../../platform/deadline.ts';
import { connectRedis, isConnected, serversOf } from '../../platform/redis.ts';
import { isClusterUrl } from '../../platform/redis-url.ts';
import { type CheckResult, ok, problem, warning } from './check-result.ts';

const NAME = 'Redis';
const DEADLINE_MS = 3_000;
const OLDEST_MAJOR = 6;

export async function redisChecks(url: string | undefined, clock: Clock): Promise<CheckResult[]> {
  if (url === undefined) return [ok(NAME, 'not used; counters are kept in the process')];
  const redis = connectRedis(url, quietLog);
  try {
    const servers = await withDeadline(readInfos(redis, clock), DEADLINE_MS, clock);
    const findings = servers.flatMap(({ name, info, needsAllNodes }) =>
      [...redisFindings(info), ...coverageFindings(needsAllNodes)].map(each =>
        isClusterUrl(url) ? { ...each, name: `${each.name} ${name}` } : each,
      ),
    );
    return findings;
  } catch (error) {
    const { message } = error as Error;
    return [
      problem(NAME, `cannot be reached: ${message}`, 'Check REDIS_URL and that the server is running.'),
    ];
  } finally {
    redis.disconnect();
  }
}

interface ServerInfo {
  name: string;
  info: string;
  /** Whether all nodes of the cluster reject commands while one is lost. Undefined if unknown or not a cluster. */
  needsAllNodes: boolean | undefined;
}

async function readInfos(redis: Redis, clock: Clock): Promise<ServerInfo[]> {
  if (redis.status !== 'ready') await once(redis, 'ready');
  while (!isConnected(redis)) await sleep(clock, 20);
  return Promise.all(
    serversOf(redis).map(async server => {
      // Some hosted services do not allow this command.
      const settings = await server.config('GET', 'cluster-require-full-coverage').catch(() => []);
      const [, value] = settings as string[];
      const isCluster = /^cluster_enabled:1/m.test(await server.info('cluster'));
      return {
        name: `${server.options.host}:${server.options.port}`,
        info: await server.info(),
        needsAllNodes: isCluster && value !== undefined ? value === 'yes' : undefined,
      };
    }),
  );
}

function coverageFindings(needsAllNodes: boolean | undefined): CheckResult[] {
  if (needsAllNodes !== true) return [];
  return [
    warning(
      'Redis Cluster',
      'cluster-require-full-coverage is on, so all nodes stop when one is lost without a replica.',
      'Set cluster-require-full-coverage no on every node.',
    ),
  ];
}

/** `info` is the response to Redis' INFO command. */
export function redisFindings(info: string): CheckResult[] {
  const field = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim();
  const valkey = field('valkey_version');
  const version = valkey ?? field('redis_version') ?? 'unknown version';
  const product = valkey === undefined ? 'Redis' : 'Valkey';
  return [
    Number.parseInt(version, 10) < OLDEST_MAJOR
      ? warning(
          NAME,
          `${product} ${version} is older than the tested versions.`,
          `Use version ${OLDEST_MAJOR} or later.`,
        )
      : ok(NAME, `connected to ${product} ${version}`),
    memoryCheck(field('maxmemory_policy'), field('maxmemory')),
  ];
}

const MEMORY = 'Redis memory';
const ADVICE = 'Set maxmemory-policy noeviction.';

/**
 * Counters live for at least a day after their last use, but cached searches for at most half a day. The policy
 * volatile-ttl therefore evicts cached searches before all counters that were used in the last half day.
 */
function memoryCheck(policy: string | undefined, most: string | undefined): CheckResult {
  if (policy === 'noeviction') {
    return most === '0'
      ? warning(
          MEMORY,
          'maxmemory is not set, so cached searches may use all memory of the machine.',
          'Set maxmemory. The cache leaves a quarter of it to the counters.',
        )
      : ok(MEMORY, 'nothing is evicted; cached searches leave room for counters');
  }
  if (policy === 'volatile-ttl') {
    return warning(
      MEMORY,
      'the policy is volatile-ttl: besides cached searches, it may evict counters of keys that have been idle for half a day.',
      ADVICE,
    );
  }
  return problem(
    MEMORY,
    `the policy is ${policy ?? 'unknown'}: it may evict counters before cached searches, and rate limits would be lost.`,
    ADVICE,
  );
}
