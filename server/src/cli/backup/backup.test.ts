import { mkdirSync, writeFileSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSerai } from '../../../test/cli.ts';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { databaseProxy } from '../../../test/database-proxy.ts';

const KEY = Buffer.alloc(32, 9).toString('base64');

let folder: string;
let source: TestDatabase;
let target: TestDatabase;
let stops: (() => Promise<unknown>)[];
let sourceEnv: NodeJS.ProcessEnv;
let targetEnv: NodeJS.ProcessEnv;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serai-cli-backup-'));
  source = await testDatabase();
  target = await testDatabase({ empty: true });
  const [first, second] = [await databaseProxy(source), await databaseProxy(target)];
  stops = [() => first.proxy.close(), () => second.proxy.close()];
  const envOf = (address: unknown) => ({
    DATABASE_URL: (address as { url: string }).url,
    SERAI_MASTER_KEY: KEY,
    SERAI_DATA_DIR: join(folder, 'none'),
  });
  sourceEnv = envOf(first.address);
  targetEnv = envOf(second.address);
  await source.ownerDb`INSERT INTO organisation (id, name) VALUES ('org_a', 'A')`;
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await Promise.all([source.drop(), target.drop()]);
  await rm(folder, { recursive: true, force: true });
});

test('backup --keep deletes only older files that it wrote itself', async () => {
  const backups = join(folder, 'backups');
  mkdirSync(backups);
  for (const name of [
    'serai-2020-01-01T00-00-00Z.backup',
    'serai-2020-01-02T00-00-00Z.backup',
    'mine.backup',
  ]) {
    writeFileSync(join(backups, name), '');
  }
  const { code, out } = await runSerai(['backup', backups, '--keep', '2'], { env: sourceEnv });
  expect(code).toBe(0);
  expect(out).toContain('Deleted serai-2020-01-01T00-00-00Z.backup.');
  expect(out).toMatch(/opened only with the master key [0-9a-f]{10}\. The file contains neither this key/);
  const names = await readdir(backups);
  expect(names).toHaveLength(3);
  expect(names).toContain('mine.backup');
  expect((await runSerai(['backup', backups, '--keep', '0'], { env: sourceEnv })).code).toBe(2);
  const written = names.find(name => name > 'serai-2021') as string;
  await copyFile(join(backups, written), join(folder, 'a.backup'));
});

test.each(['restore', 'backup verify'])(
  '%s stops cleanly and writes nothing when it is interrupted',
  async words => {
    const argv = [...words.split(' '), join(folder, 'a.backup')];
    const { code, err } = await runSerai(argv, { env: targetEnv, signal: AbortSignal.abort() });
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('The command was interrupted. Nothing was written.'),
    ]);
    expect(
      await target.ownerDb`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
    ).toEqual([]);
  },
);

test('restore moves a database from a server into the embedded database and back', {
  timeout: 120_000,
}, async () => {
  const first = join(folder, 'a.backup');
  const dataDir = join(folder, 'data');
  const env = { SERAI_DATA_DIR: dataDir, SERAI_MASTER_KEY: KEY };
  const otherKey = await runSerai(['restore', first], {
    env: { ...env, SERAI_MASTER_KEY: Buffer.alloc(32, 1).toString('base64') },
  });
  expect(otherKey.code).toBe(1);
  expect(otherKey.err).toContain('was written with another master key');
  expect(await readdir(dataDir)).not.toContain('postgres');

  const restored = await runSerai(['restore', first], { env });
  expect([restored.code, restored.err]).toEqual([0, expect.not.stringContaining('unexpectedly')]);
  expect((await readdir(dataDir)).filter(name => name.includes('unfinished'))).toEqual([]);
  const again = await runSerai(['restore', first], { env });
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('already has a database')]);

  const second = join(folder, 'b.backup');
  expect(await runSerai(['backup', second], { env })).toMatchObject({ code: 0 });
  expect(await runSerai(['restore', second, '--json'], { env: targetEnv })).toMatchObject({ code: 0 });
  expect(await target.ownerDb`SELECT id, name FROM organisation`).toEqual([{ id: 'org_a', name: 'A' }]);
  const rejected = await runSerai(['restore', second], { env: targetEnv });
  expect([rejected.code, rejected.err]).toEqual([1, expect.stringContaining('The database is not empty')]);
});

test('recovery finish ends a recovery only with --yes', async () => {
  const run = (...words: string[]) => runSerai(['recovery', ...words], { env: targetEnv });
  expect(await run('status')).toMatchObject({
    code: 1,
    out: expect.stringContaining('No worker has started'),
  });
  expect(await run('begin', '--restored-to', '2026-11-15T03:00:00Z')).toMatchObject({ code: 1 });
  expect(await run('finish')).toMatchObject({ code: 1, out: expect.stringContaining('Nothing was changed') });
  expect(JSON.parse((await run('status', '--json')).out)).toMatchObject({ open: true, providers: [] });
  expect(await run('finish', '--yes')).toMatchObject({ code: 0 });
  expect(await run('status')).toMatchObject({ code: 0 });
  expect(await run('finish', '--yes')).toMatchObject({ code: 1 });
  expect(await run('begin')).toMatchObject({ code: 2 });
  expect(await run('begin', '--restored-to', '2999-01-01T00:00:00Z')).toMatchObject({ code: 2 });
  expect(await run('begin', '--restored-to', '2026-11-15T03:00:00Z')).toMatchObject({ code: 0 });
  expect(await run('status')).toMatchObject({ code: 1 });
});
