/**
 * Compares searches of own inventory with one plain query per request, and measures them with more hotels in the
 * database.
 */
import { createOwnInventory } from '../../server/src/booking/suppliers/own-inventory/create-own-inventory.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import type { Database } from '../../server/src/platform/database/connect.ts';
import { type LoopResult, runClosedLoop } from '../measure/closed-loop.ts';
import { goFirst } from '../measure/go-first.ts';
import { printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { grouped, median, ratios, withSpread } from '../measure/statistics.ts';
import { startInventoryServer } from './inventory-server.ts';
import { ENVIRONMENT, generatedHotel, MARKET, STAY, writeInventory } from './inventory-store.ts';
import { plainSearch } from './plain-search-store.ts';

const ASKED = 200;
const SIZES = [200, 2_000, 20_000] as const;
const ROUNDS = 7;
const SECONDS = 1.5;
const IN_FLIGHT = 4;

interface Contender {
  name: string;
  work: () => Promise<string>;
  inFlight: number;
}

goFirst();
const hotels = Array.from({ length: ASKED }, (_, i) => generatedHotel(i + 1)).sort((a, b) =>
  a.hotelId < b.hotelId ? -1 : 1,
);
const hotelIds = hotels.map(({ hotelId }) => hotelId);
const server = await startInventoryServer();
try {
  const databases: Database[] = [];
  for (const size of SIZES) {
    const { pool, owner } = await server.open(`hotels_${size}`, 10);
    await writeInventory(owner, size, 10);
    databases.push(pool.asService('a benchmark'));
  }
  await compare(databases);
} finally {
  await server.stop();
}

function ownSearch(db: Database): () => Promise<string> {
  const own = createOwnInventory({ db, clock: systemClock, environment: ENVIRONMENT, kind: 'TEST' });
  const { signal } = new AbortController();
  return async () => {
    const deadlineMs = systemClock.monotonicMs() + 60_000;
    const call = { attempt: 1, deadlineMs, signal, scenario: undefined, record: () => {} };
    const answer = await own.search(call, { ...STAY, market: MARKET, hotels });
    if (answer.kind !== 'OK') throw new Error(`own inventory returned ${answer.kind}`);
    return JSON.stringify(answer.value);
  };
}

async function compare(databases: readonly Database[]): Promise<void> {
  const own = databases.map(ownSearch);
  const plain = async () => JSON.stringify(await plainSearch(databases[0] as Database, hotelIds, STAY));
  const texts = await Promise.all([...own, plain].map(work => work()));
  if (new Set(texts).size !== 1) throw new Error('the results differ');
  const text = texts[0] as string;
  const sizes = SIZES.map(size => grouped(size));
  const contenders: Contender[] = [
    ...own.map((work, i) => ({ name: `own inventory, ${sizes[i]} hotels`, work, inFlight: IN_FLIGHT })),
    { name: `plain SQL, ${sizes[0]} hotels`, work: plain, inFlight: IN_FLIGHT },
    { name: 'own inventory, one at a time', work: own[0] as Contender['work'], inFlight: 1 },
    { name: 'plain SQL, one at a time', work: plain, inFlight: 1 },
  ];
  for (const { work } of contenders) await runClosedLoop({ work, inFlight: IN_FLIGHT, seconds: 1 });
  const figures = contenders.map((): LoopResult[] => []);
  const stringifyMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, { work, inFlight }] of contenders.entries()) {
      figures[i]?.push(await runClosedLoop({ work, inFlight, seconds: SECONDS }));
    }
    stringifyMs.push(timeStringify(text));
  }
  report(contenders, figures, text, stringifyMs);
}

/** Returns milliseconds of CPU per serialisation. */
function timeStringify(text: string): number {
  const value = JSON.parse(text);
  const times = 20;
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) JSON.stringify(value);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

function report(
  contenders: readonly Contender[],
  figures: readonly LoopResult[][],
  text: string,
  stringifyMs: readonly number[],
): void {
  printTitle('Availability over own inventory');
  printText(
    `A response for ${ASKED} hotels × 5 room types × 3 plans × 3 nights contains ${grouped(JSON.parse(text).hotels.length * 15)} offers and ` +
      `is ${grouped(text.length / 1000)} kB long. All contenders return the same bytes. "Own inventory" is the supplier, called without the ` +
      'gateway. "Plain SQL" is one query per request over the same tables. Both end with `JSON.stringify`, which takes ' +
      `${withSpread(stringifyMs, 1)} ms. The larger databases contain more hotels of the same kind, but every search covers the same ${ASKED}. ` +
      `The process and its database use all cores, with ${IN_FLIGHT} requests in flight unless the row states otherwise. ` +
      `Figures are medians of ${ROUNDS} rounds of ${SECONDS} s (minimum–maximum).`,
  );
  const of = (i: number, name: keyof LoopResult) => (figures[i] ?? []).map(round => round[name]);
  printTable(
    ['contender', 'requests/s', 'ms CPU', 'ms CPU database', 'p50 ms', 'p99 ms'],
    contenders.map(({ name }, i) => [
      name,
      withSpread(of(i, 'perSecond'), 1),
      withSpread(of(i, 'cpuMs'), 1),
      withSpread(of(i, 'childrenCpuMs'), 1),
      withSpread(of(i, 'p50Ms'), 1),
      withSpread(of(i, 'p99Ms'), 1),
    ]),
  );
  const cpu = (i: number) => of(i, 'cpuMs').map((ms, round) => ms + (of(i, 'childrenCpuMs')[round] ?? 0));
  const share = ratios(of(0, 'perSecond'), of(3, 'perSecond'));
  const alone = ratios(of(4, 'perSecond'), of(5, 'perSecond'));
  const less = ratios(cpu(3), cpu(0));
  const tail = ratios(of(4, 'p99Ms'), of(4, 'p50Ms'));
  const growth = [1, 2].map(i => ratios(of(0, 'perSecond'), of(i, 'perSecond')));
  const aim = (what: string, target: string, values: readonly number[], reached: boolean) => ({
    ...{ what, target, figure: withSpread(values, 2), reached },
  });
  printText(
    `Including the database, plain SQL uses ${withSpread(less, 1)} times as much CPU time per request.`,
  );
  printAims([
    aim(`throughput relative to plain SQL, ${IN_FLIGHT} in flight`, '≥ 5', share, median(share) >= 5),
    aim('throughput relative to plain SQL, one at a time', '≥ 5', alone, median(alone) >= 5),
    aim('p99 relative to p50, one at a time', '≤ 3', tail, median(tail) <= 3),
    ...growth.map((values, i) =>
      aim(`relative cost with ${[10, 100][i]} times the hotels`, '≤ 1.3', values, median(values) <= 1.3),
    ),
  ]);
}
