/** Compares bookings per second with and without the ledger, for one partner and for many, in one run. */
import { BookingLedger } from '../../server/src/billing/ledger/booking-ledger.ts';
import type { SoldHotel } from '../../server/src/booking/port/supplier.ts';
import { systemClock as clock } from '../../server/src/platform/clock.ts';
import { createSeal } from '../../server/src/platform/secrets/seal.ts';
import { eachBalance } from '../../server/test/recomputed-balances.ts';
import { type LoopResult, runClosedLoop } from '../measure/closed-loop.ts';
import { goFirst } from '../measure/go-first.ts';
import { printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { median, medianBounds, ratios, withSpread } from '../measure/statistics.ts';
import {
  type Booker,
  bookedFor,
  openBooker,
  writeOrganisation,
  writePartners,
  writeQuotes,
} from './bookings-store.ts';
import { type BenchDatabase, startInventoryServer } from './inventory-server.ts';
import { generatedHotel, writeInventory } from './inventory-store.ts';

const HOTELS = 200;
const ROOMS = 1_000_000;
const PARTNERS = 50;
const CONNECTIONS = 16;
const IN_FLIGHT = 32;
/** Many short rounds: what else runs on the machine then affects both variants of a round alike. */
const ROUNDS = 80;
const SECONDS = 0.5;
/** More quotes than a round can book. */
const QUOTES_A_ROUND = 500;
const TARGET = 0.9;

const CASES = [
  { name: `spread over ${PARTNERS} partners`, partners: PARTNERS },
  { name: 'one partner', partners: 1 },
] as const;

const hotels = Array.from({ length: HOTELS }, (_, i) => generatedHotel(i + 1));
let usedQuotes = 0;

goFirst();
const server = await startInventoryServer();
try {
  const database = await server.open('ledger', CONNECTIONS);
  await writeOrganisation(database.owner);
  await writePartners(database.owner, PARTNERS);
  await writeInventory(database.owner, HOTELS, ROOMS);
  await compare(database);
} finally {
  await server.stop();
}

async function compare(database: BenchDatabase): Promise<void> {
  const withLedger = CASES.map((): LoopResult[] => []);
  const without = CASES.map((): LoopResult[] => []);
  await writeAllQuotes(database.owner);
  for (let round = -1; round < ROUNDS; round++) {
    for (const [i, { partners }] of CASES.entries()) {
      // The two variants take turns going first.
      const order = round % 2 === 0 ? [true, false] : [false, true];
      for (const isBilled of order) {
        const result = await measure(database, partners, isBilled);
        // The first round is the warm-up.
        if (round >= 0) (isBilled ? withLedger : without)[i]?.push(result);
      }
    }
    if (round < 0) {
      await database.owner.script('VACUUM ANALYZE');
      await database.owner.script('CHECKPOINT');
    }
  }
  const differences = await eachBalance(database.owner);
  if (differences.length > 0) throw new Error(`the balances differ: ${differences.slice(0, 3).join('; ')}`);
  report(withLedger, without);
}

/** In the order in which `compare` books them. No round then pays for writing the quotes of the next. */
async function writeAllQuotes(owner: BenchDatabase['owner']): Promise<void> {
  let next = 1;
  for (let round = -1; round < ROUNDS; round++) {
    for (const { partners } of CASES) {
      await writeQuotes(owner, next, 2 * QUOTES_A_ROUND, partners);
      next += 2 * QUOTES_A_ROUND;
    }
  }
}

async function measure({ pool }: BenchDatabase, partners: number, isBilled: boolean): Promise<LoopResult> {
  let next = usedQuotes + 1;
  usedQuotes += QUOTES_A_ROUND;
  const supplierDb = pool.asService('a benchmark');
  const ledger = new BookingLedger({ pool, seal: createSeal(Buffer.alloc(32, 7)), clock });
  const booker: Booker = await openBooker({ db: supplierDb, supplierDb }, hotels, {
    ...(isBilled && { billing: ledger }),
    forBooking(number) {
      const scope = bookedFor(number, partners);
      return { scope, db: pool.forPartner(scope) };
    },
  });
  const work = () => {
    const number = next++;
    return booker.book(number, hotels[number % HOTELS] as SoldHotel);
  };
  return runClosedLoop({ work, inFlight: IN_FLIGHT, seconds: SECONDS });
}

function report(withLedger: readonly LoopResult[][], without: readonly LoopResult[][]): void {
  printTitle('Bookings per second with the ledger');
  printText(
    'Bookings of own inventory (journal, sale, record) are made with and without the ledger on the same database. ' +
      'With the ledger, each booking posts a checked hold, its release and its charge, and two commits lock the ' +
      `balance of its partner. One process with ${CONNECTIONS} connections has ${IN_FLIGHT} bookings in flight, and ` +
      `fsync is on. At the end, every balance is recomputed from the bookings. Figures are medians of ${ROUNDS} ` +
      `rounds of ${SECONDS} s in turn (minimum–maximum). The ratio is the median of the ratios of the rounds, and the ` +
      'true median lies between the bounds with a probability of 95 %.',
  );
  const of = (results: readonly LoopResult[][], i: number, name: keyof LoopResult) =>
    (results[i] ?? []).map(each => each[name]);
  const shares = CASES.map((_, i) => ratios(of(withLedger, i, 'perSecond'), of(without, i, 'perSecond')));
  printTable(
    [
      'bookings',
      'with ledger/s',
      'without ledger/s',
      'ratio',
      '95 % bounds',
      'p99 ms with ledger',
      'p99 ms without ledger',
    ],
    CASES.map(({ name }, i) => [
      name,
      withSpread(of(withLedger, i, 'perSecond'), 0),
      withSpread(of(without, i, 'perSecond'), 0),
      median(shares[i] ?? []).toFixed(2),
      medianBounds(shares[i] ?? [])
        .map(bound => bound.toFixed(2))
        .join('–'),
      withSpread(of(withLedger, i, 'p99Ms'), 0),
      withSpread(of(without, i, 'p99Ms'), 0),
    ]),
  );
  printTable(
    [
      'ms of CPU per booking',
      'process, with ledger',
      'process, without ledger',
      'database, with ledger',
      'database, without ledger',
    ],
    CASES.map(({ name }, i) => [
      name,
      withSpread(of(withLedger, i, 'cpuMs'), 2),
      withSpread(of(without, i, 'cpuMs'), 2),
      withSpread(of(withLedger, i, 'childrenCpuMs'), 2),
      withSpread(of(without, i, 'childrenCpuMs'), 2),
    ]),
  );
  printAims(
    CASES.map(({ name }, i) => ({
      what: `throughput with the ledger, ${name}`,
      target: `≥ ${TARGET}`,
      figure: median(shares[i] ?? []).toFixed(2),
      reached: median(shares[i] ?? []) >= TARGET,
    })),
  );
}
