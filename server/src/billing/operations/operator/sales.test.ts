import { afterAll, beforeAll, expect, test } from 'vitest';
import { BillingCalls } from '../../../../test/billing-calls.ts';
import { type BookingWorld, bookingWorld } from '../../../../test/booking-world.ts';
import { followReports } from '../../../../test/follow-reports.ts';

let world: BookingWorld;
let calls: BillingCalls;
beforeAll(async () => {
  world = await bookingWorld();
  calls = new BillingCalls(world);
});
afterAll(() => world?.drop());

const DAY_MS = 86_400_000;
const SANDBOX = { environment: 'sandbox' };
const eur = (amount: string) => ({ amount, currency: 'EUR' });
const call: BillingCalls['call'] = (...input) => calls.call(...input);

test('sales add up the revenue and margin of a period, by currency, partner and hotel', async () => {
  const ids = [];
  for (const hotelId of ['htl_a', 'htl_b', 'htl_b', 'htl_c']) {
    const id = await calls.sell();
    ids.push(id);
    await world.ownerDb`
      UPDATE booking SET hotel_id = ${hotelId},
        content = jsonb_set(content::jsonb, '{pricing}', '{"roomCosts":[30000,10000]}')::json
      WHERE booking_id = ${id}`;
  }
  // The last one was created before the period, and the second one in another currency.
  await world.ownerDb`
    UPDATE booking SET created_at = created_at - interval '8 days' WHERE booking_id = ${ids[3] as string}`;
  await world.ownerDb`UPDATE booking SET currency = 'USD' WHERE booking_id = ${ids[1] as string}`;
  await world.time.advance(1_000);
  expect((await call('reports/sales', SANDBOX)).asOf).toBeNull();
  await followReports(world.db);
  const week = await call('reports/sales', { ...SANDBOX, top: 1 });
  const sold = (bookings: number, revenue: string, margin: string) => ({
    bookings,
    revenue: eur(revenue),
    margin: eur(margin),
    marginPercent: 9.9,
  });
  expect(week.asOf).not.toBeNull();
  expect(week.totals).toMatchObject([
    { currency: 'EUR', ...sold(2, '888.00', '88.00') },
    { currency: 'USD', bookings: 1 },
  ]);
  expect(week.partners).toMatchObject([
    { partnerId: 'org_a', partnerName: 'A', ...sold(2, '888.00', '88.00') },
    { partnerId: 'org_a', currency: 'USD' },
  ]);
  // Both hotels sold the same, so the id decides.
  expect(week.hotels).toMatchObject([
    { hotelId: 'htl_a', ...sold(1, '444.00', '44.00') },
    { hotelId: 'htl_b', currency: 'USD' },
  ]);
  const to = new Date(Date.parse(week.from)).toISOString();
  const before = await call('reports/sales', { ...SANDBOX, to, top: 0 });
  expect(Date.parse(before.to) - Date.parse(before.from)).toBe(7 * DAY_MS);
  expect(before.totals).toMatchObject([{ currency: 'EUR', ...sold(1, '444.00', '44.00') }]);
  expect([before.partners, before.hotels]).toEqual([[], []]);
  expect((await call('reports/sales', { ...SANDBOX, environment: 'production' })).totals).toEqual([]);
});

test('sales can be limited to one partner', async () => {
  expect((await call('reports/sales', SANDBOX, null)).partners).not.toEqual([]);
  expect((await call('reports/sales', SANDBOX, 'org_b')).totals).toEqual([]);
});

test('sales by day are days in the time zone of the operator, with each currency and days without bookings', async () => {
  await calls.clear();
  // Midnight in Madrid is 23:00 in UTC.
  const times = [
    '2027-03-01T22:59:59Z',
    '2027-03-01T23:00:00Z',
    '2027-03-03T14:59:59Z',
    '2027-03-03T15:00:00Z',
  ];
  const ids: string[] = [];
  for (const at of times) {
    const id = await calls.sell();
    ids.push(id);
    await world.ownerDb`
      UPDATE booking SET created_at = ${at}::text::timestamptz,
        content = jsonb_set(content::jsonb, '{pricing}', '{"roomCosts":[30000,10000]}')::json
      WHERE booking_id = ${id}`;
  }
  const [, second, third] = ids as [string, string, string];
  await world.ownerDb`UPDATE booking SET currency = 'USD' WHERE booking_id = ${third}`;
  await world.ownerDb`
    UPDATE booking SET status = 'CANCELLED', status_reason = 'BY_CLIENT', penalty_minor = 22200,
      cancelled_at = '2027-03-03T10:00:00Z'
    WHERE booking_id = ${second}`;
  await world.time.advance(1_000);
  await followReports(world.db);

  const period = { from: '2027-03-01T15:00:00Z', to: '2027-03-03T15:00:00Z' };
  const { timeZone, days } = await call('reports/sales', { ...SANDBOX, ...period, top: 0 });
  expect(timeZone).toBe('Europe/Madrid');
  const day = (date: string, currency: string, bookings: number, revenue: string, margin: string) => ({
    date,
    isComplete: date === '2027-03-02',
    bookings,
    currency,
    revenue: { amount: revenue, currency },
    margin: { amount: margin, currency },
    marginPercent: bookings === 0 ? null : 9.9,
  });
  expect(days).toEqual([
    day('2027-03-01', 'EUR', 1, '444.00', '44.00'),
    // Only the penalty remains of the cancelled booking, on the day on which it was booked.
    day('2027-03-02', 'EUR', 1, '222.00', '22.00'),
    day('2027-03-03', 'EUR', 0, '0.00', '0.00'),
    day('2027-03-01', 'USD', 0, '0.00', '0.00'),
    day('2027-03-02', 'USD', 0, '0.00', '0.00'),
    day('2027-03-03', 'USD', 1, '444.00', '44.00'),
  ]);
  calls.zone = 'UTC';
  const utc = await call('reports/sales', { ...SANDBOX, ...period, top: 0 });
  expect(utc.days[0]).toMatchObject({ date: '2027-03-01', bookings: 2, revenue: eur('666.00') });
  calls.zone = 'Europe/Madrid';
});

test('the day on which summer time begins is complete with 23 hours', async () => {
  await calls.clear();
  const id = await calls.sell();
  await world.ownerDb`UPDATE booking SET created_at = '2027-03-28T12:00:00Z' WHERE booking_id = ${id}`;
  await world.time.advance(1_000);
  await followReports(world.db);
  const period = { from: '2027-03-27T23:00:00Z', to: '2027-03-28T22:00:00Z' };
  const { days } = await call('reports/sales', { ...SANDBOX, ...period });
  expect(days).toMatchObject([{ date: '2027-03-28', isComplete: true, bookings: 1 }]);
});

test('a period of more than 31 days is refused, and an open one starts later', async () => {
  const to = new Date(world.time.databaseNowMs());
  const from = new Date(to.getTime() - 40 * DAY_MS).toISOString();
  const long = { ...SANDBOX, from, to: to.toISOString() };
  await expect(call('reports/sales', long)).rejects.toMatchObject({ issues: [{ path: ['to'] }] });
  const shown = await call('reports/sales', { ...SANDBOX, from });
  const HOUR_MS = 3_600_000;
  expect(Date.parse(shown.to) - Date.parse(shown.from)).toBe(31 * DAY_MS + HOUR_MS);
});

test('a calendar month of 31 days is covered as a whole, even if it has an hour more at the end of summer time', async () => {
  const october = { from: '2027-09-30T22:00:00.000Z', to: '2027-10-31T23:00:00.000Z' };
  expect(await call('reports/sales', { ...SANDBOX, ...october })).toMatchObject(october);
});

test('the totals of a report cover all its rows, with one row for each currency', async () => {
  await calls.clear();
  for (const hotelId of ['htl_a', 'htl_b', 'htl_c']) {
    const id = await calls.sell();
    await world.ownerDb`
      UPDATE booking SET hotel_id = ${hotelId}, currency = ${hotelId === 'htl_c' ? 'USD' : 'EUR'},
        content = jsonb_set(content::jsonb, '{pricing}', '{"roomCosts":[30000,10000]}')::json
      WHERE booking_id = ${id}`;
  }
  await world.time.advance(1_000);
  await followReports(world.db);
  const input = { ...SANDBOX, by: ['HOTEL'], withTotals: true, page: { limit: 1 } };
  const first = await call('reports/show', input);
  const figures = { bookings: 2, cancelled: 0, roomNights: 8, cost: eur('800.00'), marginPercent: 9.9 };
  expect(first.rows).toMatchObject([{ hotelId: 'htl_a', margin: eur('44.00'), marginPercent: 9.9 }]);
  expect(first.totals).toMatchObject([
    { currency: 'EUR', revenue: eur('888.00'), margin: eur('88.00'), ...figures },
    { currency: 'USD', revenue: { amount: '444.00', currency: 'USD' }, bookings: 1 },
  ]);
  const next = { limit: 1, cursor: first.page.nextCursor };
  expect((await call('reports/show', { ...input, page: next })).totals).toEqual([]);
  const { totals } = await call('reports/show', { ...input, hotelId: 'htl_b' });
  expect(totals).toMatchObject([{ currency: 'EUR', bookings: 1 }]);
  expect((await call('reports/show', { ...SANDBOX, by: ['HOTEL'] })).totals).toEqual([]);
  expect((await call('reports/show', input, 'org_b')).totals).toEqual([]);
});

test('the rows of a report begin with the latest month and the highest revenue, across pages', async () => {
  await calls.clear();
  const sold = [
    ['a', 'EUR', 10_000, '2027-11'],
    ['b', 'EUR', 30_000, '2027-11'],
    ['c', 'CHF', 5_000, '2027-11'],
    ['d', 'EUR', 30_000, '2027-12'],
    ['e', 'EUR', 90_000, '2027-10'],
  ] as const;
  for (const [name, currency, net, month] of sold) {
    const id = await calls.sell();
    await world.ownerDb`
      UPDATE booking SET hotel_id = ${name}, provider = ${name}, currency = ${currency}, net_minor = ${net},
        created_at = ${`${month}-15T12:00:00Z`}
      WHERE booking_id = ${id}`;
  }
  await world.time.advance(1_000);
  await followReports(world.db);
  const namesOf = async (by: string[]) => {
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = { limit: 1, ...(cursor && { cursor }) };
      const { rows, page: next } = await call('reports/show', { ...SANDBOX, by, page });
      found.push(...rows.map((row: { provider?: string; hotelId?: string }) => row.provider ?? row.hotelId));
      cursor = next.nextCursor;
    }
    return found;
  };
  expect(await namesOf(['PROVIDER'])).toEqual(['c', 'e', 'b', 'd', 'a']);
  expect(await namesOf(['PROVIDER', 'MONTH'])).toEqual(['d', 'c', 'b', 'a', 'e']);
  // Hotels are read in the order of the index, so that a page needs only the bookings of its hotels.
  expect(await namesOf(['HOTEL'])).toEqual(['a', 'b', 'c', 'd', 'e']);
});
