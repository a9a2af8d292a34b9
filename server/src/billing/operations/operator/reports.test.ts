import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BILLING, BillingCalls, type Response } from '../../../../test/billing-calls.ts';
import { type BookingWorld, bookingWorld, RESERVATION } from '../../../../test/booking-world.ts';
import { followReports } from '../../../../test/follow-reports.ts';

const ZONE = 'Europe/Madrid';
const SANDBOX = { environment: 'sandbox' };
const eur = (amount: string) => ({ amount, currency: 'EUR' });

let world: BookingWorld;
let calls: BillingCalls;
beforeAll(async () => {
  world = await bookingWorld();
  calls = new BillingCalls(world);
});
afterAll(() => world?.drop());
beforeEach(() => calls.clear());

const call: BillingCalls['call'] = (...input) => calls.call(...input);
const sell = () => calls.sell();

const failure = (name: string, input: object) =>
  call(name, input).then(
    () => undefined,
    error => error,
  );

const follow = async () => {
  await world.time.advance(1_000);
  await followReports(world.db, ZONE);
};

test('a report adds up bookings, room nights, revenue and cost, and includes later changes', async () => {
  const first = await sell();
  await sell();
  await world.journalled({ billing: BILLING });
  await follow();
  const [row] = (await call('reports/show', { ...SANDBOX, by: ['PARTNER', 'HOTEL'] })).rows;
  expect(row).toMatchObject({
    partnerId: 'org_a',
    partnerName: 'A',
    hotelId: RESERVATION.hotelId,
    bookings: 2,
    cancelled: 0,
    roomNights: 8,
    revenue: eur('888.00'),
    cost: eur('888.00'),
    margin: eur('0.00'),
    averageBooking: eur('444.00'),
    averageDailyRate: eur('111.00'),
    roomNightsPerBooking: 4,
    cancelledPercent: 0,
  });
  await world.ownerDb`
    UPDATE booking SET status = 'CANCELLED', status_reason = 'BY_CLIENT', penalty_minor = 4400, updated_at = serai_now()
    WHERE booking_id = ${first}`;
  await follow();
  await follow();
  for (const by of [['HOTEL'], ['PROVIDER', 'COUNTRY', 'MONTH']]) {
    const { rows, asOf } = await call('reports/show', { ...SANDBOX, by });
    expect(rows).toMatchObject([{ bookings: 2, cancelled: 1, roomNights: 4, revenue: eur('488.00') }]);
    // The penalty of 44.00 EUR belongs to the revenue, but not to the averages.
    expect(rows).toMatchObject([
      { averageBooking: eur('444.00'), averageDailyRate: eur('111.00'), cancelledPercent: 50 },
    ]);
    expect(asOf).not.toBeNull();
  }
});

test('a report uses the room costs that were frozen with the quote', async () => {
  const id = await sell();
  await world.ownerDb`
    UPDATE booking SET content = jsonb_set(content::jsonb, '{pricing}', '{"roomCosts":[30000,10000]}')::json
    WHERE booking_id = ${id}`;
  await follow();
  const [row] = (await call('reports/show', { ...SANDBOX, by: ['MONTH'] })).rows;
  expect(row).toMatchObject({ revenue: eur('444.00'), cost: eur('400.00'), margin: eur('44.00') });
});

test('stays that guests pay at the property neither have averages nor lower those of other stays', async () => {
  await world.ownerDb`
    UPDATE booking SET content = jsonb_set(content::jsonb, '{payment,type}', '"PAY_AT_PROPERTY"')::json
    WHERE booking_id = ${await sell()}`;
  await follow();
  const { rows } = await call('reports/show', { ...SANDBOX, by: ['MONTH'] });
  expect(rows).toMatchObject([{ roomNights: 4, averageBooking: null, averageDailyRate: null }]);
  await sell();
  await follow();
  const mixed = await call('reports/show', { ...SANDBOX, by: ['MONTH'] });
  expect(mixed.rows).toMatchObject([
    { bookings: 2, roomNights: 8, averageBooking: eur('444.00'), averageDailyRate: eur('111.00') },
  ]);
});

test('a report by nationality, lead time, length of stay and rate plan names them, also in its export', async () => {
  await world.ownerDb`
    UPDATE booking SET check_in = (created_at AT TIME ZONE ${ZONE})::date + 8, check_out = (created_at AT TIME ZONE ${ZONE})::date + 10,
      content = jsonb_set(jsonb_set(content::jsonb, '{market,nationality}', '"DE"'), '{pricing}', '{"roomCosts":[1],"ratePlan":"FLEX"}')::json
    WHERE booking_id = ${await sell()}`;
  await follow();
  const by = ['NATIONALITY', 'LEAD_TIME', 'STAY_LENGTH', 'RATE_PLAN'];
  const expected = { nationality: 'DE', leadTime: '8-30', stayLength: '2-3', ratePlan: 'FLEX' };
  expect((await call('reports/show', { ...SANDBOX, by })).rows).toMatchObject([expected]);
  for (const group of by) {
    const { rows } = await call('reports/show', { ...SANDBOX, by: [group] });
    expect(rows).toHaveLength(1);
    expect(expected).toMatchObject(
      Object.fromEntries(Object.entries(rows[0]).filter(([key]) => key in expected)),
    );
  }
  expect((await call('reports/export', { ...SANDBOX, by })).text).toMatch(
    /^guest nationality,lead time in days,nights,rate plan,currency,.*\r\nDE,8 to 30,2 to 3,FLEX,EUR,1,/,
  );
});

test('stays on the books are compared with those that were known on the same day a year ago', async () => {
  const days = (count: number) => `${count} days`;
  const move = async (
    id: string,
    [booked, checkIn]: readonly [string, string],
    cancelled: string | null = null,
  ) => {
    await world.ownerDb`
      UPDATE booking SET created_at = serai_now() - ${booked}::text::interval, confirmed_at = serai_now() - ${booked}::text::interval,
        check_in = (serai_now() + ${checkIn}::text::interval)::date, check_out = (serai_now() + ${checkIn}::text::interval)::date + 2,
        status = CASE WHEN ${cancelled}::text IS NULL THEN status ELSE 'CANCELLED' END,
        cancelled_at = serai_now() - ${cancelled}::text::interval
      WHERE booking_id = ${id}`;
  };
  await move(await sell(), ['5 days', days(20)]);
  await follow();
  const alone = await call('reports/on-the-books', SANDBOX);
  expect(alone.yearBefore).toBeNull();
  expect(alone.rows).toMatchObject([{ stays: 1, roomNights: 4, earlierStays: null, earlierRevenue: null }]);
  const then = '-1 year 20 days';
  // Known a year ago, although it was cancelled later.
  await move(await sell(), ['400 days', then], '300 days');
  // Booked or cancelled at the wrong time.
  await move(await sell(), ['300 days', then]);
  await move(await sell(), ['400 days', then], '370 days');
  await move(await sell(), ['5 days', days(20)], '1 day');
  await follow();
  const compared = await call('reports/on-the-books', SANDBOX);
  expect(compared.yearBefore).not.toBeNull();
  const stay = { stays: 1, roomNights: 4, revenue: eur('444.00'), averageDailyRate: eur('111.00') };
  expect(compared.rows).toMatchObject([stay]);
  expect(compared.rows).toMatchObject([
    {
      earlierStays: 1,
      earlierRoomNights: 4,
      earlierRevenue: eur('444.00'),
      earlierAverageDailyRate: eur('111.00'),
    },
  ]);
  // One stay was added in the last week, and the one that was cancelled yesterday had been added too.
  expect(compared.rows).toMatchObject([
    { pickupStays: 1, pickupRoomNights: 4, pickupRevenue: eur('444.00') },
  ]);
  const elsewhere = await call('reports/on-the-books', { ...SANDBOX, hotelId: 'htl_none' });
  expect(elsewhere.rows).toEqual([]);
});

test('stays that were cancelled in the last week make the pickup negative', async () => {
  const id = await sell();
  await world.ownerDb`
    UPDATE booking SET confirmed_at = serai_now() - interval '20 days', check_in = (serai_now() + interval '20 days')::date,
      check_out = (serai_now() + interval '22 days')::date
    WHERE booking_id = ${id}`;
  await follow();
  const kept = await call('reports/on-the-books', SANDBOX);
  expect(kept.rows).toMatchObject([{ stays: 1, pickupStays: 0, pickupRevenue: eur('0.00') }]);
  await world.ownerDb`
    UPDATE booking SET status = 'CANCELLED', cancelled_at = serai_now() - interval '1 day', updated_at = serai_now()
    WHERE booking_id = ${id}`;
  await follow();
  const { rows } = await call('reports/on-the-books', SANDBOX);
  expect(rows).toMatchObject([{ stays: 0, pickupStays: -1, pickupRevenue: eur('-444.00') }]);
});

test('the pickup adds up to the sales of the last 7 days, without what was booked before the first of them began', async () => {
  const [first] = await world.ownerDb<[{ day: Date }]>`
    SELECT ((serai_now() AT TIME ZONE ${ZONE})::date - 6)::timestamp AT TIME ZONE ${ZONE} AS day`;
  const from = first.day.toISOString();
  // One second before and after midnight in Madrid.
  for (const seconds of [-1, 1]) {
    const id = await sell();
    await world.ownerDb`
      UPDATE booking SET created_at = at, confirmed_at = at, check_in = '2027-02-10', check_out = '2027-02-12'
      FROM (SELECT ${from}::text::timestamptz + make_interval(secs => ${seconds}) AS at) AS booked
      WHERE booking_id = ${id}`;
  }
  await follow();
  const { totals } = await call('reports/sales', { ...SANDBOX, from });
  expect(totals).toMatchObject([{ bookings: 1, revenue: eur('444.00') }]);
  const { rows } = await call('reports/on-the-books', SANDBOX);
  expect(rows).toMatchObject([{ stays: 2, pickupStays: 1, pickupRevenue: eur('444.00') }]);
});

test('the year before has only the cancellations that were known a year ago', async () => {
  const sold = async (booked: string, cancelled: string | null) => {
    const id = await sell();
    await world.ownerDb`
      UPDATE booking SET created_at = serai_now() - ${booked}::text::interval, confirmed_at = serai_now() - ${booked}::text::interval,
        check_in = (serai_now() - interval '330 days')::date, check_out = (serai_now() - interval '328 days')::date,
        status = CASE WHEN ${cancelled}::text IS NULL THEN status ELSE 'CANCELLED' END,
        cancelled_at = serai_now() - ${cancelled}::text::interval
      WHERE booking_id = ${id}`;
  };
  await sold('400 days', null);
  await sold('400 days', '380 days');
  // Cancelled, or even confirmed, later.
  await sold('400 days', '340 days');
  await sold('350 days', '345 days');
  await follow();
  const period = { ...SANDBOX, by: ['MONTH'], withYearAgo: true };
  const stays = { ...period, dateBasis: 'STAY', from: '2026-01', to: '2026-12-31' };
  const { yearAgo } = await call('reports/show', { ...stays, withTotals: true });
  const known = { currency: 'EUR', bookings: 3, cancelled: 1, cancelledPercent: 33.3 };
  expect(yearAgo.totals).toEqual([known]);
  expect(yearAgo.knownAt).toMatch(/^2026-01-10T12:/);
  expect((await call('reports/show', stays, null)).yearAgo.totals).toEqual([known]);
  expect((await call('reports/show', { ...stays, hotelId: 'htl_none' })).yearAgo.totals).toEqual([]);
  expect((await call('reports/show', { ...stays, to: '2026-01-31' })).yearAgo.totals).toEqual([]);
  const booked = { ...period, from: '2025-12-01', to: '2025-12' };
  expect((await call('reports/show', booked)).yearAgo.totals).toEqual([known]);
  expect((await call('reports/show', { ...booked, withYearAgo: false })).yearAgo).toBeUndefined();
});

test('a penalty that the operator bears is a cost without revenue', async () => {
  const id = await sell();
  await world.ownerDb`
    UPDATE booking SET status = 'CANCELLED', status_reason = 'BY_OPERATIONS', penalty_minor = 0,
      cancel_intent = '{"penaltyMinor":0,"operatorPenaltyMinor":22200}',
      content = jsonb_set(content::jsonb, '{pricing}', '{"roomCosts":[30000,10000]}')::json
    WHERE booking_id = ${id}`;
  await follow();
  const [row] = (await call('reports/show', { ...SANDBOX, by: ['MONTH'] })).rows;
  expect(row).toMatchObject({ revenue: eur('0.00'), cost: eur('200.00'), margin: eur('-200.00') });
});

test.each(['BY_HOTEL', 'BY_PROVIDER'])(
  'a report contains no penalty for a cancellation with the reason %s',
  async reason => {
    const id = await sell();
    await world.ownerDb`
      UPDATE booking SET status = 'CANCELLED', status_reason = ${reason}, penalty_minor = 4400,
        cancel_intent = '{"penaltyMinor":4400,"operatorPenaltyMinor":4400}'
      WHERE booking_id = ${id}`;
    await follow();
    const [row] = (await call('reports/show', { ...SANDBOX, by: ['MONTH'] })).rows;
    expect(row).toMatchObject({ cancelled: 1, revenue: eur('0.00'), cost: eur('0.00') });
    expect(row).toMatchObject({ averageBooking: null, averageDailyRate: null, roomNightsPerBooking: null });
  },
);

test('a report and its export are by check-in if requested, with totals and pages of the same bookings', async () => {
  const ids = [await sell(), await sell(), await sell()];
  await world.ownerDb`
    UPDATE booking SET check_in = '2028-02-01', check_out = '2028-02-03' WHERE booking_id = ${ids[0] as string}`;
  await follow();
  const stay = { ...SANDBOX, dateBasis: 'STAY' };
  const first = await call('reports/show', {
    ...{ ...stay, by: ['MONTH'], withTotals: true, page: { limit: 1 } },
  });
  expect(first.rows).toMatchObject([{ month: '2028-02', bookings: 1 }]);
  expect(first.totals).toMatchObject([{ bookings: 3 }]);
  const page = { limit: 1, cursor: first.page.nextCursor };
  expect((await call('reports/show', { ...stay, by: ['MONTH'], page })).rows).toMatchObject([
    { month: RESERVATION.checkIn.slice(0, 7), bookings: 2 },
  ]);
  expect(await failure('reports/show', { ...SANDBOX, by: ['MONTH'], page })).toMatchObject({
    code: 'INVALID_CURSOR',
  });
  for (const by of [['MONTH'], ['HOTEL', 'MONTH']]) {
    const { text } = await call('reports/export', { ...stay, by, from: '2028-02', to: '2028-02' });
    expect(text.split('\r\n')).toHaveLength(3);
    expect(text).toMatch(/check-in month,currency.*\r\n.*2028-02,EUR,1,/);
  }
});

test('a report until the time of day counts the bookings of its last day only until that time', async () => {
  const [now] = await world.ownerDb<{ day: string; at: Date }[]>`
    SELECT (serai_now() AT TIME ZONE ${ZONE} - interval '1 year')::date::text AS day,
      (serai_now() AT TIME ZONE ${ZONE} - interval '1 year') AT TIME ZONE ${ZONE} AS at`;
  const { day, at } = now as { day: string; at: Date };
  for (const minutes of [-3_000, -60, 60]) {
    await world.ownerDb`
      UPDATE booking SET created_at = ${at}::timestamptz + make_interval(mins => ${minutes}) WHERE booking_id = ${await sell()}`;
  }
  await follow();
  const from = day.slice(0, 4);
  const counted = async (input: object) => {
    const query = { ...SANDBOX, withTotals: true, from: `${from}-01`, to: day, ...input };
    const { rows, totals } = await call('reports/show', query);
    return [...rows, ...totals].map(({ bookings }) => bookings);
  };
  for (const by of [['PARTNER'], ['HOTEL'], ['NATIONALITY']]) {
    expect(await counted({ by })).toEqual([3, 3]);
    expect(await counted({ by, untilTimeOfDay: true })).toEqual([2, 2]);
  }
  // Check-ins and whole months have no time of day.
  expect(await counted({ by: ['MONTH'], to: day.slice(0, 7), untilTimeOfDay: true })).toEqual([3, 3]);
});

test('a report that begins or ends within a month counts only the bookings of its days', async () => {
  const ids = [await sell(), await sell(), await sell()] as const;
  // One second before and after the end of 18 November in Madrid.
  for (const [at, createdAt, checkIn] of [
    [0, '2026-10-20T12:00:00Z', '2027-02-10'],
    [1, '2026-11-18T22:59:59Z', '2027-03-18'],
    [2, '2026-11-18T23:00:00Z', '2027-03-19'],
  ] as const) {
    await world.ownerDb`
      UPDATE booking SET created_at = ${createdAt}::text::timestamptz, check_in = ${checkIn}::text::date,
        check_out = ${checkIn}::text::date + 2 WHERE booking_id = ${ids[at]}`;
  }
  await follow();
  const counted = async (input: object) => {
    const sums = [];
    for (const by of [['PARTNER'], ['MONTH'], ['HOTEL'], ['HOTEL', 'MONTH']]) {
      for (const partner of ['org_a', null]) {
        const query = { ...SANDBOX, ...input, by, withTotals: true };
        const { rows, totals } = await call('reports/show', query, partner);
        const { text } = await call('reports/export', { ...SANDBOX, ...input, by }, partner);
        const exported = text.trim().split('\r\n').length - 1;
        expect(exported).toBe(rows.length);
        const sum = rows.reduce((all: number, { bookings }: Response) => all + bookings, 0);
        expect(sum).toBe(totals[0]?.bookings ?? 0);
        sums.push(sum);
      }
    }
    expect(new Set(sums).size).toBe(1);
    return sums[0];
  };
  const stay = { dateBasis: 'STAY' };
  expect(await counted({ from: '2026-10', to: '2026-11' })).toBe(3);
  expect(await counted({ from: '2026-10', to: '2026-11-18' })).toBe(2);
  expect(await counted({ from: '2026-11-19', to: '2026-12' })).toBe(1);
  expect(await counted({ from: '2026-11-01', to: '2026-11-18' })).toBe(1);
  expect(await counted({ from: '2026-10-21', to: '2026-11-17' })).toBe(0);
  expect(await counted({ ...stay, from: '2027-02', to: '2027-03-18' })).toBe(2);
  expect(await counted({ ...stay, from: '2027-03-19' })).toBe(1);
  expect(await counted({ ...stay, from: '2027-03-01', to: '2027-03-31' })).toBe(2);
});

test('the parts of an exported report form a complete CSV file', async () => {
  await sell();
  await world.ownerDb`UPDATE booking SET hotel_id = 'htl_a'`;
  await sell();
  await follow();
  const part = (cursor?: string) =>
    call('reports/export', { ...SANDBOX, by: ['MONTH', 'HOTEL'], page: { limit: 1, cursor } });
  const first = await part();
  const second = await part(first.page.nextCursor);
  expect(second.page.hasMore).toBe(false);
  expect((first.text + second.text).split('\r\n')).toHaveLength(4);
  expect(first.text).toMatch(
    /^hotel,hotel name,month,currency,bookings,cancelled,room nights,revenue,cost,margin,margin percent,average booking,average daily rate,room nights per booking,cancelled percent\r\n/,
  );
});
