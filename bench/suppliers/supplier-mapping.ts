/**
 * Measures the CPU time that adapters take to parse, map and price a search response, compared with `JSON.parse` alone.
 */
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { comparableOffer } from '../../server/src/booking/offers/comparable-offer.ts';
import type { SearchResult } from '../../server/src/booking/port/supplier.ts';
import { printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { grouped, median, ratios, withSpread } from '../measure/statistics.ts';
import { hotelbedsCases } from './hotelbeds.ts';
import { liteApiCases } from './liteapi.ts';
import type { MappingCase } from './mapping-case.ts';
import { rapidCases } from './rapid.ts';

const ROUNDS = 15;
const REPEATS = 10;
const WARM_UPS = 5;
const TARGET = 3;
const CASES: readonly MappingCase[] = [...liteApiCases(), ...hotelbedsCases(), ...rapidCases()];

let checksum = 0;

/** Milliseconds of CPU for one run. */
async function measure(run: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < REPEATS; i++) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / REPEATS;
}

function priceAll(hotels: SearchResult['hotels']): void {
  for (const { hotelId, offers } of hotels) {
    const pricing = {
      provider: 'bench',
      hotelId,
      timeZone: 'Europe/Madrid',
      checkIn: '2027-05-14',
      nights: nightsBetween('2027-05-14', '2027-05-17'),
      fetchedAtMs: 0,
    };
    for (const offer of offers) checksum += comparableOffer(offer, pricing, null).costMinor;
  }
}

const rows: string[][] = [];
const aims: Parameters<typeof printAims>[0][number][] = [];
for (const { name, text, map } of CASES) {
  const parse = () =>
    measure(async () => {
      checksum += Object.keys(JSON.parse(text)).length;
    });
  const mapped = () =>
    measure(async () => {
      checksum += (await map()).length;
    });
  const priced = () => measure(async () => priceAll(await map()));
  for (let i = 0; i < WARM_UPS; i++) {
    await parse();
    await priced();
  }
  const figures = { parse: [] as number[], mapped: [] as number[], priced: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    figures.parse.push(await parse());
    figures.mapped.push(await mapped());
    figures.priced.push(await priced());
  }
  const offers = (await map()).reduce((sum, hotel) => sum + hotel.offers.length, 0);
  const ratio = ratios(figures.priced, figures.parse);
  rows.push([
    name,
    grouped(text.length / 1_000),
    grouped(offers),
    withSpread(figures.parse, 1),
    withSpread(ratios(figures.mapped, figures.parse), 2),
    withSpread(ratio, 2),
  ]);
  aims.push({
    what: `${name}: parse, map and price`,
    target: `at most ${TARGET} × JSON.parse`,
    figure: `${median(ratio).toFixed(2)} ×`,
    reached: median(ratio) <= TARGET,
  });
}

printTitle("Processing suppliers' responses");
printText(
  'Each response belongs to one search for 100 hotels. The adapter parses it, checks the environment, maps every ' +
    'rate and keeps the cheapest of each product. The search then compares the prices. Times are relative to ' +
    `\`JSON.parse\` of the same text. Figures are medians of ${ROUNDS} rounds (minimum–maximum). The checksum of the ` +
    `results is ${checksum % 1_000}.`,
);
printTable(
  ['response', 'kB', 'offers', 'JSON.parse, ms CPU', 'parse and map, ×', 'parse, map and price, ×'],
  rows,
);
printAims(aims);
