import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runSerai } from '../../../test/cli.ts';
import { testDatabase } from '../../../test/database.ts';
import { databaseProxy } from '../../../test/database-proxy.ts';

const database = await testDatabase({ empty: true });
const proxied = await databaseProxy(database);
const proxy = proxied.proxy;
const env = { DATABASE_URL: (proxied.address as { url: string }).url };
afterAll(async () => {
  await proxy.close();
  await database.drop();
});

describe('migrate', () => {
  it('migrate lists pending migrations, applies them once and then has nothing to do', async () => {
    const dry = await runSerai(['migrate', '--dry-run'], { env });
    expect(dry).toMatchObject({ code: 0 });
    expect(dry.out).toContain('Pending migrations:\n  0001 keys\n');
    const again = JSON.parse((await runSerai(['migrate', '--dry-run', '--json'], { env })).out);

    const { applied } = JSON.parse((await runSerai(['migrate', '--json'], { env })).out);
    expect(applied).toEqual(again.pending);
    expect((await runSerai(['migrate'], { env })).out).toBe('The database is up to date.\n');
  });

  it('migrate does not create a database for a dry run', async () => {
    const dataDir = join(mkdtempSync(join(tmpdir(), 'serai-cli-')), 'data');
    const { code, out } = await runSerai(['migrate', '--dry-run'], { env: { SERAI_DATA_DIR: dataDir } });
    expect(code).toBe(0);
    expect(out).toContain('0001 keys');
    expect(existsSync(dataDir)).toBe(false);
  });

  it('migrate reports that the database server is unreachable', async () => {
    const { code, err } = await runSerai(['migrate'], {
      env: { DATABASE_URL: 'postgres://u@127.0.0.1:1/d' },
    });
    expect(code).toBe(3);
    expect(err).toContain('The database cannot be reached');
  });
});
