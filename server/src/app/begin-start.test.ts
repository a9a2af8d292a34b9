import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded/start-embedded-postgres.ts';
import { createLog } from '../platform/log.ts';
import type { StartedDatabase } from '../start-database.ts';
import { type BegunStart, beginStart } from './begin-start.ts';

const log = createLog('silent');
let root: string;
/** The data folder of an installation that was stopped before its places were written. Each test gets a copy. */
let made: string;
let folder: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'serai-begin-'));
  made = join(root, 'made');
  const begun = beginStart('all', settingsFor(made), log);
  await begun.abandon();
});
afterAll(() => rm(root, { recursive: true }));
beforeEach(async () => {
  folder = join(await mkdtemp(join(root, 'test-')), 'data');
});

function settingsFor(dataDir: string, more: Record<string, string> = {}) {
  return readConfig({ SERAI_DATA_DIR: dataDir, SERAI_SEED: 'none', ...more }).settings;
}

async function takenDatabase({ openDatabase }: BegunStart): Promise<StartedDatabase> {
  const database = await openDatabase?.(settingsFor(folder), log);
  if (database === undefined) throw new Error('No database has been started.');
  onTestFinished(() => database.stop());
  return database;
}

describe('before the service is loaded', () => {
  it('starts and migrates the embedded database, which keeps running if the start has asked for it', async () => {
    cpSync(made, folder, { recursive: true });
    const begun = beginStart('all', settingsFor(folder), log);
    const { pool } = await takenDatabase(begun);
    await begun.abandon();
    const db = pool.asService('A test counts the bookings.');
    expect(await db`SELECT count(*)::int AS count FROM booking`).toEqual([{ count: 0 }]);
  });

  it('stops the embedded database if the start fails before it asks for it', async () => {
    cpSync(made, folder, { recursive: true });
    await beginStart('all', settingsFor(folder), log).abandon();
    const again = await startEmbeddedPostgres({ dataDir: folder, log });
    await again.stop();
    expect(again.recovered).toBe(false);
  });

  it('reports a failure of the embedded database when the start asks for it', async () => {
    cpSync(made, folder, { recursive: true });
    const other = await startEmbeddedPostgres({ dataDir: folder, log });
    onTestFinished(() => other.stop());
    const begun = beginStart('all', settingsFor(folder), log);
    await expect(takenDatabase(begun)).rejects.toThrow('is used by another Serai process');
  });

  it('computes places in a new installation', async () => {
    const begun = beginStart('all', settingsFor(folder, { SERAI_SEED: 'full' }), log);
    expect(begun.seedWork).toBeDefined();
    await begun.abandon();
  });

  it('computes no places in an existing installation', async () => {
    cpSync(made, folder, { recursive: true });
    const begun = beginStart('all', settingsFor(folder, { SERAI_SEED: 'full' }), log);
    expect(begun.seedWork).toBeUndefined();
    await begun.abandon();
  });

  it('begins nothing on a database server', () => {
    const settings = settingsFor(folder, { SERAI_SEED: 'full', DATABASE_URL: 'postgres://localhost/serai' });
    const begun = beginStart('all', settings, log);
    expect(begun.seedWork).toBeUndefined();
    expect(begun.openDatabase).toBeUndefined();
  });

  test.each([
    ['that can be guessed', { SERAI_OPERATOR_TOKEN: 'changeme' }, 'can be guessed'],
    ['that do not fit together', { DATABASE_READ_URLS: 'postgres://localhost/serai' }, 'has no replicas'],
  ])('rejects settings %s, and creates nothing', (_, more, message) => {
    expect(() => beginStart('all', settingsFor(folder, more), log)).toThrow(message);
    expect(existsSync(folder)).toBe(false);
  });
});
