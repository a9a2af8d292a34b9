import { DATE_BASES } from '@serai/contract/billing/reports.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../../test/catalogue-builder.ts';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import type { Database } from '../../platform/database/connect.ts';
import { applyMigrations } from '../../platform/database/schema/migrate.ts';
import { readMigrations } from '../../platform/database/schema/migration-files.ts';
import { MIGRATIONS } from '../../start-database.ts';
import { followChanges } from './follow-bookings-store.ts';
import { type DateBasis, type Figures, type ReportGroup, readFigures } from './report-store.ts';

const NET_MINOR = 10_000;
/** The last one has no filter, so that every booking is counted. */
const PERIODS = [
  { from: '2026-02', to: '2026-03' },
  { from: '2026-03', to: undefined },
  { from: undefined, to: '2026-02' },
  { from: undefined, to: undefined },
  { from: '2026-01', to: '2026-03-11' },
  { from: '2026-02-05', to: '2026-02-20' },
];
const GROUPINGS: readonly ReportGroup[][] = [
  [],
  ['MONTH'],
  ['PARTNER', 'MONTH'],
  ['HOTEL'],
  ['MONTH', 'HOTEL', 'PROVIDER'],
  ['NATIONALITY'],
  ['LEAD_TIME', 'PARTNER'],
  ['MONTH', 'STAY_LENGTH'],
  ['RATE_PLAN'],
  ['LEAD_TIME', 'NATIONALITY'],
  ['HOTEL', 'STAY_LENGTH'],
];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await addPartners(database.ownerDb);
});
afterAll(() => database?.drop());

test('after any changes, each booking is counted once in the month of its creation and once in that of its check-in', async () => {
  const { db, ownerDb } = database;
  const random = seededRandom(64);
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const day = () => `2026-0${pick([1, 2, 3, 4])}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`;
  let changes = 0;
  const changedAt = () => new Date(Date.UTC(2026, 5, 1, 0, 0, ++changes));
  const ids: string[] = [];
  for (let round = 0; round < 12; round++) {
    for (let i = 0; i < 10; i++) {
      ids.push(`bkg_${ids.length}`);
      await addBooking(ownerDb, ids.at(-1) ?? '', {
        ...{ partner: pick(['org_a', 'org_b']), hotelId: pick(['htl_a', 'htl_b']) },
        ...{ provider: pick(['p-1', 'p-2']), currency: pick(['EUR', 'USD']) },
        ...{ created: day(), checkIn: day(), changedAt: changedAt(), status: pick(['CONFIRMED', 'PENDING']) },
        ...{
          isPaidThere: pick([true, false]),
          nationality: pick(['DE', 'ES']),
          ratePlan: pick(['FLEX', undefined]),
        },
      });
    }
    for (let i = 0; i < 8; i++) {
      const status = pick(['CONFIRMED', 'CANCELLED', 'REJECTED', 'PENDING']);
      const penalty = status === 'CANCELLED' ? pick([0, 2_500]) : null;
      await ownerDb`
        UPDATE booking SET status = ${status}, penalty_minor = ${penalty}, updated_at = ${changedAt()},
          check_in = ${day()}::date, check_out = ${day()}::date + 200,
          confirmed_at = CASE WHEN ${status} = 'CONFIRMED' THEN created_at ELSE confirmed_at END
        WHERE booking_id = ${pick(ids)}`;
    }
    await follow(db);
    if (round % 3 === 2) await expectExact(db);
  }
});

test('a booking that an earlier version of the server records counts in all sums', async () => {
  const { db, ownerDb } = database;
  const before = await figures(db, 'STAY', ['MONTH']);
  await addBooking(ownerDb, 'bkg_earlier', {
    ...{ partner: 'org_a', hotelId: 'htl_a', provider: 'p-1', currency: 'GBP', status: 'CONFIRMED' },
    ...{ created: '2026-01-10', checkIn: '2026-09-10', changedAt: new Date('2026-06-02') },
  });
  const write = (revenue: number) => db`
    INSERT INTO report_booking (booking_id, organisation_id, environment, month, hotel_id, country, provider, currency, bookings,
      cancelled, room_nights, revenue_minor, cost_minor)
    VALUES ('bkg_earlier', 'org_a', 'sandbox', '2026-01', 'htl_a', '', 'p-1', 'GBP', 1, 0, 4, ${revenue}, 9000)
    ON CONFLICT (booking_id) DO UPDATE SET revenue_minor = excluded.revenue_minor`;
  await write(NET_MINOR);
  await write(8_000);
  expect(await figures(db, 'STAY', ['MONTH'])).toEqual(
    [...before, figure(['2026-09', 'GBP'], 8_000)].sort(byKeys),
  );
  // This version continues from what the earlier one has written.
  await follow(db);
  await expectExact(db);
});

test('a reset of the sandbox empties the reports of the partner', async () => {
  const { db, ownerDb } = database;
  await ownerDb`SELECT empty_sandbox_ledger('org_a')`;
  for (const by of [['PARTNER'], ['PARTNER', 'LEAD_TIME']] as const) {
    const partners = await figures(db, 'STAY', by);
    expect(partners.length).toBeGreaterThan(0);
    expect(partners.every(({ keys }) => keys[0] === 'org_b')).toBe(true);
  }
});

test('an upgrade adds the months of check-in, the groups and the averages to the existing reports', async () => {
  const upgraded = await testDatabase({ empty: true });
  const { ownerDb } = upgraded;
  try {
    const migrations = await readMigrations(MIGRATIONS);
    const [old, added] = [migrations.slice(0, 63), migrations.slice(63)];
    await ownerDb.transaction(tx => applyMigrations(tx, old));
    await addPartners(ownerDb);
    for (const [index, checkIn] of ['2026-02-01', '2026-02-28', '2026-03-01'].entries()) {
      await addBooking(ownerDb, `bkg_${index}`, {
        ...{ partner: 'org_a', hotelId: 'htl_a', provider: 'p-1', currency: 'EUR', status: 'CONFIRMED' },
        ...{ created: '2026-01-10', checkIn, changedAt: new Date('2026-06-02') },
      });
    }
    // The last booking was deleted while it was being recorded.
    await ownerDb`
      INSERT INTO report_booking (booking_id, organisation_id, environment, month, hotel_id, country, provider, currency, bookings,
        cancelled, room_nights, revenue_minor, cost_minor)
      SELECT 'bkg_' || number, 'org_a', 'sandbox', '2026-01', 'htl_a', '', 'p-1', 'EUR', 1, 0, 4, 10000, 9000
      FROM generate_series(0, 3) AS number`;
    await ownerDb.transaction(tx => applyMigrations(tx, added));
    const expected = [
      figure(['2026-01', 'EUR'], 10_000),
      {
        ...figure(['2026-02', 'EUR'], 20_000),
        ...{ bookings: 2, roomNights: 8, costMinor: 18_000, paidStays: 2, paidNights: 8 },
      },
      figure(['2026-03', 'EUR'], 10_000),
    ];
    expect(await figures(ownerDb, 'STAY', ['MONTH'])).toEqual(expected);
    const byHotel = await figures(ownerDb, 'STAY', ['HOTEL', 'MONTH']);
    expect(byHotel.map(({ bookings }) => bookings)).toEqual([1, 2, 1]);
    const byLead = await figures(ownerDb, 'BOOKED', ['LEAD_TIME']);
    // The deleted booking is known only by its months.
    expect(byLead.map(({ keys, bookings }) => [keys[0], bookings])).toEqual([
      ['0-1', 1],
      ['31-90', 2],
      ['8-30', 1],
    ]);
  } finally {
    await upgraded.drop();
  }
});

async function addPartners(owner: Database): Promise<void> {
  await owner`INSERT INTO organisation (id, name) VALUES ('org_a', 'A'), ('org_b', 'B')`;
}

interface NewBooking {
  partner: string;
  hotelId: string;
  provider: string;
  currency: string;
  status: string;
  created: string;
  checkIn: string;
  changedAt: Date;
  isPaidThere?: boolean;
  nationality?: string;
  ratePlan?: string | undefined;
}

/** Two rooms for two nights. */
async function addBooking(owner: Database, id: string, booking: NewBooking): Promise<void> {
  const { partner, hotelId, provider, currency, status, created, checkIn, changedAt } = booking;
  const { isPaidThere = false, nationality = 'ES', ratePlan } = booking;
  const content = {
    market: { nationality },
    payment: { type: isPaidThere ? 'PAY_AT_PROPERTY' : 'MERCHANT' },
    rooms: [{}, {}],
    pricing: { roomCosts: [4_000, 5_000], ...(ratePlan && { ratePlan }) },
  };
  await owner`
    INSERT INTO booking (booking_id, organisation_id, environment, test_mode, client_reference, fingerprint, quote_id, provider, status,
      version, hotel_id, check_in, check_out, created_at, updated_at, confirmed_at, currency, net_minor, supplier_currency,
      supplier_net_minor, content, people)
    VALUES (${id}, ${partner}, 'sandbox', true, ${id}, '', ${id}, ${provider}, ${status}, 1, ${hotelId}, ${checkIn}::date,
      ${checkIn}::date + 2, ${new Date(created)}, ${changedAt}, ${status === 'CONFIRMED' ? new Date(created) : null}, ${currency},
      ${NET_MINOR}, 'EUR', 9000, ${owner.json(content)}, '')`;
}

/** Small batches, so that changes are split between them. */
async function follow(db: Database): Promise<void> {
  const batch = { horizon: '2100-01-01T00:00:00Z', timeZone: 'UTC', limit: 7 };
  while ((await db.transaction(tx => followChanges(tx, 'sandbox', batch))) === batch.limit);
}

async function figures(
  db: Database,
  dateBasis: DateBasis,
  by: readonly ReportGroup[],
  period: (typeof PERIODS)[number] = { from: undefined, to: undefined },
): Promise<Figures[]> {
  const none = { organisationId: undefined, hotelId: undefined, provider: undefined, country: undefined };
  return readFigures(db, {
    ...{ ...none, ...period, environment: 'sandbox', by, dateBasis, after: undefined, limit: 1_000 },
  });
}

/** Compares all reports with a count over all bookings. */
async function expectExact(db: Database): Promise<void> {
  const bookings = await db<Counted[]>`
    SELECT organisation_id AS "PARTNER", hotel_id AS "HOTEL", provider AS "PROVIDER", currency, status,
      confirmed_at IS NOT NULL AS "isConfirmed", penalty_minor AS "penaltyMinor", check_out - check_in AS nights,
      to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS "BOOKED", to_char(check_in, 'YYYY-MM-DD') AS "STAY",
      check_in - (created_at AT TIME ZONE 'UTC')::date AS "leadDays", content #>> '{market,nationality}' AS "NATIONALITY",
      coalesce(content #>> '{pricing,ratePlan}', '') AS "RATE_PLAN", content #>> '{payment,type}' = 'PAY_AT_PROPERTY' AS "isPaidThere"
    FROM booking`;
  for (const dateBasis of DATE_BASES) {
    for (const by of GROUPINGS) {
      for (const period of PERIODS) {
        const found = await figures(db, dateBasis, by, period);
        const expected = countAll(bookings, dateBasis, by, period);
        expect([dateBasis, by, period, found.sort(byKeys)]).toEqual([dateBasis, by, period, expected]);
      }
    }
  }
}

type StoredGroup = 'PARTNER' | 'HOTEL' | 'PROVIDER' | 'NATIONALITY' | 'RATE_PLAN';

interface Counted extends Record<StoredGroup | DateBasis, string> {
  currency: string;
  status: string;
  isConfirmed: boolean;
  penaltyMinor: number | null;
  nights: number;
  leadDays: number;
  isPaidThere: boolean;
}

/** The first and the last number of each range. */
const LEADS = [
  ['0-1', -999, 1],
  ['2-7', 2, 7],
  ['8-30', 8, 30],
  ['31-90', 31, 90],
  ['91+', 91, 9_999],
] as const;
const LENGTHS = [
  ['1', -999, 1],
  ['2-3', 2, 3],
  ['4-7', 4, 7],
  ['8-14', 8, 14],
  ['15+', 15, 9_999],
] as const;
const rangeOf = (ranges: typeof LEADS | typeof LENGTHS, value: number) =>
  ranges.find(([, first, last]) => value >= first && value <= last)?.[0] ?? '';

function keyOf(booking: Counted, group: ReportGroup, day: string): string {
  if (group === 'MONTH') return day.slice(0, 7);
  if (group === 'LEAD_TIME') return rangeOf(LEADS, booking.leadDays);
  if (group === 'STAY_LENGTH') return rangeOf(LENGTHS, booking.nights);
  return booking[group as StoredGroup];
}

function countAll(
  bookings: readonly Counted[],
  dateBasis: DateBasis,
  by: readonly ReportGroup[],
  { from = '', to = '9999' }: (typeof PERIODS)[number],
): Figures[] {
  const rows = new Map<string, Figures>();
  for (const booking of bookings) {
    const day = booking[dateBasis];
    const isCancelled = booking.status === 'CANCELLED';
    const penalty = booking.penaltyMinor ?? 0;
    const counts = booking.status !== 'REJECTED' && (booking.isConfirmed || (isCancelled && penalty > 0));
    // A last month without a day contains all of its days.
    if (!counts || day < from || day > `${to}-32`.slice(0, 10)) continue;
    // Reports by hotel begin with the hotel.
    const groups = [...by].sort((a, b) => Number(b === 'HOTEL') - Number(a === 'HOTEL'));
    const keys = [...groups.map(group => keyOf(booking, group, day)), booking.currency];
    const revenue = booking.isPaidThere ? 0 : isCancelled ? penalty : NET_MINOR;
    const isPaid = !isCancelled && !booking.isPaidThere;
    const row = rows.get(keys.join()) ?? { ...NOTHING, keys };
    rows.set(keys.join(), {
      keys,
      bookings: row.bookings + 1,
      cancelled: row.cancelled + Number(isCancelled),
      roomNights: row.roomNights + (isCancelled ? 0 : 2 * booking.nights),
      revenueMinor: row.revenueMinor + revenue,
      // The rooms cost 90 % of the price.
      costMinor: row.costMinor + (revenue * 9) / 10,
      paidStays: row.paidStays + Number(isPaid),
      paidNights: row.paidNights + (isPaid ? 2 * booking.nights : 0),
      paidMinor: row.paidMinor + (isPaid ? revenue : 0),
    });
  }
  return [...rows.values()].sort(byKeys);
}

const NOTHING = {
  ...{ bookings: 0, cancelled: 0, roomNights: 0, revenueMinor: 0, costMinor: 0 },
  ...{ paidStays: 0, paidNights: 0, paidMinor: 0 },
};

function figure(keys: string[], revenueMinor: number): Figures {
  const sold = { bookings: 1, cancelled: 0, roomNights: 4, revenueMinor, costMinor: 9_000 };
  return { keys, ...sold, paidStays: 1, paidNights: 4, paidMinor: revenueMinor };
}

const byKeys = (a: Figures, b: Figures) => (a.keys.join() < b.keys.join() ? -1 : 1);
