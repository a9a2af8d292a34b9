import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runSerai } from '../../../test/cli.ts';
import { testDatabase } from '../../../test/database.ts';
import { databaseProxy } from '../../../test/database-proxy.ts';
import { ManualClock } from '../../../test/manual-clock.ts';

const folder = mkdtempSync(join(tmpdir(), 'serai-rates-'));
const clock = new ManualClock(Date.parse('2026-07-02T10:00:00Z'));
const database = await testDatabase();
const proxied = await databaseProxy(database);
const proxy = proxied.proxy;
const env = { DATABASE_URL: (proxied.address as { url: string }).url };
afterAll(async () => {
  await proxy.close();
  await database.drop();
});

function fileOf(...lines: string[]): string {
  const file = join(folder, 'rates.csv');
  writeFileSync(file, `base,currency,rate\n${lines.join('\n')}\n`);
  return file;
}
const importRates = (...argv: string[]) => runSerai(['import', 'rates', ...argv], { env, clock });

it('import rates shows the changes in a dry run, imports them, and changes nothing the second time', async () => {
  const args = [fileOf('EUR,USD,1.2', 'EUR,GBP,0.9'), '--as-of', '2026-07-02'];
  expect(await importRates(...args, '--dry-run')).toMatchObject({
    code: 0,
    out: 'Dry run: nothing was written. The import would result in:\nRates: 2 created, 0 changed, 0 unchanged, 0 removed.\n',
  });
  expect((await importRates(...args)).out).toBe(
    'Imported.\nRates: 2 created, 0 changed, 0 unchanged, 0 removed.\n',
  );
  expect((await importRates(...args)).out).toBe('Nothing changed: these rates are already stored.\n');
  const older = await importRates(fileOf('EUR,USD,1.1'), '--as-of', '2026-07-01');
  expect(older.out).toContain('Newer rates stay in use: the rates of 2026-07-02 00:00 UTC (10 h ago).');
});

it('import rates names every invalid line and writes nothing', async () => {
  const problems = join(folder, 'problems.txt');
  const args = [fileOf('EUR,USD,x', 'EUR,GBP,0'), '--as-of', '2026-07-02', '--problems', problems];
  const { code, out, err } = await importRates(...args);
  expect([code, out]).toEqual([1, 'Nothing was written.\n']);
  expect(err).toMatch(/rates\.csv:2: [\s\S]*rates\.csv:3: [\s\S]*2 problems; all are in/);
  expect(readFileSync(problems, 'utf8').trimEnd().split('\n')).toHaveLength(2);
});

it('import rates requires the time of the rates, which must not be in the future', async () => {
  const file = fileOf('EUR,USD,1.2');
  expect(await importRates(file)).toMatchObject({
    code: 2,
    err: expect.stringContaining('--as-of is required'),
  });
  expect((await importRates(file, '--as-of', '2026-07-03')).err).toContain('must not be in the future');
  expect((await importRates(join(folder, 'none.csv'), '--as-of', '2026-07-02')).code).toBe(1);
});
