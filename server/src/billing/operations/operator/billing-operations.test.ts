import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BILLING, BillingCalls, type Response } from '../../../../test/billing-calls.ts';
import { type BookingWorld, bookingWorld, RESERVATION } from '../../../../test/booking-world.ts';
import { followReports } from '../../../../test/follow-reports.ts';
import { rowsRead } from '../../../../test/rows-read.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { OperatorContext } from '../../../platform/operations/operator/operator-handler.ts';
import type { BillingParts } from './billing-parts.ts';
import { statementsList } from './statements.ts';

const ZONE = 'Europe/Madrid';
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

const SANDBOX = { environment: 'sandbox' };
const payment = { ...SANDBOX, amount: eur('100'), externalReference: 'BANK-1' };

describe('lists', () => {
  test('ledger entries are listed in pages, newest first, without gaps', async () => {
    for (let i = 0; i < 3; i++) {
      await sell();
      await world.time.advance(1_000);
    }
    const all = (await call('billing/entries/list', SANDBOX)).entries;
    expect(all).toHaveLength(9);
    const paged = [];
    let cursor: string | undefined;
    do {
      const { entries, page } = await call('billing/entries/list', {
        ...SANDBOX,
        page: { limit: 2, cursor },
      });
      paged.push(...entries);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(paged).toEqual(all);
    expect((await call('billing/entries/list', { ...SANDBOX, kinds: ['CHARGE'] })).entries).toHaveLength(3);
  });

  test('a partner sees only its own balance and entries', async () => {
    await sell();
    expect((await call('billing/entries/list', SANDBOX, 'org_b')).entries).toEqual([]);
    const { balances } = await call('billing/balances/list', SANDBOX, 'org_b');
    expect(balances).toMatchObject([{ partnerId: 'org_b', balance: eur('0.00') }]);
    const everyone = await call('billing/balances/list', SANDBOX, null);
    expect(everyone.balances.map(({ partnerId }: Response) => partnerId)).toEqual(['org_a', 'org_b']);
  });

  test('the sandbox and production have separate ledgers', async () => {
    await sell();
    expect((await call('billing/balances/list')).balances[0].balance).toEqual(eur('0.00'));
  });
});

describe('statements', () => {
  const month = '2027-01';
  const named = { ...SANDBOX, month };

  test('the statement of a month that has not ended cannot be closed', async () => {
    await sell();
    expect(await failure('statements/close', named)).toMatchObject({ code: 'INVALID_STATE' });
    expect((await call('statements/show', named)).statement).toMatchObject({
      status: 'OPEN',
      closing: eur('444.00'),
    });
  });

  test('a closed statement never changes, and later entries are on the next statement', async () => {
    await sell();
    await call('billing/payments/record', payment);
    await toMonth('2027-02-01T00:00:00+01:00');
    const { statement } = await call('statements/close', named);
    expect(statement).toMatchObject({
      status: 'CLOSED',
      from: '2026-12-31T23:00:00Z',
      to: '2027-01-31T23:00:00Z',
      opening: eur('0.00'),
      charges: eur('444.00'),
      payments: eur('100.00'),
      closing: eur('344.00'),
      entries: 2,
      closedBy: 'finance@example.com',
    });
    expect((await call('statements/close', named)).statement).toEqual(statement);
    // Simulates an entry whose transaction began in January.
    await world.ownerDb`
      INSERT INTO ledger_entry (posting_id, line, organisation_id, environment, kind, debit, credit, currency, amount_minor, at, actor,
        owed_change, held_change)
      VALUES ('pst_late', 1, 'org_a', 'sandbox', 'ADJUSTMENT', 'PARTNER', 'ADJUSTMENTS', 'EUR', 100, '2027-01-31T22:59:59Z', 'x', 100, 0)`;
    expect((await call('statements/show', named)).statement).toEqual(statement);
    const next = await call('statements/show', { ...named, month: '2027-02' });
    expect(next.statement).toMatchObject({
      opening: eur('344.00'),
      adjustments: eur('1.00'),
      closing: eur('345.00'),
    });
    expect(next.entries).toHaveLength(1);
    const { statements } = await call('statements/list', SANDBOX);
    expect(statements.map(({ month, status }: Response) => `${month} ${status}`)).toEqual([
      '2027-02 OPEN',
      '2027-01 CLOSED',
    ]);
    await expect(world.db`UPDATE statement SET closing_minor = 0`).rejects.toThrow('permission denied');
    await expect(world.db`DELETE FROM statement`).rejects.toThrow('permission denied');
  });

  test('listing open statements does not read all earlier entries again for each month', async () => {
    await sell();
    for (const start of ['2027-03-01', '2027-04-01', '2027-05-01']) {
      await toMonth(`${start}T00:00:00+02:00`);
      await sell();
    }
    const list = async (db: Database) => {
      const context = { db, organisationId: 'org_a', partnerId: 'org_a' } as unknown as OperatorContext;
      const parts = { cursorKey: Buffer.alloc(32), timeZone: async () => ZONE } as unknown as BillingParts;
      return (await statementsList(parts).run(context, SANDBOX as never)) as Response;
    };
    const { statements, rows } = await world.db.transaction(async tx => {
      const before = await rowsRead(tx, 'ledger_entry');
      const listed = await list(tx);
      return { ...listed, rows: (await rowsRead(tx, 'ledger_entry')) - before };
    });
    expect(statements.length).toBeGreaterThan(3);
    for (const statement of statements) {
      const shown = await call('statements/show', { ...SANDBOX, month: statement.month });
      expect(shown.statement).toEqual(statement);
    }
    const [all] = await world.db<{ entries: number }[]>`SELECT count(*)::int AS entries FROM ledger_entry`;
    expect(rows).toBeLessThan(2 * (all?.entries ?? 0));
  });

  test('a statement of a partner without entries cannot be closed', async () => {
    expect(await failure('statements/close', { ...named, month: '2026-01' })).toMatchObject({
      code: 'INVALID_STATE',
    });
  });

  test('the parts of an exported statement form a complete CSV file or HTML page', async () => {
    for (const i of [1, 2, 3]) {
      await call('billing/adjust', {
        ...SANDBOX,
        effect: 'OWES_MORE',
        amount: eur(`${i}`),
        reason: `=<b>${i}`,
      });
      await world.time.advance(1_000);
    }
    const now = await currentMonth();
    const join = async (format: string) => {
      let text = '';
      let cursor: string | undefined;
      do {
        const part = await call('statements/export', {
          ...SANDBOX,
          month: now,
          format,
          page: { limit: 2, cursor },
        });
        text += part.text;
        cursor = part.page.nextCursor ?? undefined;
      } while (cursor);
      return text;
    };
    const lines = (await join('CSV')).split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[1]).toContain("'=<b>1,1.00,EUR");
    const html = await join('HTML');
    expect(html.match(/<tr><td>/g)).toHaveLength(3);
    expect(html).toContain('=&lt;b&gt;3');
    expect(html.endsWith('</html>\n')).toBe(true);
    expect(html.match(/<html/g)).toHaveLength(1);
    expect(html).toContain('Serai Hotels, S.L.');
    expect((await call('statements/show', { ...SANDBOX, month: now })).recipient).toMatchObject({
      name: 'A',
    });
  });
});

test('a statement ends where the next closed statement starts, even if the time zone has changed since then', async () => {
  const adjust = () =>
    call('billing/adjust', { ...SANDBOX, effect: 'OWES_MORE', amount: eur('1.00'), reason: 'Fee' });
  const close = async (month: string) => (await call('statements/close', { ...SANDBOX, month })).statement;
  await toMonth('2027-03-20T00:00:00Z');
  await adjust();
  // Still March in New York.
  await toMonth('2027-04-01T02:00:00Z');
  await adjust();
  await toMonth('2027-05-10T00:00:00Z');
  const april = await close('2027-04');
  calls.zone = 'America/New_York';
  const march = await close('2027-03');
  calls.zone = ZONE;
  expect(march).toMatchObject({ to: april.from, entries: 1, closing: april.opening });
  expect(april).toMatchObject({ opening: eur('1.00'), entries: 1, closing: eur('2.00') });
});

describe('reports', () => {
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
      // The penalty of 44.00 EUR belongs to the revenue.
      expect(rows).toMatchObject([
        { averageBooking: eur('488.00'), averageDailyRate: eur('122.00'), cancelledPercent: 50 },
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

  test('stays that guests pay at the property have no averages, because their prices are no revenue', async () => {
    await world.ownerDb`
      UPDATE booking SET content = jsonb_set(content::jsonb, '{payment,type}', '"PAY_AT_PROPERTY"')::json
      WHERE booking_id = ${await sell()}`;
    await follow();
    const { rows } = await call('reports/show', { ...SANDBOX, by: ['MONTH'] });
    expect(rows).toMatchObject([{ roomNights: 4, averageBooking: null, averageDailyRate: null }]);
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
});

async function toMonth(instant: string): Promise<void> {
  const [row] = await world.db<{ now: Date }[]>`SELECT serai_now() AS now`;
  await world.time.advance(Date.parse(instant) - (row?.now.getTime() ?? 0));
}

async function currentMonth(): Promise<string> {
  const [row] = await world.db<{ month: string }[]>`
    SELECT to_char(serai_now() AT TIME ZONE ${ZONE}, 'YYYY-MM') AS month`;
  return row?.month ?? '';
}
