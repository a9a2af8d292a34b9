import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BillingCalls, type Response } from '../../../../test/billing-calls.ts';
import {
  type BookingWorld,
  bookingContent,
  bookingWorld,
  RESERVATION,
} from '../../../../test/booking-world.ts';
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

  test('entries show the reference, holder, hotel and stay of their booking, but no name that was erased', async () => {
    const first = await sell();
    await world.time.advance(1_000);
    const second = await sell();
    await world.time.advance(1_000);
    await call('billing/payments/record', payment);
    await world.ownerDb`UPDATE booking SET people_key = NULL, holder_mark = NULL, erased_at = serai_now(), erased_because = 'REQUEST'
      WHERE booking_id = ${second}`;
    const { hotel } = bookingContent();
    const shownBy = async (entries: Promise<Response[]>) =>
      (await entries)
        .filter(({ kind }) => kind === 'CHARGE' || kind === 'PAYMENT')
        .map(({ bookingId, booking }) => [bookingId, booking?.guest, booking?.hotel, booking?.checkIn]);
    const month = await currentMonth();
    const listed = call('billing/entries/list', SANDBOX).then(({ entries }) => entries.toReversed());
    const onStatement = call('statements/show', { ...SANDBOX, month }).then(({ entries }) => entries);
    for (const shown of [await shownBy(listed), await shownBy(onStatement)]) {
      expect(shown).toEqual([
        [first, 'Ada Moreno', hotel.name, RESERVATION.checkIn],
        [second, null, hotel.name, RESERVATION.checkIn],
        [null, undefined, undefined, undefined],
      ]);
    }
    const { text } = await call('statements/export', { ...SANDBOX, month, format: 'CSV' });
    const lines = text.split('\r\n');
    expect(lines[0]).toMatch(/,client reference,guest,hotel,check-in,check-out,returned on$/);
    expect(lines[1]).toMatch(new RegExp(`,ref-quo_\\w+,Ada Moreno,${hotel.name},2\\d{3}-`));
    expect(text.match(/Ada Moreno/g)).toHaveLength(1);
    // The bookings of another partner are never read.
    const find = calls.parts().findBookings;
    expect((await find(world.db, 'org_b', [first])).size).toBe(0);
    expect((await find(world.db, 'org_a', [first])).size).toBe(1);
  });

  test('the sandbox and production have separate ledgers', async () => {
    await sell();
    expect((await call('billing/balances/list')).balances[0].balance).toEqual(eur('0.00'));
  });
});

describe('statements', () => {
  const month = '2027-01';
  const named = { ...SANDBOX, month };

  test('statements and reports refuse months outside the years 2000 to 2999', async () => {
    const range = { ...SANDBOX, by: ['MONTH'], dateBasis: 'STAY' };
    for (const refused of ['9999-12', '3000-01', '1999-12', '0001-01']) {
      const invalid = { name: 'ZodError' };
      expect(await failure('statements/show', { ...SANDBOX, month: refused })).toMatchObject(invalid);
      expect(await failure('reports/show', { ...range, from: `${refused}-05` })).toMatchObject(invalid);
      expect(await failure('reports/show', { ...range, to: `${refused}-05` })).toMatchObject(invalid);
    }
    for (const allowed of ['2000-01', '2999-12']) {
      await call('statements/show', { ...SANDBOX, month: allowed });
      await call('reports/show', { ...range, from: `${allowed}-05`, to: `${allowed}-06` });
    }
  });

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

async function toMonth(instant: string): Promise<void> {
  const [row] = await world.db<{ now: Date }[]>`SELECT serai_now() AS now`;
  await world.time.advance(Date.parse(instant) - (row?.now.getTime() ?? 0));
}

async function currentMonth(): Promise<string> {
  const [row] = await world.db<{ month: string }[]>`
    SELECT to_char(serai_now() AT TIME ZONE ${ZONE}, 'YYYY-MM') AS month`;
  return row?.month ?? '';
}
