import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sleep, systemClock } from '../src/platform/clock.ts';
import { type RedisForTest, startRedis } from './redis.ts';

let redis: RedisForTest | undefined;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis?.stop());

async function ask(port: number, command: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write(`${command}\r\n`);
    const [answer] = await once(socket, 'data');
    return String(answer).trim();
  } finally {
    socket.destroy();
  }
}

test('the Redis server of the tests can be paused, resumed, killed and restarted empty on the same port', async context => {
  if (redis === undefined) return context.skip('no Redis can be had here');
  const { port } = redis;
  expect(await ask(port, 'SET a 1')).toBe('+OK');

  redis.pause();
  const late = ask(port, 'GET a');
  const first = await Promise.race([late, sleep(systemClock, 200).then(() => 'silent')]);
  expect(first).toBe('silent');
  redis.resume();
  expect(await late).toContain('1');

  await redis.kill();
  await expect(ask(port, 'PING')).rejects.toThrow('ECONNREFUSED');
  await redis.restart();
  expect(await ask(port, 'EXISTS a')).toBe(':0');
});
