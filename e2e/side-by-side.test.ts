import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boards } from './call.ts';
import {
  clearAway,
  failToStart,
  newFolder,
  type Serai,
  serai,
  settings,
  startSerai,
  untilNothingRunsIn,
} from './serai-process.ts';

let folder: string;
let one: Serai;
let other: Serai;
beforeAll(async () => {
  folder = await newFolder('side');
  [one, other] = await Promise.all([
    startSerai({ dataDir: join(folder, 'one') }),
    startSerai({ dataDir: join(folder, 'other') }),
  ]);
});
afterAll(clearAway);

test('two installations with separate folders and ports run side by side and do not share keys', async () => {
  expect((await boards(one.interfaceUrl, one.key ?? '')).status).toBe(200);
  expect((await boards(other.interfaceUrl, other.key ?? '')).status).toBe(200);
  expect((await boards(other.interfaceUrl, one.key ?? '')).status).toBe(401);
});

test('a second start on the same folder fails with an error that names the running process, and does not disturb that process', async () => {
  const { code, err, out } = await failToStart({ dataDir: one.dataDir });
  expect(code).toBe(1);
  expect(err).toContain(`used by another Serai process (process ${one.child.pid})`);
  expect(err).toContain('SERAI_DATA_DIR');
  expect(out + err).not.toMatch(/^ +at /m);
  expect((await boards(one.interfaceUrl, one.key ?? '')).status).toBe(200);
});

test('a manual migration is rejected while the service is running and does not disturb it', async () => {
  const { code, err } = await serai(one.env, 'migrate');
  expect(code).toBe(1);
  expect(err).toContain(`process ${one.child.pid}`);
  expect((await boards(one.interfaceUrl, one.key ?? '')).status).toBe(200);
});

test('a port in use is reported with its setting and a fix before anything is created', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  for (const setting of ['SERAI_PORT', 'SERAI_DASHBOARD_PORT']) {
    const dataDir = join(folder, 'never-made');
    const { code, err } = await failToStart({ dataDir, env: { [setting]: String(port) } });
    expect(code).toBe(1);
    expect(err).toContain(`Port ${port} on 127.0.0.1 is already in use`);
    const suggested = new RegExp(`${setting}=(\\d+)`).exec(err)?.[1];
    expect(Number(suggested)).toBeGreaterThan(0);
    expect(Number(suggested)).toBeLessThanOrEqual(65_535);
    expect(err).not.toMatch(/^ +at /m);
    expect(existsSync(dataDir)).toBe(false);
  }
  taken.close();
});

test('at startup, Serai reports the data folder that it cannot create', async () => {
  await writeFile(join(folder, 'a-file'), '');
  const { code, err } = await failToStart({ dataDir: join(folder, 'a-file', 'data') });
  expect(code).toBe(1);
  expect(err).toContain(join(folder, 'a-file', 'data'));
  expect(err).toContain('SERAI_DATA_DIR');
  expect(err).not.toMatch(/^ +at /m);
});

test('at startup, Serai reports all invalid settings together before anything is created', async () => {
  const dataDir = join(folder, 'never-made');
  const { code, err } = await failToStart({
    dataDir,
    env: { SERAI_PORT: 'eighty', SERAI_LOG_LEVEL: 'loud', DATABASE_URL: 'nonsense' },
  });
  expect(code).toBe(1);
  for (const name of ['SERAI_PORT', 'SERAI_LOG_LEVEL', 'DATABASE_URL']) expect(err).toContain(name);
  expect(existsSync(dataDir)).toBe(false);
});

test('at startup, Serai reports an unreachable database server without showing the password', async () => {
  const dataDir = join(folder, 'remote');
  await mkdir(dataDir);
  const url = 'postgres://serai:geheim@127.0.0.1:1/serai';
  const { code, err } = await failToStart({ dataDir, env: { DATABASE_URL: url } });
  expect(code).toBe(1);
  expect(err).toContain('127.0.0.1:1');
  expect(err).toContain('DATABASE_URL');
  expect(err).not.toContain('geheim');
  expect(err).not.toMatch(/^ +at /m);
  expect(await readdir(dataDir)).toEqual([]);
});

test('a migration that is run after the service has stopped finds nothing to do and leaves no process running', async () => {
  expect(await one.stop()).toBe(0);
  const { code, out } = await serai(settings(one.dataDir), 'migrate');
  expect([code, out]).toEqual([0, 'The database is up to date.\n']);
  await untilNothingRunsIn(one.dataDir);
});

test('stopping one installation does not affect the other', async () => {
  expect((await boards(other.interfaceUrl, other.key ?? '')).status).toBe(200);
  expect(await other.stop()).toBe(0);
  await untilNothingRunsIn(folder);
});
