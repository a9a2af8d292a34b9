/**
 * Delays the commands of a Redis client by the clock of the test, and counts the commands without a response. A test that
 * advances the clock only when there are none does not depend on how fast the machine is.
 */
import type { Redis } from 'ioredis';
import { type Clock, sleep } from '../src/platform/clock.ts';

export interface PacedRedis {
  /** Delays each command, and then its response. */
  delayMs: number;
  /** The number of commands that were sent and have no response yet. */
  inFlight: number;
}

export function paceRedis(redis: Redis, clock: Clock): PacedRedis {
  const paced: PacedRedis = { delayMs: 0, inFlight: 0 };
  const send = redis.sendCommand.bind(redis);
  const delay = async () => {
    if (paced.delayMs > 0) await sleep(clock, paced.delayMs);
  };
  redis.sendCommand = async (...command) => {
    await delay();
    paced.inFlight += 1;
    try {
      return await send(...command);
    } finally {
      paced.inFlight -= 1;
      await delay();
    }
  };
  return paced;
}
