/** Connects to Redis or Valkey so that nothing ever waits without bound or is sent twice. */
import { Redis } from 'ioredis';
import { exponentialBackoffMs } from './backoff.ts';

export interface RedisLog {
  info(message: string): void;
  warn(details: { error: string }, message: string): void;
}

/** A command that takes longer fails. Whoever lets a request wait bounds it further, by `withDeadline`. */
const COMMAND_TIMEOUT_MS = 500;
const RECONNECT = { firstMs: 40, maxMs: 500 };

/** Commands fail at once while there is no connection; it comes back by itself. */
export function connectRedis(url: string, log: RedisLog): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: 1000,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: attempt => exponentialBackoffMs(attempt, RECONNECT),
  });
  let isReady = true;
  let lastError = 'connection closed';
  redis.on('ready', () => {
    if (!isReady) log.info('Redis is back');
    isReady = true;
  });
  redis.on('error', (error: Error) => {
    lastError = error.message;
  });
  redis.on('reconnecting', () => {
    // One line for an outage, not one for each attempt.
    if (isReady) log.warn({ error: lastError }, 'Redis cannot be reached');
    isReady = false;
  });
  return redis;
}
