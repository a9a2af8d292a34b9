/**
 * Evaluates the place search on the places that come with Serai, with the cases of the data set next to the checkout if
 * it exists. Ids differ between the two, so expected places are recognised by their type, name and location.
 * `--failures` prints the cases whose place is not among the first ten.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPlaceIndex } from '../../server/src/content/places/search-index/build/build-place-index.ts';
import { openPlaceIndex } from '../../server/src/content/places/search-index/place-index.ts';
import { printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { grouped } from '../measure/statistics.ts';
import { findPlaces } from './find-places.ts';
import { percent, rankOf, type Tally, tallies } from './judge.ts';
import type { PlaceCase } from './place-data.ts';
import { seedData } from './seed-data.ts';
import { hasSharedData, sharedData } from './shared-data.ts';

const MEGABYTE = 2 ** 20;
const AIM = 99.6;

const folder = await mkdtemp(join(tmpdir(), 'serai-bench-places-'));
try {
  const seed = await seedData(folder);
  const cases = hasSharedData() ? (await sharedData()).cases : seed.cases;
  const startMs = performance.now();
  const buffer = buildPlaceIndex({ ...seed, dataVersion: 1 });
  const buildSeconds = (performance.now() - startMs) / 1000;
  const index = openPlaceIndex(buffer);
  const ranks = cases.map(expected => rankOf(expected, findPlaces(index, expected), { byDescription: true }));
  if (process.argv.includes('--failures')) printFailures(cases, ranks);
  printTitle('Place search on the places that come with Serai');
  printText(
    `The place seed has ${grouped(seed.places.length)} places with ${grouped(seed.names.length)} names. The index takes ` +
      `${grouped(buffer.byteLength / MEGABYTE)} MB and was built in ${grouped(buildSeconds, 1)} s. There are ${grouped(cases.length)} cases.`,
  );
  report(tallies(cases, ranks));
} finally {
  await rm(folder, { recursive: true, force: true });
}

function printFailures(cases: readonly PlaceCase[], ranks: readonly number[]): void {
  for (const [i, { set, kind, query, name, country }] of cases.entries()) {
    if (ranks[i] === 0) console.log(`${set} ${kind} | ${query} | ${name} ${country}`);
  }
}

function report(byKind: ReadonlyMap<string, Tally>): void {
  printTable(
    ['cases', 'number', 'first %', 'top ten %'],
    [...byKind]
      .sort(([a], [b]) => (a < b ? 1 : -1))
      .map(([kind, { cases, first, amongTen }]) => [
        kind,
        grouped(cases),
        percent(first, cases).toFixed(1),
        percent(amongTen, cases).toFixed(1),
      ]),
  );
  const all = byKind.get('public, all');
  if (all === undefined) return;
  const figure = percent(all.amongTen, all.cases);
  printAims([
    { what: 'public: top ten %', target: `≥ ${AIM}`, figure: figure.toFixed(2), reached: figure >= AIM },
  ]);
}
