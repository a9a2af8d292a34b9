import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { importRates } from './import-rates.ts';
import { Rates } from './rates.ts';

const MONDAY = '2026-06-29T00:00:00.000Z';
const TUESDAY = '2026-06-30T00:00:00.000Z';
const folder = mkdtempSync(join(tmpdir(), 'serai-rates-'));
const file = join(folder, 'rates.csv');

const database = await testDatabase();
const rates = new Rates({ db: database.db, clock: systemClock, log: createLog('silent') });
afterAll(() => database.drop());
beforeEach(() => database.db`DELETE FROM exchange_rate`);

async function load(lines: readonly string[], asOf = MONDAY, dryRun = false) {
  const problems: string[] = [];
  writeFileSync(file, ['base,currency,rate', ...lines, ''].join('\n'));
  const onProblem = (text: string) => problems.push(text.replace(file, 'rates.csv'));
  const summary = await importRates(database.db, file, { asOf, dryRun, onProblem });
  await rates.follow();
  return { ...summary, texts: problems };
}

it('production has no rates until a table is imported, while the sandbox always has rates', async () => {
  await rates.follow();
  expect(rates.find('production', 'EUR', 'USD')).toBeUndefined();
  expect(rates.find('sandbox', 'EUR', 'USD')).toEqual({ rate: '1.1745', asOfMs: Date.UTC(2026, 0, 1) });
  await load(['EUR,USD,1.5']);
  expect(rates.find('production', 'EUR', 'USD')).toEqual({ rate: '1.5', asOfMs: Date.parse(MONDAY) });
  expect(rates.find('sandbox', 'EUR', 'USD')?.rate).toBe('1.1745');
});

it('production rates come only from the newest table', async () => {
  await load(['EUR,USD,1.5', 'EUR,GBP,0.8']);
  expect((await load(['EUR,USD,1.6'], TUESDAY)).newer).toBeNull();
  expect(rates.find('production', 'USD', 'EUR')).toEqual({ rate: '0.625', asOfMs: Date.parse(TUESDAY) });
  expect(rates.find('production', 'EUR', 'GBP')).toBeUndefined();
  expect((await load(['EUR,USD,1.7'])).newer).toBe(TUESDAY);
  expect(rates.find('production', 'EUR', 'USD')?.rate).toBe('1.6');
});

it('an import with the same timestamp replaces the production rates, and an identical import changes nothing', async () => {
  const lines = ['EUR,USD,1.500000000001', 'EUR,JPY,160.0', 'EUR,GBP,0.8'];
  expect(await load(lines)).toMatchObject({ created: 3, unchanged: 0, isWritten: true });
  expect(await load(lines)).toMatchObject({ created: 0, changed: 0, unchanged: 3, removed: 0 });
  expect(await load(['EUR,USD,1.500000000001', 'EUR,JPY,161'])).toMatchObject({
    created: 0,
    changed: 1,
    unchanged: 1,
    removed: 1,
  });
  expect(rates.find('production', 'EUR', 'USD')?.rate).toBe('1.500000000001');
  expect(rates.find('production', 'EUR', 'JPY')?.rate).toBe('161');
  expect(rates.find('production', 'EUR', 'GBP')).toBeUndefined();
});

it('a dry run of a rates import does not change the rates', async () => {
  expect(await load(['EUR,USD,1.5'], MONDAY, true)).toMatchObject({ created: 1, isWritten: false });
  expect(rates.find('production', 'EUR', 'USD')).toBeUndefined();
});

it('a rates file with invalid lines is not imported, and every invalid line is reported', async () => {
  const { texts, isWritten, problems } = await load([
    'EUR,USD,1.5',
    'EUR,USD',
    'EUR,EURO,1',
    'GBP,JPY,2',
    'EUR,EUR,1',
    'EUR,JPY,0.0',
    'EUR,CHF,-1',
    'EUR,SEK,"11,2"',
    'EUR,NOK,1.0000000000001',
    'EUR,USD,1.6',
    '',
    'EUR, DKK , 7.46 ',
  ]);
  expect(isWritten).toBe(false);
  expect(problems).toBe(texts.length);
  expect(texts.map(text => Number(text.split(':')[1]))).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(texts[1]).toBe(
    'rates.csv:4: "EURO" is not a currency. Use an ISO 4217 code in capital letters, such as EUR or USD.',
  );
  expect(texts.at(-1)).toBe('rates.csv:11: USD is already on line 2.');
  expect(rates.find('production', 'EUR', 'USD')).toBeUndefined();
});

it('a rates file must have the header line and at least one rate', async () => {
  writeFileSync(file, 'EUR,USD,1.5\n');
  const problems: string[] = [];
  const options = { asOf: MONDAY, dryRun: false, onProblem: (text: string) => problems.push(text) };
  await importRates(database.db, file, options);
  expect(problems).toEqual([`${file}:1: The first line must be base,currency,rate.`]);
  await expect(load([])).rejects.toThrow('the file contains no rates');
});

it.each([
  ['commas', ','],
  ['semicolons', ';'],
  ['tabs', '\t'],
])(
  'a rates file may use %s as separators, and may contain quotes, a byte order mark and CRLF line endings',
  async (_, sign) => {
    const rows = [
      ['base', 'currency', 'rate'],
      ['"EUR"', 'USD', '"1.5"'],
    ];
    writeFileSync(file, `\uFEFF${rows.map(cells => cells.join(sign)).join('\r\n')}\r\n`);
    const onProblem = (text: string) => expect.fail(text);
    const options = { asOf: MONDAY, dryRun: false, onProblem };
    expect(await importRates(database.db, file, options)).toMatchObject({ created: 1, isWritten: true });
  },
);
