import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { SPAIN, writePlaces } from '../../../../../test/catalogue-builder.ts';
import { runSerai } from '../../../../../test/cli.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { databaseProxy } from '../../../../../test/database-proxy.ts';
import { ManualClock } from '../../../../../test/manual-clock.ts';
import { toMoney } from '../../../../platform/money/minor-units.ts';
import { offerNetMinor, type SuppliedOffer } from '../../../port/supplied-offer.ts';
import type { SoldHotel } from '../../../port/supplier.ts';
import { SupplierClient } from '../../conformance/supplier-client.ts';
import { createOwnInventory } from '../create-own-inventory.ts';

const root = join(import.meta.dirname, '../../../../../..');
const docs = join(root, 'docs');
const guide = readFileSync(join(docs, 'guides/operator/own-inventory.md'), 'utf8');
const block = (language: string) =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? '';
const sample = (name: string) => readFileSync(join(docs, 'guides/samples', name), 'utf8');

const folder = mkdtempSync(join(tmpdir(), 'serai-own-'));
const database = await testDatabase();
await writePlaces(database.db, SPAIN);
const { proxy, address } = await databaseProxy(database);
const env = { DATABASE_URL: (address as { url: string }).url };
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await proxy.close();
  await database.drop();
});

const HOTEL: SoldHotel = {
  hotelId: 'htl_casa_luna',
  countryCode: 'ES',
  timeZone: 'Europe/Madrid',
  rooms: [{ roomCode: 'DBL', maxTotal: 4, maxAdults: 2, maxChildren: 2 }],
};

it('the own-inventory guide shows the contents of the sample files', () => {
  expect(sample('inventory.jsonl')).toBe(block('jsonl'));
  expect(sample('inventory.csv')).toBe(block('csv'));
});

it('the commands in the own-inventory guide work, and the last command changes nothing', async () => {
  const outs: string[] = [];
  for (const command of block('sh').trimEnd().split('\n')) {
    const argv = command
      .split(' ')
      .slice(2)
      .map(word =>
        word.replace(/^docs\//, `${docs}/`).replace(/^inventory\.jsonl$/, join(folder, 'inventory.jsonl')),
      );
    const { code, out, err } = await runSerai(argv, { env });
    expect([command, code, err]).toEqual([command, 0, '']);
    outs.push(out);
  }
  expect(outs[1]).toMatch(
    /^Dry run: nothing was written\. The import would result in:\nProperties: 1 created/,
  );
  expect(outs[2]).toBe(
    'Imported.\nProperties: 1 created, 0 changed, 0 unchanged.\nAllotments (nights per room type): 30 created, 0 changed.\nRates (nights per rate plan and room type): 30 created, 34 changed.\n',
  );
  expect(outs.at(-1)).toBe('Nothing changed: the inventory already has this data.\n');
});

function rowOf(offer: SuppliedOffer): string {
  const amount = (minor: number) => toMoney(minor, 'EUR').amount;
  const charge = (code: string) => amount(offer.charges.find(one => one.code === code)?.amountMinor ?? 0);
  if (offer.policy.kind !== 'KNOWN') return 'unknown terms';
  const [penalty] = offer.policy.penalties;
  const start = penalty?.from.kind === 'LOCAL' ? `from ${penalty.from.at}` : 'always';
  const cells = [
    offer.rateKey.split('~')[0],
    ...(offer.rooms[0]?.nightlyMinor ?? []).map(amount),
    amount(offerNetMinor(offer)),
    charge('VAT'),
    charge('CITY_TAX'),
    `${amount(penalty?.penaltyMinor ?? 0)} ${start}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

it('the example in the own-inventory guide shows the calculated prices', async () => {
  const clock = new ManualClock(Date.UTC(2027, 4, 1));
  const supplier = createOwnInventory({ db: database.db, clock, environment: 'sandbox', kind: 'TEST' });
  const client = new SupplierClient(supplier, clock);
  const family = [{ adults: 2, childAges: [7, 1] }];
  const offers = await client.offers(
    { checkIn: '2027-06-03', checkOut: '2027-06-06', occupancies: family },
    HOTEL,
  );
  expect(offers.map(rowOf)).toEqual([...guide.matchAll(/^\| (?:FLEX|SAVER|HALF) .*$/gm)].map(([row]) => row));
  const short = { checkIn: '2027-06-04', checkOut: '2027-06-05', occupancies: family };
  expect(await supplier.search(client.call(), client.searchRequest(short, HOTEL))).toEqual({
    kind: 'OK',
    value: { hotels: [], unavailable: [{ hotelId: HOTEL.hotelId, reason: 'MINIMUM_STAY' }] },
  });
});
