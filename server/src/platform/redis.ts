/** Connects to Redis or Valkey. Every command has a time limit, and none is sent twice. */
import { Redis } from 'ioredis';
import { exponentialBackoffMs } from './backoff.ts';

export interface RedisLog {
  info(message: string): void;
  warn(details: { error: string }, message: string): void;
}

/** A command that takes longer fails. Code that a request waits for sets a shorter limit with `withDeadline`. */
const COMMAND_TIMEOUT_MS = 500;
const RECONNECT = { firstMs: 40, maxMs: 500 };

/** Commands fail immediately while the connection is down. The client reconnects automatically. */
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
