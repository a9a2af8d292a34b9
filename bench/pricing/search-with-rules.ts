/**
 * Measures searches through the whole service for two partners in one process. There are 1,000 rules, and none of them
 * applies to the second partner. The same requests alternate between the partners, so that other activity on the
 * machine affects both alike.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { availability, type FullAvailabilityAnswer } from '@serai/contract/booking/availability.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { addDays } from '../../server/src/platform/time/civil-date.ts';
import { writeMadeUpHotels } from '../booking/made-up-hotels.ts';
import { requestHeaders } from '../gateway/code-list.ts';
import { type SeraiProcess, startSerai } from '../gateway/serai-process.ts';
import { startSharedDatabase } from '../gateway/shared-database.ts';
import { goFirst } from '../measure/go-first.ts';
import { threadsCpuUs } from '../measure/process-use.ts';
import { printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { grouped, median, medianBounds, ratios } from '../measure/statistics.ts';
import { manyRules } from './many-rules.ts';

const RULES = 1_000;
const HOTELS = 50;
/** A pair is the same request of both partners, one right after the other, so that both see the same load of the machine. */
const PAIRS = 1_500;
const WARM_UP_PAIRS = 300;
const DATES = 20;
const TARGET = 1.05;
const LIMITS = { perMinute: 1e9, perHour: 1e9, perDay: 1e9 };
const HOTEL_IDS = Array.from({ length: HOTELS }, (_, i) => `htl_bench${i}`);

const MODES = [
  ['without a cache', { SERAI_AVAILABILITY_CACHE_MB: '0' }],
  ['cached in the process', { SERAI_TEST_PROVIDER_CACHE: 'process' }],
] as const;

goFirst();
const folder = await mkdtemp(join(tmpdir(), 'serai-bench-'));
const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
try {
  const database = await startSharedDatabase(join(folder, 'database'));
  stops.push(database.stop);
  const results: Result[] = [];
  for (const [i, [name, caching]] of MODES.entries()) {
    const serai = await startSerai({
      dataDir: join(folder, String(i)),
      env: { ...database.env, ...caching },
    });
    if (i === 0) await writeMadeUpHotels(database.address, HOTEL_IDS);
    results.push({ name, ...(await measure(serai, i === 0)) });
    await serai.stop();
  }
  report(results);
} finally {
  for (const stop of stops.reverse()) await stop();
}

interface Result {
  name: string;
  offers: number;
  /** Of each pair. */
  withRulesUs: number[];
  withoutUs: number[];
  ratios: number[];
}

async function measure(serai: SeraiProcess, isFirst: boolean): Promise<Omit<Result, 'name'>> {
  const [priced, plain] = [await keyOf(serai, 'With rules'), await keyOf(serai, 'Without rules')];
  await writeRules(serai, priced.partnerId, isFirst);
  const today = new Date().toISOString().slice(0, 10);
  const requests = Array.from({ length: DATES }, (_, i) => ({
    checkIn: addDays(today, 30 + i),
    checkOut: addDays(today, 33 + i),
    occupancies: [{ adults: 2 }],
    hotelIds: HOTEL_IDS,
  }));
  const answer = await search(serai, priced.key, requests[0] as object);
  const atCost = await search(serai, plain.key, requests[0] as object);
  if (lowest(answer) === lowest(atCost)) throw new Error('the rules do not apply');
  /** Returns microseconds of CPU. */
  const once = async ({ key }: { key: string }, i: number) => {
    const before = threadsCpuUs(serai.pid);
    await search(serai, key, requests[i % DATES] as object);
    return threadsCpuUs(serai.pid) - before;
  };
  const withRulesUs: number[] = [];
  const withoutUs: number[] = [];
  for (let pair = -WARM_UP_PAIRS; pair < PAIRS; pair++) {
    // Each date is searched in both orders, because the second request may find warmer caches.
    const isPricedFirst = pair % 2 === 0;
    const date = Math.abs(pair >> 1);
    const first = isPricedFirst ? await once(priced, date) : undefined;
    const plainUs = await once(plain, date);
    const pricedUs = first ?? (await once(priced, date));
    if (pair < 0) continue;
    withRulesUs.push(pricedUs);
    withoutUs.push(plainUs);
  }
  const offers = answer.hotels.reduce((sum, hotel) => sum + hotel.offers.length, 0);
  return { offers, withRulesUs, withoutUs, ratios: ratios(withRulesUs, withoutUs) };
}

function lowest({ hotels }: FullAvailabilityAnswer): string {
  return JSON.stringify(hotels.map(({ fromPrice }) => fromPrice.amount));
}

async function keyOf(serai: SeraiProcess, name: string): Promise<{ partnerId: string; key: string }> {
  const ceilings = { ...LIMITS, keys: 20 };
  const { partner } = (await serai.operate('partners/create', { name })) as {
    partner: { partnerId: string };
  };
  const { partnerId } = partner;
  await serai.operate('partners/update', { partnerId, ceilings }).catch(() => {});
  const input = { partnerId, name, environment: 'sandbox', scopes: SCOPE_NAMES, limits: LIMITS };
  const { secret } = (await serai.operate('keys/create', input)) as { secret: string };
  return { partnerId, key: secret };
}

/** Every rule names this partner or an unknown one, so that none applies to the other partner. */
async function writeRules(serai: SeraiProcess, partnerId: string, isFirst: boolean): Promise<void> {
  const rules = manyRules(RULES, {
    partnerId,
    hotelIds: HOTEL_IDS,
    placeIds: ['plc_BCN', 'plc_CT', 'plc_ES'],
  });
  const lines = rules.map(({ conditions, ...rule }) =>
    JSON.stringify({ ...rule, conditions: { ...conditions, partners: conditions.partners ?? [partnerId] } }),
  );
  const counts = (await serai.operate('pricing/rules/import', {
    text: lines.join('\n'),
    archiveOthers: !isFirst,
  })) as {
    created: number;
  };
  if (counts.created !== RULES) throw new Error(`created ${counts.created} rules`);
}

async function search(
  { interfaceUrl }: SeraiProcess,
  key: string,
  body: object,
): Promise<FullAvailabilityAnswer> {
  const answer = await fetch(`${interfaceUrl}${availability.path}`, {
    method: 'POST',
    headers: requestHeaders(key),
    body: JSON.stringify(body),
  });
  const json = (await answer.json()) as FullAvailabilityAnswer;
  if (answer.status !== 200)
    throw new Error(`availability returned ${answer.status}: ${JSON.stringify(json)}`);
  return json;
}

function report(results: readonly Result[]): void {
  printTitle('Search with pricing rules');
  printText(
    `Each request searches ${HOTELS} generated hotels with four rooms each, for three nights, at all test ` +
      `providers. Requests are sent one at a time, and a response has ${grouped(results[0]?.offers ?? 0)} offers. ` +
      `${grouped(RULES)} rules apply to one partner and none to the other. Both partners send each request, one ` +
      `right after the other and in alternating order: ${grouped(PAIRS)} pairs, after ${WARM_UP_PAIRS} pairs to ` +
      'warm up. The CPU time is that of all threads of the service. The ratio is the median of the ratios of the ' +
      'pairs, because other activity on the machine affects both requests of a pair. The true median lies between ' +
      'the bounds with a probability of 95 %.',
  );
  printTable(
    ['search', 'median µs CPU with rules', 'median µs CPU without rules', 'ratio', '95 % bounds'],
    results.map(({ name, withRulesUs, withoutUs, ratios }) => [
      name,
      grouped(median(withRulesUs)),
      grouped(median(withoutUs)),
      median(ratios).toFixed(3),
      medianBounds(ratios)
        .map(bound => bound.toFixed(3))
        .join('–'),
    ]),
  );
  printAims(
    results.map(({ name, ratios }) => {
      const ratio = median(ratios);
      return {
        what: `Search ${name}, with ${grouped(RULES)} rules relative to none`,
        target: `at most ${TARGET}`,
        figure: ratio.toFixed(3),
        reached: ratio <= TARGET,
      };
    }),
  );
}
