import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/database.ts';
import { type Database, openOwnerDatabase } from '../platform/database/connect.ts';
import { quietLog } from '../platform/database/database-log.ts';
import { applyMigrations } from '../platform/database/schema/migrate.ts';
import { readMigrations } from '../platform/database/schema/migration-files.ts';
import { MIGRATIONS } from '../start-database.ts';
import { restoreBackup } from './restore-backup.ts';
import { settleRestored } from './settle-restored.ts';
import { readSnapshotFacts } from './snapshot-store.ts';
import { verifyBackup } from './verify-backup.ts';
import { writeBackup } from './write-backup.ts';

const masterKey = Buffer.alloc(32, 7);
const onProgress = () => {};
const usual = { masterKey, withRequestLog: false, migrationsFolder: MIGRATIONS, onProgress };

let folder: string;
let path: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serai-backup-'));
  path = join(folder, 'a.backup');
  database = await testDatabase();
  const { ownerDb } = database;
  await ownerDb`INSERT INTO organisation (id, name) VALUES ('org_a', E'A\ttab\nline \\. "quotes" é'), ('org_b', 'B')`;
  // Incompressible data, so that there are several chunks.
  await ownerDb`
    INSERT INTO outbox_event (event_id, organisation_id, environment, type, at, data)
    SELECT 'evt_' || n, 'org_a', 'sandbox', 'booking.pending', now(),
      decode((SELECT string_agg(md5(n::text || m::text), '') FROM generate_series(1, 60) AS m), 'hex')
    FROM generate_series(1, 900) AS n`;
  await ownerDb`
    INSERT INTO job (id, kind, key, run_at, lease_until) VALUES ('job_1', 'k', 'a', 'infinity', now() + interval '1 hour')`;
  await ownerDb`SELECT ensure_request_log_day('2026-11-15')`;
  await ownerDb.script('CREATE TABLE of_somebody_else (id serial); INSERT INTO of_somebody_else VALUES (1)');
  await writeBackup(ownerDb, { ...usual, path });
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

function restore(owner: Database, from = path, key = masterKey) {
  return restoreBackup(owner, {
    path: from,
    masterKey: key,
    migrationsFolder: MIGRATIONS,
    onProgress,
    settle: async () => {},
  });
}

test('a restore brings back rows, triggers and row security, but no leases', async () => {
  const target = await testDatabase({ empty: true });
  try {
    await restore(target.ownerDb);
    const all = (db: Database) => db`SELECT event_id, data FROM outbox_event ORDER BY event_id`;
    expect(await all(target.ownerDb)).toEqual(await all(database.ownerDb));
    const names = (db: Database) => db`SELECT id, name FROM organisation ORDER BY id`;
    expect(await names(target.ownerDb)).toEqual(await names(database.ownerDb));
    expect(await target.ownerDb`SELECT lease_until, run_at < now() AS due FROM job`).toEqual([
      { lease_until: null, due: true },
    ]);
    const off =
      await target.ownerDb`SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'D'`;
    expect(off).toEqual([]);
    const schema = (db: Database) => db`
      SELECT relname, relrowsecurity, relforcerowsecurity, reltriggers FROM (
        SELECT relname, relrowsecurity, relforcerowsecurity,
          (SELECT count(*)::int FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgenabled = 'O') AS reltriggers
        FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
          AND relname <> 'of_somebody_else') AS t
      ORDER BY relname`;
    expect(await schema(target.ownerDb)).toEqual(await schema(database.ownerDb));
    await expect(restore(target.ownerDb)).rejects.toThrow('The database is not empty');
  } finally {
    await target.drop();
  }
});

test('a backup is readable only by its owner and identifies the master key without containing it', async () => {
  const { mode } = await stat(path);
  expect(mode & 0o777).toBe(0o600);
  const bytes = await readFile(path);
  expect(bytes.includes('quotes')).toBe(false);
  expect(bytes.includes(masterKey)).toBe(false);
  await expect(verifyBackup(path, Buffer.alloc(32, 8), onProgress)).rejects.toThrow(
    /written with another master key \([0-9a-f]{10}\)\. The current one is [0-9a-f]{10}/,
  );
});

/** Returns the bounds of each chunk, including the length in front of it. */
function chunksOf(file: Buffer): { from: number; to: number }[] {
  const chunks: { from: number; to: number }[] = [];
  for (let at = file.indexOf('\n') + 1; at < file.length; ) {
    const to = at + 4 + (file.readUInt32BE(at) & 0x7fff_ffff);
    chunks.push({ from: at, to });
    at = to;
  }
  return chunks;
}

test('a damaged backup file is rejected, and nothing is restored', async () => {
  const file = await readFile(path);
  const chunks = chunksOf(file);
  expect(chunks.length).toBeGreaterThan(3);
  const cut = (from: number, to: number) => file.subarray(from, to);
  const head = cut(0, chunks[0]?.from ?? 0);
  const [first, second, ...rest] = chunks.map(({ from, to }) => cut(from, to)) as [
    Buffer,
    Buffer,
    ...Buffer[],
  ];
  const flipped = chunks.flatMap(({ from, to }) =>
    [from + 3, to - 1].map(at => {
      const copy = Buffer.from(file);
      copy[at] = (copy[at] as number) ^ 1;
      return copy;
    }),
  );
  const last = rest.pop() as Buffer;
  const asLast = Buffer.from(first);
  asLast.writeUInt32BE((asLast.readUInt32BE() + 0x8000_0000) >>> 0);
  const salt = Buffer.from(file.toString('latin1').replace(/"salt":"./, '"salt":"-'), 'latin1');
  const spoiled = [
    ...flipped,
    Buffer.concat([head, second, first, ...rest, last]),
    Buffer.concat([head, second, ...rest, last]),
    Buffer.concat([head, first, first, second, ...rest, last]),
    Buffer.concat([head, first, second, ...rest]),
    Buffer.concat([head, asLast]),
    Buffer.concat([file, last]),
    Buffer.concat([file, Buffer.from('x')]),
    cut(0, file.length - 1),
    cut(0, head.length),
    salt,
  ];
  const copy = join(folder, 'spoiled.backup');
  for (const bytes of spoiled) {
    await writeFile(copy, bytes);
    await expect(verifyBackup(copy, masterKey, onProgress)).rejects.toThrow('is damaged');
  }
  await writeFile(copy, flipped.at(-1) as Buffer);
  const target = await testDatabase({ empty: true });
  try {
    await expect(restore(target.ownerDb, copy)).rejects.toThrow('is damaged');
    expect(
      await target.ownerDb`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
    ).toEqual([]);
  } finally {
    await target.drop();
  }
  await writeFile(copy, 'something else\n');
  await expect(verifyBackup(copy, masterKey, onProgress)).rejects.toThrow('is not a Serai backup');
  await truncate(copy, 0);
  await expect(verifyBackup(copy, masterKey, onProgress)).rejects.toThrow('is not a Serai backup');
});

test('a backup that is aborted or fails leaves no file', async () => {
  const stop = new AbortController();
  const broken = writeBackup(database.ownerDb, {
    ...usual,
    path: join(folder, 'b.backup'),
    onProgress: ({ done }) => {
      if (done > 100) stop.abort();
    },
    signal: stop.signal,
  });
  await expect(broken).rejects.toThrow('aborted');
  const nowhere = join(folder, 'no', 'b.backup');
  await expect(writeBackup(database.ownerDb, { ...usual, path: nowhere })).rejects.toThrow(
    'could not be written',
  );
  expect((await readdir(folder)).toSorted()).toEqual(['a.backup', 'spoiled.backup']);
});

test('a backup is a consistent snapshot while other transactions write', async () => {
  const { ownerDb } = database;
  const busy = join(folder, 'busy.backup');
  let written = 0;
  let writing = Promise.resolve();
  await writeBackup(ownerDb, {
    ...usual,
    path: busy,
    withRequestLog: true,
    onProgress: () => {
      if (written++ > 50) return;
      // Adds organisations while the backup is written. The snapshot must not contain them.
      writing = writing.then(async () => {
        await ownerDb.transaction(async tx => {
          await tx`INSERT INTO organisation (id, name) VALUES (${`org_n${written}_${Math.floor(performance.now() * 1e3)}`}, 'N')`;
        });
      });
    },
  });
  await writing;
  const target = await testDatabase({ empty: true });
  try {
    await restore(target.ownerDb, busy);
    expect(await target.ownerDb`SELECT id FROM organisation ORDER BY id`).toEqual([
      { id: 'org_a' },
      { id: 'org_b' },
    ]);
    const days = await target.ownerDb`SELECT relname FROM pg_class WHERE relname ~ '^request_log_2026'`;
    expect(days.length).toBeGreaterThan(0);
  } finally {
    await target.drop();
  }
});

test('a backup detects that row security would hide rows from its user, and accepts any user on a schema without row security', async () => {
  const before = await testDatabase({ empty: true });
  const undo = new Error('undone');
  const role = `serai_test_${randomBytes(4).toString('hex')}`;
  const isBlind = async (owner: Database) => {
    let found: boolean | undefined;
    const look = owner.transaction(async tx => {
      await tx.script(`CREATE ROLE ${role}; SET LOCAL ROLE ${role}`);
      found = (await readSnapshotFacts(tx)).isBlind;
      throw undo;
    });
    await expect(look).rejects.toBe(undo);
    return found;
  };
  try {
    const migrations = (await readMigrations(MIGRATIONS)).filter(({ number }) => number < 29);
    await before.ownerDb.transaction(tx => applyMigrations(tx, migrations));
    expect(await isBlind(before.ownerDb)).toBe(false);
    expect(await isBlind(database.ownerDb)).toBe(true);
  } finally {
    await before.drop();
  }
});

test('if a backup is taken during a recovery, restoring it starts a recovery that compares from the same time as the first', async () => {
  const { ownerDb } = database;
  const lost = new Date('2026-01-05T00:00:00Z');
  await ownerDb`INSERT INTO recovery (recovery_id, backup_at, started_at) VALUES ('rcv_1', ${lost}, now())`;
  const second = join(folder, 'second.backup');
  await writeBackup(ownerDb, { ...usual, path: second });
  await ownerDb`DELETE FROM recovery`;
  const target = await testDatabase({ empty: true });
  try {
    await restoreBackup(target.ownerDb, {
      ...usual,
      path: second,
      async settle(tx, manifest) {
        await settleRestored(tx, manifest, { masterKey, erasureFile: join(folder, 'none') });
      },
    });
    expect(await target.ownerDb`SELECT backup_at FROM recovery`).toEqual([{ backup_at: lost }]);
  } finally {
    await target.drop();
  }
});

test('a restore produces the same rows on a server with other date and byte formats', async () => {
  const target = await testDatabase({ empty: true });
  const [{ name } = { name: '' }] = await target.ownerDb<
    { name: string }[]
  >`SELECT current_database() AS name`;
  await target.ownerDb.script(`ALTER DATABASE ${name} SET bytea_output = 'escape';
    ALTER DATABASE ${name} SET datestyle = 'SQL, DMY'; ALTER DATABASE ${name} SET extra_float_digits = 0`);
  const owner = openOwnerDatabase({ address: target.address, log: quietLog, max: 1, statementTimeoutMs: 0 });
  try {
    expect(await owner`SHOW bytea_output`).toEqual([{ bytea_output: 'escape' }]);
    await restore(owner);
  } finally {
    await owner.close();
    await target.drop();
  }
});
