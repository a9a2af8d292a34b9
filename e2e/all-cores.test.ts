import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgresServer } from '../server/test/postgres-server.ts';
import { startRedis } from '../server/test/redis.ts';
import { boards, operate } from './call.ts';
import {
  clearAway,
  failToStart,
  newFolder,
  type Serai,
  serai,
  settings,
  startSerai,
  untilWorkersAreReady,
} from './serai-process.ts';

const CORES = availableParallelism();
const [postgres, redis] = await Promise.all([startPostgresServer(), startRedis()]);

let dataDir: string;
let service: Serai;
beforeAll(async () => {
  dataDir = join(await newFolder('cores'), 'data');
});
afterAll(async () => {
  await clearAway();
  await redis?.stop();
  await postgres?.stop();
});

/** The numbers of the workers that have written to the log. */
function loggedWorkers(): Set<string> {
  return new Set(service.err().match(/"worker":\d+/g));
}

test.runIf(CORES > 1)(
  'the service uses every core by default, and counts rate limits across all of them',
  async () => {
    service = await startSerai({ dataDir, env: { SERAI_PROCESSES: '' } });
    await untilWorkersAreReady(service, CORES - 1);
    expect(loggedWorkers().size).toBe(CORES - 1);
    const limits = { perMinute: 30, perHour: 1_000, perDay: 1_000 };
    const input = { name: 'Limited', environment: 'sandbox', scopes: ['content:read'], limits };
    const { secret } = await operate(service, 'keys/create', input);
    const answers = await Promise.all(Array.from({ length: 90 }, () => boards(service.interfaceUrl, secret)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(60);
  },
);

test('a second service on the same port does not start, although the threads of the first one share the port', async () => {
  const { port } = new URL(service.interfaceUrl);
  const other = join(await newFolder('cores'), 'data');
  const failed = await failToStart({ dataDir: other, env: { SERAI_PORT: port, SERAI_PROCESSES: '2' } });
  expect(failed.code).not.toBe(0);
  expect(failed.err).toContain(`Port ${port} on 127.0.0.1 is already in use.`);
});

test('--processes 1 runs everything in one thread, whatever SERAI_PROCESSES says', async () => {
  expect(await service.stop()).toBe(0);
  service = await startSerai({ dataDir, args: ['--processes', '1'], env: { SERAI_PROCESSES: '2' } });
  await operate(service, 'system/status', {});
  expect(loggedWorkers().size).toBe(0);
  expect(await service.stop()).toBe(0);
});

test('a start uses all files that commands and an earlier start have compiled', async () => {
  const cache = { NODE_COMPILE_CACHE: await newFolder('compiled'), NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
  const start = async () => {
    const started = await startSerai({ dataDir, env: { ...cache, SERAI_PROCESSES: '2' } });
    await untilWorkersAreReady(started, 1);
    expect(await started.stop()).toBe(0);
    return `${started.out()}${started.err()}`;
  };
  // The service is not running, so this command fails, but its files are compiled.
  const { out, err } = await serai(settings(dataDir, cache), 'keys', 'list');
  expect(out + err).toContain('saving transpilation cache');
  expect(await start()).not.toContain('was rejected');
  const again = await start();
  expect(again.match(/cache for .* was accepted/g)?.length).toBeGreaterThan(1_000);
  expect(again).not.toContain('was rejected');
});

describe.skipIf(postgres === undefined || redis === undefined)(
  'two processes with two threads each (need a PostgreSQL server and Redis)',
  () => {
    test('four threads in two processes together admit no more than the rate limit of a key, and both processes stop cleanly', async () => {
      const env = {
        DATABASE_URL: postgres?.url,
        REDIS_URL: redis?.url,
        SERAI_MASTER_KEY: randomBytes(32).toString('base64'),
        SERAI_PROCESSES: '2',
        // A request that Redis does not decide in time is rejected instead of being counted by this thread alone.
        LIMITER_FAILURE: 'closed',
      };
      const folder = await newFolder('cores');
      const processes = [
        await startSerai({ dataDir: join(folder, 'a'), env }),
        await startSerai({ dataDir: join(folder, 'b'), env }),
      ];
      for (const each of processes) await untilWorkersAreReady(each, 1);
      const limits = { perMinute: 50, perHour: 1_000, perDay: 1_000 };
      const input = { name: 'Limited', environment: 'sandbox', scopes: ['content:read'], limits };
      const { secret } = await operate(processes[0] as Serai, 'keys/create', input);
      const sending = processes.flatMap(({ interfaceUrl }) =>
        Array.from({ length: 60 }, () => boards(interfaceUrl, secret)),
      );
      const answers = await Promise.all(sending);
      const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
      expect(count(200)).toBeLessThanOrEqual(50);
      expect(count(200) + count(503)).toBeGreaterThanOrEqual(50);
      expect(count(200) + count(429) + count(503)).toBe(120);
      expect(await Promise.all(processes.map(each => each.stop()))).toEqual([0, 0]);
    });
  },
);
