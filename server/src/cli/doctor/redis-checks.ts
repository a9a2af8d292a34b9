/** Redis or Valkey, when the settings name one. */
import { once } from 'node:events';
import type { Redis } from 'ioredis';
import type { Clock } from '../../platform/clock.ts';
import { quietLog } from '../../platform/database/database-log.ts';
import { withDeadline } from '../../platform/deadline.ts';
import { connectRedis } from '../../platform/redis.ts';
import { type CheckResult, ok, problem, warning } from './check-result.ts';

const NAME = 'Redis';
const DEADLINE_MS = 3_000;
const OLDEST_MAJOR = 6;

export async function redisChecks(url: string | undefined, clock: Clock): Promise<CheckResult[]> {
  if (url === undefined) return [ok(NAME, 'not used; counters live in the process')];
  const redis = connectRedis(url, quietLog);
  try {
    return redisFindings(await withDeadline(readInfo(redis), DEADLINE_MS, clock));
  } catch (error) {
    const { message } = error as Error;
    return [problem(NAME, `cannot be reached: ${message}`, 'Check REDIS_URL and that the server runs.')];
  } finally {
    redis.disconnect();
  }
}

async function readInfo(redis: Redis): Promise<string> {
  if (redis.status !== 'ready') await once(redis, 'ready');
  return redis.info();
}

/** `info` is what the command INFO answers. */
export function redisFindings(info: string): CheckResult[] {
  const field = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim();
  const valkey = field('valkey_version');
  const version = valkey ?? field('redis_version') ?? 'of an unknown version';
  const product = valkey === undefined ? 'Redis' : 'Valkey';
  const policy = field('maxmemory_policy');
  return [
    Number.parseInt(version, 10) < OLDEST_MAJOR
      ? warning(
          NAME,
          `${product} ${version} is older than what is tested.`,
          `Use version ${OLDEST_MAJOR} or later.`,
        )
      : ok(NAME, `${product} ${version} answers`),
    policy === 'noeviction'
      ? ok('Redis memory', 'nothing is evicted')
      : problem(
          'Redis memory',
          `the policy is ${policy ?? 'unknown'}: counters could be dropped, and limits with them.`,
          'Set maxmemory-policy noeviction.',
        ),
  ];
}
