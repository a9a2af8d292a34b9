/** Measures which requests become slower with 1, 10 and 100 times as many bookings, hotels and keys. */
import { CITY, WIDE_OWN_HOTEL } from '../../faults/load/catalogue.ts';
import { goFirst } from '../measure/go-first.ts';
import { type Aim, printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { grouped, median } from '../measure/statistics.ts';
import { growBookings, growHotels, growKeys, learn } from './growth-store.ts';
import { ask, BOOKING, bookingOf, CONTENT, openPartner, type Partner, searchOf } from './partner.ts';
import { startShape } from './started-shape.ts';

const TIMES = [1, 10, 100];
const FEWEST = 1_000;
const ROUNDS = 40;
const FEW_ROUNDS = 15;
const WARM_UP_ROUNDS = 3;

type Ask = () => Promise<unknown>;

goFirst();
const service = await startShape({ shape: 'one process' });
const partner = openPartner(service);
try {
  await bookSome(partner);
  // Gives the JIT compiler time to optimise the code, because its effect would otherwise look like an effect of growth.
  for (let round = 0; round < WARM_UP_ROUNDS; round++) await measure(partner);
  const stages: Map<string, number>[] = [];
  for (const times of TIMES) {
    const count = FEWEST * times;
    await growBookings(service.owner, count);
    await growHotels(service.owner, count);
    await growKeys(service.owner, count);
    await learn(service.owner);
    stages.push(await measure(partner));
    console.error(`${grouped(count)} bookings, hotels and keys`);
  }
  report(stages);
} finally {
  partner.close();
  await service.stop();
}

async function bookSome(client: Partner): Promise<void> {
  for (let i = 0; i < 5; i++) await bookingSteps(client).then(steps => steps.book());
}

/** Quotes a stay and returns the steps of its booking, so that each can be measured separately. */
async function bookingSteps(client: Partner) {
  const search = { ...searchOf(2, 1), hotelIds: [WIDE_OWN_HOTEL] };
  const { hotels } = await ask(client, `${BOOKING}availability`, search);
  const quote = await ask(client, `${BOOKING}prebooking`, { offerId: hotels[0].offers[0].offerId });
  let bookingId = '';
  return {
    async book() {
      const answer = await ask(client, `${BOOKING}booking`, bookingOf(quote));
      bookingId = answer.booking.bookingId;
    },
    detail: () => ask(client, `${BOOKING}bookingdetail`, { bookingId }),
    cancel: () => ask(client, `${BOOKING}cancel`, { bookingId }),
  };
}

/** Returns the median duration in milliseconds of each kind of request. The requests are sequential. */
async function measure(client: Partner): Promise<Map<string, number>> {
  const reads: [string, Ask][] = [
    ['code list', () => ask(client, `${CONTENT}boards`, {})],
    ['place search', () => ask(client, `${CONTENT}places/search`, { query: 'barcelona' })],
    ['hotels, a page of 100', () => ask(client, `${CONTENT}hotels`, { page: { limit: 100 } })],
    ['availability of a city', () => ask(client, `${BOOKING}availability`, cityOf())],
    ['bookinglist, newest 20', () => ask(client, `${BOOKING}bookinglist`, { page: { limit: 20 } })],
    ['bookinglist, changes', () => ask(client, `${BOOKING}bookinglist`, changes())],
    ['bookinglist by reference', () => ask(client, `${BOOKING}bookinglist`, byReference())],
  ];
  const taken = new Map<string, number>();
  for (const [name, read] of reads) {
    await read();
    taken.set(name, await medianOf(ROUNDS, read));
  }
  const steps = { booking: [] as number[], bookingdetail: [] as number[], cancel: [] as number[] };
  for (let i = 0; i < FEW_ROUNDS; i++) {
    const one = await bookingSteps(client);
    steps.booking.push(await timeOf(one.book));
    steps.bookingdetail.push(await timeOf(one.detail));
    steps.cancel.push(await timeOf(one.cancel));
  }
  for (const [name, ms] of Object.entries(steps)) taken.set(name, median(ms));
  return taken;
}

function cityOf(): object {
  return { ...searchOf(2, 1), hotelIds: undefined, destination: CITY };
}

function changes(): object {
  return { sort: { by: 'UPDATED', direction: 'ASC' }, page: { limit: 20 } };
}

function byReference(): object {
  return { filters: { clientReferences: ['GROWN-500'] } };
}

async function medianOf(rounds: number, work: Ask): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round++) taken.push(await timeOf(work));
  return median(taken);
}

async function timeOf(work: Ask): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

function report(stages: readonly Map<string, number>[]): void {
  printTitle('Growth');
  printText(
    `The bookings of one partner, the hotels in the catalogue and the keys grow together: ${TIMES.map(times => grouped(FEWEST * times)).join(', ')} of each. ` +
      'One process uses PostgreSQL with fsync on. The table shows the median duration of a request in milliseconds, as seen by a client that ' +
      'sends one request at a time. Keys in use, places and own inventory have separate tables (`many-keys`, `places`, `own-inventory`).',
  );
  const [first, , last] = stages;
  const names = [...(first?.keys() ?? [])];
  const growth = (name: string) => (last?.get(name) ?? 0) / (first?.get(name) ?? 1);
  printTable(
    ['request', ...TIMES.map(times => `${times} ×`), 'growth'],
    names.map(name => [
      name,
      ...stages.map(stage => (stage.get(name) ?? 0).toFixed(1)),
      `${growth(name).toFixed(2)} ×`,
    ]),
  );
  const most = names.toSorted((a, b) => growth(b) - growth(a))[0] ?? '';
  const aim: Aim = {
    what: `100 × relative to 1 ×: ${most}`,
    target: '≤ 2',
    figure: growth(most).toFixed(2),
    reached: growth(most) <= 2,
  };
  printAims([aim]);
  printText(`Memory of the service at the largest size: ${grouped(service.residentBytes() / 1e6)} MB.`);
}
