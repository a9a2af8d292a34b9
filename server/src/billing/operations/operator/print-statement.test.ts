import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BillingCalls } from '../../../../test/billing-calls.ts';
import { type BookingWorld, bookingWorld } from '../../../../test/booking-world.ts';
import { pdfPages } from '../../../../test/pdf-text.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import type { OperatorContext } from '../../../platform/operations/operator/operator-handler.ts';
import { insertStatement } from '../../statements/statement-store.ts';
import { statementsPdf } from './print-statement.ts';
import { statementSearch } from './statement-search.ts';

const PARTNERS = ['org_a', 'org_b', 'org_c', 'org_d', 'org_e', 'org_f'];
const PRODUCTION = { environment: 'production', month: '2030-01' };
const SANDBOX = { environment: 'sandbox', month: '2030-01' };

let world: BookingWorld;
let calls: BillingCalls;
beforeAll(async () => {
  world = await bookingWorld();
  calls = new BillingCalls(world);
  await world.ownerDb`
    INSERT INTO organisation (id, name) SELECT id, upper(id) FROM unnest(${PARTNERS}::text[]) AS id ON CONFLICT DO NOTHING`;
});
afterAll(() => world?.drop());
beforeEach(() => calls.clear());

const until = (day: string) =>
  world.time.advanceDatabase(Date.parse(`${day}T12:00:00Z`) - world.time.databaseNowMs());
const owe = (environment: string, partner: string) => {
  const amount = { amount: '300.00', currency: 'EUR' };
  const charge = { environment, effect: 'OWES_MORE', amount, reason: 'Fee' };
  return calls.call('billing/adjust', charge, partner);
};
const close = async (named: object, partner: string): Promise<string> =>
  (await calls.call('statements/close', named, partner)).statement.number;

test('statements of a month are numbered without gaps, even if they are closed at once and some closings fail', async () => {
  await until('2030-01-10');
  for (const partner of PARTNERS) await owe('production', partner);
  await owe('sandbox', 'org_a');
  await until('2030-02-03');
  const open = await calls.call('statements/show', PRODUCTION);
  expect(open.statement.number).toBeNull();
  const undone = new Error('undone');
  const failing = (partner: string) =>
    inTransaction(world.db, async tx => {
      const at = new Date();
      await insertStatement(
        tx,
        {
          ...{ organisation_id: partner, environment: 'production', month: '2030-01', time_zone: 'UTC' },
          ...{ from_at: at, to_at: at, currency: 'EUR', opening_minor: 0, closing_minor: 0, totals: {} },
          closed_by: 'x',
        },
        null,
      );
      throw undone;
    }).catch(error => void expect(error).toBe(undone));
  const numbers = await Promise.all([
    failing('org_c'),
    ...PARTNERS.map(partner => close(PRODUCTION, partner)),
    failing('org_f'),
  ]);
  expect(numbers.filter(number => number !== undefined).toSorted()).toEqual(
    PARTNERS.map((_, index) => `2030-01-000${index + 1}`),
  );
  // Closing a statement again returns its number.
  expect(await close(PRODUCTION, 'org_b')).toBe(numbers[2]);
  expect(await close(SANDBOX, 'org_a')).toBe('TEST-2030-01-0001');
});

test('files of partner users wait for each other, and those of staff do not wait for them', async () => {
  await until('2030-02-10');
  await owe('production', 'org_a');
  await until('2030-03-03');
  await close({ month: '2030-02' }, 'org_a');
  const { printer, ...parts } = calls.parts();
  const queues: (string | undefined)[] = [];
  const print: typeof printer.print = (contents, partnerId) => {
    queues.push(partnerId);
    return printer.print(contents, partnerId);
  };
  for (const staff of [false, true]) {
    const context = { db: world.db, organisationId: 'org_a', staff } as unknown as OperatorContext;
    await statementsPdf({ ...parts, printer: { print } }).run(context, { month: '2030-02' } as never);
  }
  expect(queues).toEqual(['org_a', undefined]);
});

test('numbers have more digits after 9,999 statements, and a sandbox reset does not use them again', async () => {
  await until('2030-03-10');
  await owe('sandbox', 'org_a');
  await owe('sandbox', 'org_b');
  await until('2030-04-03');
  const named = { environment: 'sandbox', month: '2030-03' };
  await world.ownerDb`INSERT INTO statement_counter VALUES ('sandbox', '2030-03', 9998)`;
  expect(await close(named, 'org_a')).toBe('TEST-2030-03-9999');
  await world.ownerDb`SELECT * FROM reset_sandbox('org_a')`;
  expect(await close(named, 'org_b')).toBe('TEST-2030-03-10000');
});

test('statements are found by the beginning of their number, by users of another partner only their own', async () => {
  await until('2030-07-10');
  for (const partner of ['org_a', 'org_b']) await owe('sandbox', partner);
  await until('2030-08-03');
  for (const partner of ['org_a', 'org_b'])
    await close({ environment: 'sandbox', month: '2030-07' }, partner);
  const find = async (text: string, organisationId?: string) => {
    const query = { db: world.db, organisationId, companyId: 'opr', environments: ['sandbox'] as const };
    const results = await statementSearch.find({ ...query, text, limit: 6 });
    return results.map(({ title }) => title);
  };
  for (const text of ['2030-07-', 'test-2030-0']) {
    expect(await find(text)).toEqual(['TEST-2030-07-0001', 'TEST-2030-07-0002']);
    expect(await find(text, 'org_b')).toEqual(['TEST-2030-07-0002']);
  }
  expect(await find('TEST-2030-07-0001')).toEqual(['TEST-2030-07-0001']);
  for (const text of ['2030', '2030-08', 'TEST', "2030-0'"]) expect(await find(text)).toEqual([]);
});

test('many statements of production do not hide those of the sandbox in a search', async () => {
  const environments = ['production', 'sandbox'] as const;
  const month = '2030-08';
  for (const environment of environments) {
    for (const partner of ['org_a', 'org_b']) await owe(environment, partner);
  }
  await until('2030-09-03');
  for (const environment of environments) {
    for (const partner of ['org_a', 'org_b']) await close({ environment, month }, partner);
  }
  const query = { db: world.db, organisationId: undefined, companyId: 'opr', environments, text: '2030-08-' };
  const results = await statementSearch.find({ ...query, limit: 1 });
  expect(results.map(({ title }) => title)).toEqual(['2030-08-0001', 'TEST-2030-08-0001']);
});

test('a closed statement can be printed by users of its partner, and an open one is refused', async () => {
  await owe('production', 'org_a');
  const named = { environment: 'production', month: '2030-09' };
  const refused = await calls.call('statements/pdf', named).catch(error => error);
  expect(refused).toMatchObject({
    code: 'INVALID_STATE',
    message: 'The statement of 2030-09 is not closed yet. Close it before you print it.',
  });
  calls.staff = false;
  await expect(calls.call('statements/pdf', named)).rejects.toMatchObject({
    message: 'The statement of 2030-09 is not closed yet. It is available once the operator has closed it.',
  });
  calls.staff = true;
  await until('2030-10-03');
  const number = await close(named, 'org_a');
  calls.staff = false;
  const { filename, pdf } = await calls.call('statements/pdf', named);
  expect(filename).toBe(`statement-${number}.pdf`);
  const [page] = pdfPages(Buffer.from(pdf, 'base64'));
  for (const shown of [number, '300.00 EUR', 'Fee', 'ES91 2100 0418 4502 0005 1332']) {
    expect(page).toContain(shown);
  }
});
