import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boards, operate } from './call.ts';
import {
  clearAway,
  failToStart,
  newFolder,
  type Serai,
  startSerai,
  untilWorkersAreReady,
} from './serai-process.ts';

const CORES = availableParallelism();

let dataDir: string;
let service: Serai;
beforeAll(async () => {
  dataDir = join(await newFolder('cores'), 'data');
});
afterAll(clearAway);

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
