import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boards, post } from './call.ts';
import { until } from './child-process.ts';
import {
  clearAway,
  databasePid,
  isReady,
  newFolder,
  processesIn,
  type Serai,
  serai,
  startSerai,
  untilNothingRunsIn,
} from './serai-process.ts';

const HEALED_WITHIN_MS = 20_000;

let folder: string;
let dataDir: string;
let service: Serai;
/** All keys whose creation was acknowledged. */
const keys: string[] = [];

beforeAll(async () => {
  folder = await newFolder('crash');
  dataDir = join(folder, 'data');
  service = await startSerai({ dataDir });
  keys.push(service.key ?? '');
});
afterAll(clearAway);

async function createKey(name: string): Promise<void> {
  const created = await serai(service.env, 'keys', 'create', '--name', name, '--all-scopes', '--json');
  expect(created.code).toBe(0);
  keys.push(JSON.parse(created.out).secret);
}

async function expectEveryKey(): Promise<void> {
  for (const key of keys) expect((await boards(service.interfaceUrl, key)).status).toBe(200);
}

test('when the service is killed, its database stops as well, and no created key is lost', async () => {
  await createKey('before the first kill');
  await service.kill();
  await untilNothingRunsIn(folder);
  service = await startSerai({ dataDir });
  await expectEveryKey();
});

test('when the service and its database are killed, every created key is recovered at the next start, and the recovery is reported', async () => {
  const database = await databasePid(dataDir);
  await createKey('before the second kill');
  process.kill(database, 'SIGKILL');
  await service.kill();
  service = await startSerai({ dataDir });
  await expectEveryKey();
  await until(
    () => service.err().includes('The database has recovered'),
    5_000,
    () => `it did not say so:\n${service.err()}`,
  );
});

test('the next start stops a database that was left running when the service died', async () => {
  const database = await databasePid(dataDir);
  await createKey('before the third kill');
  // A suspended process does not notice that the service has ended.
  process.kill(database, 'SIGSTOP');
  await service.kill();
  expect(processesIn(folder)).toContain(database);
  const starting = startSerai({ dataDir });
  process.kill(database, 'SIGCONT');
  service = await starting;
  expect(await databasePid(dataDir)).not.toBe(database);
  await expectEveryKey();
});

test('when only the database is killed, cached keys keep working, the operator API never returns 500, and the service recovers automatically', async () => {
  await createKey('before the fourth kill');
  await expectEveryKey();
  const statuses: number[] = [];
  const others: number[] = [];
  const isHealed = async () =>
    (await isReady(service.interfaceUrl)) && (await serai(service.env, 'keys', 'list')).code === 0;
  process.kill(await databasePid(dataDir), 'SIGKILL');
  await until(
    async () => {
      for (const key of keys) statuses.push((await boards(service.interfaceUrl, key)).status);
      others.push((await post(`${service.dashboardUrl}/api/v1/keys/list`)).status);
      return isHealed();
    },
    HEALED_WITHIN_MS,
    () => `it does not heal:\n${service.err()}`,
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(others.filter(status => status !== 401 && status !== 503)).toEqual([]);
  expect(service.err()).toContain('the embedded database stopped unexpectedly');
  await createKey('after it healed');
  await expectEveryKey();
});

test('the service shuts down gracefully after crashes and leaves no process running', async () => {
  expect(await service.stop()).toBe(0);
  await untilNothingRunsIn(folder);
});
