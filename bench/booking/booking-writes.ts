/**
 * Compares the bookings per second of our code with pgbench, which runs the statements of one booking on the same
 * server.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SoldHotel } from '../../server/src/booking/port/supplier.ts';
import { hashedId } from '../../server/src/platform/ids/hashed-id.ts';
import { type LoopResult, runClosedLoop } from '../measure/closed-loop.ts';
import { goFirst } from '../measure/go-first.ts';
import { printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { median, ratios, withSpread } from '../measure/statistics.ts';
import {
  BOOKED_FOR,
  type Booker,
  type BookerHandles,
  countBookings,
  openBooker,
  quoteIdOf,
  writeOrganisation,
  writeQuotes,
} from './bookings-store.ts';
import { type BenchDatabase, startInventoryServer } from './inventory-server.ts';
import { ENVIRONMENT, generatedHotel, writeInventory } from './inventory-store.ts';
import { hashed, type PgbenchResult, pgbenchScript, runPgbench } from './pgbench.ts';
import { type Noted, recordStatements } from './record-statements.ts';

const HOTELS = 200;
const ROOMS = 1_000_000;
const CONNECTIONS = 16;
const IN_FLIGHT = 32;
const ROUNDS = 5;
const SECONDS = 3;
/** More quotes than a round can book. */
const QUOTES_A_ROUND = 6_000;

interface Case {
  name: string;
  hotelOf(number: number): SoldHotel;
  /** The id of the hotel that `hotelOf` returns, as an SQL expression for pgbench. */
  hotelSql: string;
}

const hotels = Array.from({ length: HOTELS }, (_, i) => generatedHotel(i + 1));
const CASES: readonly Case[] = [
  {
    name: 'spread over 200 hotels',
    hotelOf: number => hotels[number % HOTELS] as SoldHotel,
    hotelSql: `'htl_' || md5((:n::int % ${HOTELS} + 1)::text)`,
  },
  { name: 'one hot room', hotelOf: () => hotels[0] as SoldHotel, hotelSql: `'htl_' || md5('1')` },
];

let quotes = 0;

goFirst();
const server = await startInventoryServer();
try {
  const database = await server.open('bookings', CONNECTIONS);
  await writeOrganisation(database.owner);
  await writeInventory(database.owner, HOTELS, ROOMS);
  await compare(database);
} finally {
  await server.stop();
}

/** Creates unused quotes and returns the number of the first one. */
async function newQuotes({ owner }: BenchDatabase): Promise<number> {
  const first = quotes + 1;
  await writeQuotes(owner, first, QUOTES_A_ROUND);
  quotes += QUOTES_A_ROUND;
  return first;
}

async function compare(database: BenchDatabase): Promise<void> {
  const statements = await recordBooking(database);
  const booker = await openBooker(handlesOf(database), hotels);
  const ours = CASES.map((): LoopResult[] => []);
  const theirs = CASES.map((): PgbenchResult[] => []);
  for (let round = -1; round < ROUNDS; round++) {
    for (const [i, one] of CASES.entries()) {
      const seconds = round < 0 ? 1 : SECONDS;
      const own = await runOurs(booker, one, await newQuotes(database), seconds);
      const their = await runTheirs(database, one, statements, await newQuotes(database), seconds);
      // The first round is the warm-up.
      if (round < 0) continue;
      ours[i]?.push(own);
      theirs[i]?.push(their);
    }
    // ANALYZE makes our connections replan statements that were planned while the tables were empty. pgbench does not
    // have this problem, because it opens new connections for each run.
    if (round < 0) await database.owner.script('ANALYZE');
  }
  const [bookings, ...others] = await countBookings(database.owner);
  if (others.some(count => count !== bookings))
    throw new Error(`the bookings are inconsistent: ${[bookings, others]}`);
  report(statements.noted, ours, theirs);
}

function handlesOf({ pool }: BenchDatabase): BookerHandles {
  return { db: pool.forPartner(BOOKED_FOR), supplierDb: pool.asService('a benchmark') };
}

function runOurs(booker: Booker, { hotelOf }: Case, first: number, seconds: number): Promise<LoopResult> {
  let next = first;
  const work = () => {
    const number = next++;
    return booker.book(number, hotelOf(number));
  };
  return runClosedLoop({ work, inFlight: IN_FLIGHT, seconds });
}

async function runTheirs(
  { address }: BenchDatabase,
  { hotelSql }: Case,
  { noted, ids }: Recorded,
  first: number,
  seconds: number,
): Promise<PgbenchResult> {
  const script = join(server.folder, 'booking.sql');
  await writeFile(script, pgbenchScript(noted, new Map([...ids, [hotels[0]?.hotelId ?? '', hotelSql]])));
  // The script increments `k` before its first booking, so `k` starts at one, while client numbers start at zero.
  const variables = { base: first - CONNECTIONS, k: 0, clients: CONNECTIONS };
  return runPgbench({ address, script, clients: CONNECTIONS, seconds, variables });
}

interface Recorded {
  noted: readonly Noted[];
  /** Maps values that differ in every booking to SQL expressions. */
  ids: ReadonlyMap<string, string>;
}

/** Records the second booking of a hotel, because the first one also reads and caches its prices. */
async function recordBooking(database: BenchDatabase): Promise<Recorded> {
  const first = await newQuotes(database);
  const noted: Noted[] = [];
  const hotel = hotels[0] as SoldHotel;
  const { db, supplierDb } = handlesOf(database);
  const booker = await openBooker(
    { db: recordStatements(db, noted), supplierDb: recordStatements(supplierDb, noted) },
    hotels,
  );
  await booker.book(first, hotel);
  noted.length = 0;
  const bookingId = await booker.book(first + 1, hotel);
  const reference = bookingId.slice('bkg_'.length);
  const ids = new Map([
    [bookingId, `'bkg_' || ${hashed(':n::text')}`],
    [reference, hashed(':n::text')],
    [quoteIdOf(first + 1), `'quo_' || :n::int`],
    [`ref-${first + 1}`, `'ref-' || :n::int`],
    [hashedId('OWN', `${ENVIRONMENT} ${reference}`), `'OWN' || ${hashed(`:n::text || 'own'`)}`],
  ]);
  return { noted, ids };
}

function report(
  noted: readonly Noted[],
  ours: readonly LoopResult[][],
  theirs: readonly PgbenchResult[][],
): void {
  const statements = noted.filter(one => typeof one !== 'string').length;
  printTitle('Bookings per second');
  printText(
    `A booking of own inventory takes ${transactionsIn(noted)} transactions (journal, sale, record) with a total of ${statements} statements. ` +
      'Serai sends independent statements together. pgbench runs the recorded statements of one booking one after the other, ' +
      `prepared and with different ids, on the same server with fsync on. Both use ${CONNECTIONS} connections and all cores, and Serai has ` +
      `${IN_FLIGHT} bookings in flight in one process. Tables are analysed after a warm-up round. The benchmark checks that every booking was ` +
      `confirmed and sold and has used its quote. Figures are medians of ${ROUNDS} rounds of ${SECONDS} s (minimum–maximum).`,
  );
  const of = (i: number, name: keyof LoopResult) => (ours[i] ?? []).map(each => each[name]);
  const their = (i: number, name: keyof PgbenchResult) => (theirs[i] ?? []).map(each => each[name]);
  const shares = CASES.map((_, i) => ratios(of(i, 'perSecond'), their(i, 'perSecond')));
  printTable(
    ['bookings', 'ours/s', 'pgbench/s', 'share', 'p50 ms', 'p99 ms'],
    CASES.map(({ name }, i) => [
      name,
      withSpread(of(i, 'perSecond'), 0),
      withSpread(their(i, 'perSecond'), 0),
      withSpread(shares[i] ?? [], 2),
      withSpread(of(i, 'p50Ms'), 0),
      withSpread(of(i, 'p99Ms'), 0),
    ]),
  );
  printTable(
    ['ms of CPU per booking', 'our process', 'its database', "pgbench's database"],
    CASES.map(({ name }, i) => [
      name,
      withSpread(of(i, 'cpuMs'), 1),
      withSpread(of(i, 'childrenCpuMs'), 1),
      withSpread(their(i, 'databaseCpuMs'), 1),
    ]),
  );
  printAims(
    CASES.map(({ name }, i) => ({
      what: `share of pgbench, ${name}`,
      target: '≥ 0.6',
      figure: median(shares[i] ?? []).toFixed(2),
      reached: median(shares[i] ?? []) >= 0.6,
    })),
  );
}

/** A statement outside a transaction counts as one transaction. */
function transactionsIn(noted: readonly Noted[]): number {
  let isWithin = false;
  let count = 0;
  for (const one of noted) {
    if (one === 'BEGIN' || (typeof one !== 'string' && !isWithin)) count++;
    if (typeof one === 'string') isWithin = one === 'BEGIN';
  }
  return count;
}
