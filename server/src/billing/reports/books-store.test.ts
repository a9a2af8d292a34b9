import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../../test/catalogue-builder.ts';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { simulateTime } from '../../../test/simulated-time.ts';
import {
  type BooksFigures,
  type BooksFilter,
  type BooksPeriod,
  type BooksPeriods,
  readBooks,
  readBooksPeriods,
} from './books-store.ts';
import { followChanges } from './follow-bookings-store.ts';

const EVERYTHING: BooksFilter = {
  ...{ environment: 'sandbox', organisationId: undefined },
  ...{ hotelId: undefined, provider: undefined, country: undefined },
};
const NOW: BooksPeriod = { from: '2026-11-18', to: '2027-02-28', knownAt: '2026-11-18T09:00:00Z' };
const DAYS_AGO: BooksPeriod = { ...NOW, knownAt: '2026-11-11T09:00:00Z' };
const BEFORE: BooksPeriod = { from: '2025-11-18', to: '2026-02-28', knownAt: '2025-11-18T09:00:00Z' };
const PERIODS: BooksPeriods = { now: NOW, daysAgo: DAYS_AGO, before: BEFORE };

interface Stay {
  partner: string;
  hotelId: string;
  currency: string;
  checkIn: string;
  nights: number;
  netMinor: number;
  isPaidThere: boolean;
  confirmedAt: string;
  cancelledAt: string | undefined;
}

let database: TestDatabase;
let stays: Stay[];
beforeAll(async () => {
  database = await testDatabase();
  await database.ownerDb`INSERT INTO organisation (id, name) VALUES ('org_a', 'A'), ('org_b', 'B')`;
  stays = randomStays(400);
  for (const [index, stay] of stays.entries()) await addBooking(`bkg_${index}`, stay);
  const batch = { horizon: '2100-01-01T00:00:00Z', timeZone: 'UTC', limit: 1_000 };
  await database.db.transaction(tx => followChanges(tx, 'sandbox', batch));
});
afterAll(() => database?.drop());

/** Many are booked or cancelled within days of the two times at which the books are read. */
function randomStays(count: number): Stay[] {
  const random = seededRandom(73);
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const time = () =>
    `202${pick([5, 6])}-11-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}T08:00:00Z`;
  return Array.from({ length: count }, () => {
    const [first, second] = [time(), time()].sort() as [string, string];
    return {
      ...{
        partner: pick(['org_a', 'org_b']),
        hotelId: pick(['htl_a', 'htl_b']),
        currency: pick(['EUR', 'USD']),
      },
      ...{
        checkIn: `${pick(['2025-11', '2025-12', '2026-02', '2026-11', '2026-12', '2027-02'])}-${pick(['01', '17', '18', '28'])}`,
      },
      ...{ nights: pick([1, 3]), netMinor: pick([10_000, 25_000]), isPaidThere: pick([true, false, false]) },
      ...{ confirmedAt: first, cancelledAt: pick([second, undefined]) },
    };
  });
}

async function addBooking(id: string, stay: Stay): Promise<void> {
  const { ownerDb } = database;
  const content = { payment: { type: stay.isPaidThere ? 'PAY_AT_PROPERTY' : 'MERCHANT' }, rooms: [{}, {}] };
  await ownerDb`
    INSERT INTO booking (booking_id, organisation_id, environment, test_mode, client_reference, fingerprint, quote_id, provider, status,
      version, hotel_id, check_in, check_out, created_at, updated_at, confirmed_at, cancelled_at, currency, net_minor,
      supplier_currency, supplier_net_minor, content, people)
    VALUES (${id}, ${stay.partner}, 'sandbox', true, ${id}, '', ${id}, 'p-1', ${stay.cancelledAt ? 'CANCELLED' : 'CONFIRMED'}, 1,
      ${stay.hotelId}, ${stay.checkIn}::date, ${stay.checkIn}::date + ${stay.nights}::int, ${new Date(stay.confirmedAt)},
      ${new Date(stay.cancelledAt ?? stay.confirmedAt)}, ${new Date(stay.confirmedAt)},
      ${stay.cancelledAt ? new Date(stay.cancelledAt) : null}, ${stay.currency}, ${stay.netMinor}, 'EUR', 9000,
      ${ownerDb.json(content)}, '')`;
}

test('the books of both years and of some days ago are those that a count of all bookings finds for their days and times', async () => {
  const filters: Partial<BooksFilter>[] = [{}, { organisationId: 'org_a' }, { hotelId: 'htl_b' }];
  for (const filter of filters) {
    const found = await readBooks(database.db, { ...EVERYTHING, ...filter }, PERIODS);
    const kept = stays.filter(
      ({ partner, hotelId }) =>
        (filter.organisationId ?? partner) === partner && (filter.hotelId ?? hotelId) === hotelId,
    );
    const expected = (['now', 'daysAgo', 'before'] as const).flatMap(period => count(kept, period));
    expect(expected.length).toBeGreaterThan(8);
    expect(found.toSorted(byKey)).toEqual(expected.toSorted(byKey));
  }
});

test('nothing is on the books of another environment or partner', async () => {
  expect(await readBooks(database.db, { ...EVERYTHING, environment: 'production' }, PERIODS)).toEqual([]);
  expect(await readBooks(database.db, { ...EVERYTHING, organisationId: 'org_c' }, PERIODS)).toEqual([]);
});

test('the books are as of the current time, also in the hour that occurs twice when clocks are set back', async () => {
  const firstMs = Date.parse('2026-10-25T00:30:00Z');
  const time = await simulateTime(database.ownerDb, firstMs);
  const read = () => readBooksPeriods(database.db, { timeZone: 'Europe/Madrid', months: 1, days: 7 });
  expect(await read()).toMatchObject({
    now: { from: '2026-10-25', to: '2026-10-31', knownAt: '2026-10-25T00:30:00.000000Z' },
    // The last 7 days began at midnight in Madrid.
    daysAgo: { from: '2026-10-25', to: '2026-10-31', knownAt: '2026-10-18T21:59:59.999999Z' },
    before: { from: '2025-10-25', to: '2025-10-31', knownAt: '2025-10-25T00:30:00.000000Z' },
  });
  await time.advance(3_600_000);
  expect((await read()).now.knownAt).toBe('2026-10-25T01:30:00.000000Z');
});

function count(all: readonly Stay[], period: keyof BooksPeriods): BooksFigures[] {
  const { from, to, knownAt } = PERIODS[period];
  const rows = new Map<string, BooksFigures>();
  for (const stay of all) {
    const { checkIn, confirmedAt, cancelledAt, currency } = stay;
    const isKnown = confirmedAt <= knownAt && (cancelledAt === undefined || cancelledAt > knownAt);
    if (!isKnown || checkIn < from || checkIn > to) continue;
    const year = Number(checkIn.slice(0, 4)) + (period === 'before' ? 1 : 0);
    const month = `${year}${checkIn.slice(4, 7)}`;
    const row = rows.get(`${month} ${currency}`) ?? {
      ...{ period, month, currency, stays: 0, roomNights: 0, revenueMinor: 0, paidNights: 0 },
    };
    rows.set(`${month} ${currency}`, {
      ...row,
      stays: row.stays + 1,
      roomNights: row.roomNights + 2 * stay.nights,
      revenueMinor: row.revenueMinor + (stay.isPaidThere ? 0 : stay.netMinor),
      paidNights: row.paidNights + (stay.isPaidThere ? 0 : 2 * stay.nights),
    });
  }
  return [...rows.values()];
}

const keyOf = ({ period, month, currency }: BooksFigures) => `${period} ${month} ${currency}`;
const byKey = (a: BooksFigures, b: BooksFigures) => (keyOf(a) < keyOf(b) ? -1 : 1);
