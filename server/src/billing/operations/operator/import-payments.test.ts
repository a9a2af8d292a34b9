import { MAX_IMPORTED_PAYMENTS } from '@serai/contract/billing/payments.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BillingCalls, type Response } from '../../../../test/billing-calls.ts';
import { type BookingWorld, bookingWorld } from '../../../../test/booking-world.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const SANDBOX = { environment: 'sandbox' };
const HEAD = 'partner,amount,currency,transactionId,receivedOn';

let world: BookingWorld;
let calls: BillingCalls;
beforeAll(async () => {
  world = await bookingWorld();
  calls = new BillingCalls(world);
  await world.ownerDb`UPDATE organisation SET name = 'Northern Travel' WHERE id = 'org_a'`;
  await world.ownerDb`UPDATE organisation SET name = 'Café "Sur", S.L.' WHERE id = 'org_b'`;
});
afterAll(() => world?.drop());
beforeEach(() => calls.clear());

const importText = (text: string, more: object = {}): Promise<Response> =>
  calls.call('billing/payments/import', { ...SANDBOX, text, ...more }, null);

const importRows = (rows: readonly string[], more: object = {}) =>
  importText([HEAD, ...rows].join('\n'), more);

const failure = (result: Promise<Response>) =>
  result.then(
    () => undefined,
    error => error,
  );

const problemsOf = async (result: Promise<Response>) => {
  const { code, extras } = await failure(result);
  expect(code).toBe('VALIDATION_ERROR');
  return extras.details.map(({ line, message }: Response) => [line, message]);
};

const balanceOf = async (partner: string) =>
  (await calls.call('billing/balances/list', SANDBOX, partner)).balances[0].balance.amount;

const record = (amount: string, externalReference: string, receivedOn?: string) =>
  calls.call('billing/payments/record', { ...SANDBOX, amount: eur(amount), externalReference, receivedOn });

const returned = (externalReference: string) =>
  calls.call('billing/payments/return', { ...SANDBOX, externalReference, reason: 'Bounced' });

const outcomes = ({ rows }: Response) => rows.map(({ outcome }: Response) => outcome);

describe('the rows of a bank file', () => {
  test('a bank file records payments of several partners, by ID and by name, each with its own audit entry', async () => {
    const result = await importRows([
      'org_a,100,EUR,BANK-1,2026-01-05',
      '"Café ""Sur"", S.L.",20.50,EUR,BANK-3,',
      'Northern Travel,3.00,EUR,BANK-2,2026-01-06',
    ]);
    expect(result).toMatchObject({ written: true, recorded: 3, alreadyRecorded: 0, invalid: 0 });
    expect(result.rows[0]).toEqual({
      ...{ line: 2, outcome: 'RECORDED', partnerId: 'org_a', partnerName: 'Northern Travel' },
      ...{ amount: eur('100.00'), externalReference: 'BANK-1', receivedOn: '2026-01-05' },
      ...{ returnedOn: null, problems: [] },
    });
    expect([await balanceOf('org_a'), await balanceOf('org_b')]).toEqual(['-103.00', '-20.50']);
    expect(
      calls.audited.map(({ action, organisationId, after }) => [action, organisationId, after?.amount]),
    ).toEqual([
      ['billing/payments/import', 'org_a', eur('100.00')],
      ['billing/payments/import', 'org_b', eur('20.50')],
      ['billing/payments/import', 'org_a', eur('3.00')],
    ]);
    const { entries } = await calls.call('billing/entries/list', SANDBOX);
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({ kind: 'PAYMENT', actor: 'finance@example.com' });
  });

  test.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])(
    'may separate its cells by %s, begin with a byte order mark and use a decimal comma',
    async (_, sign) => {
      const lines = [
        ['Partner', 'Amount', 'Currency', 'Bank transaction ID', 'Received on'],
        ['Northern Travel', '1234,5', 'EUR', 'BANK-1', '2026-01-05'],
      ];
      const text = `\uFEFF${lines.map(cells => cells.join(sign)).join('\r\n')}\r\n`;
      expect((await importText(text)).rows[0].amount).toEqual(eur('1234.50'));
    },
  );

  test('a dry run of a bank file records nothing, and returns what would be recorded', async () => {
    const rows = ['org_a,100,EUR,BANK-1,', 'nobody,1,EUR,BANK-2,'];
    const result = await importRows(rows, { dryRun: true });
    expect(result).toMatchObject({ written: false, recorded: 1, invalid: 1 });
    expect(outcomes(result)).toEqual(['RECORDED', 'INVALID']);
    expect([await balanceOf('org_a'), calls.audited]).toEqual(['0.00', []]);
  });

  test('a bank file with an invalid row records nothing, and all problems are reported at once', async () => {
    const problems = await problemsOf(
      importRows([
        'org_a,100,EUR,BANK-1,2026-01-05',
        'nobody,1,EUR,BANK-2,',
        'org_a,1,USD,BANK-3,',
        'org_a,1.005,EUR,BANK-4,',
        'org_a,1.00005,EUR,BANK-5,',
        'org_a,"1,234",EUR,BANK-6,',
        'org_a,0,EUR,,05.01.2026',
        'org_a,-5,EUR,BANK-8,2999-01-01',
        'org_a,7,EUR,BANK-1,',
        ',7,EUR,BANK-9,',
        'org_a,7,EUR',
        `org_a,7,EUR,${'x'.repeat(65)},`,
        'org_a,7,euro,BANK-10,',
        'opr_1,7,EUR,BANK-11,',
        'org_a,7,EUR,"2,02608E+15",',
      ]),
    );
    expect(problems).toEqual([
      [3, 'There is no partner "nobody". Use its ID or its exact name.'],
      [4, 'Use the billing currency, EUR.'],
      [5, 'EUR amounts have at most 2 decimals.'],
      [6, 'EUR amounts have at most 2 decimals.'],
      [7, expect.stringMatching(/^"1,234" is not a valid amount\./)],
      [8, 'Use an amount above zero.'],
      [8, 'The bank transaction ID is missing.'],
      [8, '"05.01.2026": Use a date such as 2027-06-30.'],
      [9, expect.stringMatching(/^"-5" is not a valid amount\./)],
      [9, expect.stringMatching(/^A payment cannot be received in the future\./)],
      [10, 'Line 2 has the same partner and bank transaction ID.'],
      [11, 'Enter a partner or a statement number.'],
      [12, 'The row has 3 cells, but the first line has 5.'],
      [13, 'The bank transaction ID has more than 64 characters.'],
      [14, expect.stringMatching(/^Use the three-letter currency code/)],
      [15, 'There is no partner "opr_1". Use its ID or its exact name.'],
      [16, 'A spreadsheet has shortened this ID. Format the column as text and export the file again.'],
    ]);
    expect([await balanceOf('org_a'), calls.audited]).toEqual(['0.00', []]);
  });

  test('a row with spaces around its transaction ID is the payment that was recorded without them', async () => {
    await record('100', ' BANK-1 ');
    expect(outcomes(await importRows(['org_a,100,EUR,  BANK-1 ,']))).toEqual(['ALREADY_RECORDED']);
  });

  test('invalid rows of a bank file are left out only if the request says so', async () => {
    const rows = ['org_a,100,EUR,BANK-1,', 'nobody,1,EUR,BANK-2,', 'org_b,2,EUR,BANK-3,'];
    expect(await failure(importRows(rows))).toMatchObject({
      message: 'Nothing was recorded: 1 row is invalid. Correct it in the file and import it again.',
    });
    expect(await failure(importRows([...rows, 'nobody,1,EUR,BANK-4,']))).toMatchObject({
      message: 'Nothing was recorded: 2 rows are invalid. Correct them in the file and import it again.',
    });
    const result = await importRows(rows, { skipInvalid: true });
    expect(result).toMatchObject({ written: true, recorded: 2, invalid: 1 });
    expect([await balanceOf('org_a'), await balanceOf('org_b')]).toEqual(['-100.00', '-2.00']);
    expect(calls.audited).toHaveLength(2);
  });

  test('a bank file records nothing again when it is imported a second time, also concurrently', async () => {
    const rows = ['org_a,100,EUR,BANK-1,', 'org_b,2,EUR,BANK-2,'];
    const results = await Promise.all([
      importRows(rows),
      importRows(rows.toReversed()),
      importRows(['org_a,100,EUR,BANK-1,', 'org_b,2,EUR,BANK-2,', 'org_a,1,EUR,BANK-3,']),
    ]);
    const counts = results.map(({ recorded }) => recorded);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
    const again = await importRows(rows);
    expect(outcomes(again)).toEqual(['ALREADY_RECORDED', 'ALREADY_RECORDED']);
    expect([await balanceOf('org_a'), await balanceOf('org_b')]).toEqual(['-101.00', '-2.00']);
  });

  test('concurrent imports of one partner with rows in another order record each payment once', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => `org_a,1,EUR,BANK-${at},`);
    const results = await Promise.all([importRows(rows), importRows(rows.toReversed()), importRows(rows)]);
    expect(results.map(({ recorded }) => recorded).toSorted((a, b) => a - b)).toEqual([0, 0, 20]);
    expect(await balanceOf('org_a')).toBe('-20.00');
  });

  test('a payment that was returned is reported as recorded, and a known ID with another amount is invalid', async () => {
    await record('100', 'BANK-1');
    await record('5', 'BANK-2', '2026-01-05');
    await returned('BANK-2');
    const result = await importRows(['org_a,100,EUR,BANK-1,', 'org_a,5,EUR,BANK-2,2026-01-06']);
    expect(result).toMatchObject({ recorded: 0, alreadyRecorded: 2, invalid: 0 });
    expect(result.rows).toMatchObject([
      { returnedOn: null },
      { receivedOn: '2026-01-05', returnedOn: expect.stringMatching(/^\d{4}-/) },
    ]);
    const other = (amount: string) =>
      `A payment with this ID was recorded with another amount, ${amount} EUR. Check the amount in the file.`;
    expect(await problemsOf(importRows(['org_a,101,EUR,BANK-1,', 'org_a,6,EUR,BANK-2,']))).toEqual([
      [2, other('100.00')],
      [3, other('5.00')],
    ]);
    expect(await balanceOf('org_a')).toBe('-100.00');
  });

  test('a bank transaction is recorded for one partner only, also concurrently', async () => {
    expect(await problemsOf(importRows(['org_a,5,EUR,BANK-1,', 'org_b,5,EUR,BANK-1,']))).toEqual([
      [2, 'Line 3 has the same bank transaction ID for another partner.'],
      [3, 'Line 2 has the same bank transaction ID for another partner.'],
    ]);
    const results = await Promise.allSettled([
      importRows(['org_a,5,EUR,BANK-1,']),
      importRows(['org_b,5,EUR,BANK-1,']),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('an ID that is recorded for another partner is invalid until that payment is returned', async () => {
    await record('5', 'BANK-1');
    const rows = ['org_b,5,EUR,BANK-1,'];
    expect(await problemsOf(importRows(rows))).toEqual([
      [
        2,
        'This ID is recorded for Northern Travel. If it was recorded for the wrong partner, mark that payment as returned first.',
      ],
    ]);
    await returned('BANK-1');
    expect(await importRows(rows)).toMatchObject({ recorded: 1 });
    expect(await importRows(['org_a,5,EUR,BANK-1,'])).toMatchObject({ alreadyRecorded: 1 });
    expect([await balanceOf('org_a'), await balanceOf('org_b')]).toEqual(['0.00', '-5.00']);
  });

  test('a bank file must have the known columns, at least one payment, and not too many', async () => {
    const problem = async (text: string) => (await problemsOf(importText(text)))[0][1];
    expect(await problem('partner,amount\n')).toMatch(/^The column "currency" is missing\. The columns are:/);
    expect(await problem('amount,currency,transactionId\n')).toMatch(/^The column "partner" is missing\./);
    expect(await problem(`${HEAD},colour\n`)).toMatch(/^Unknown column "colour"\./);
    expect(await problem(`${HEAD},Received_on\n`)).toMatch(/^The column "receivedOn" appears twice\./);
    expect(await problem(`${HEAD}\n\n`)).toMatch(/^The file contains no payments\./);
    expect(await problem(`${HEAD}\n"org_a,1,EUR,BANK-1,\n`)).toMatch(/^A quote .* is not closed\./);
    expect(await problem(`${HEAD}\n\nCaf\uFFFD,1,EUR,BANK-1,\n`)).toBe(
      'The file is not saved as UTF-8. Save it as UTF-8 and choose it again.',
    );
    const rows = Array.from({ length: MAX_IMPORTED_PAYMENTS + 1 }, (_, at) => `org_a,1,EUR,BANK-${at},`);
    expect(await problem([HEAD, ...rows].join('\n'))).toMatch(/^The file has more than 1000 payments\./);
  });
});

test('empty cells at the end of the lines of a bank file are ignored', async () => {
  const text = `${HEAD},,\norg_a,1,EUR,BANK-1,,,\norg_a,2,EUR,BANK-2,\n`;
  expect(await importText(text)).toMatchObject({ recorded: 2 });
  expect(await problemsOf(importText(`${HEAD},\norg_a,1,EUR,BANK-3,,x\n`))).toEqual([
    [2, 'The row has 6 cells, but the first line has 5.'],
  ]);
});

describe('the statement of a payment', () => {
  const byStatement = (rows: readonly string[]) =>
    importText(['partner,statement,amount,currency,transactionId', ...rows].join('\n'));

  test('the statement of a payment names its partner, and must belong to the partner if both are given', async () => {
    await calls.call('billing/adjust', {
      ...{ ...SANDBOX, effect: 'OWES_MORE', amount: eur('50'), reason: 'Opening balance' },
    });
    const { month } = (await calls.call('statements/list', SANDBOX)).statements[0];
    await world.time.advance(40 * 86_400_000);
    const { number } = (await calls.call('statements/close', { ...SANDBOX, month })).statement;
    expect(
      await problemsOf(byStatement([`org_b,${number},50,EUR,BANK-1`, ',TEST-2027-01-9999,50,EUR,BANK-2'])),
    ).toEqual([
      [2, `Statement ${number} belongs to another partner, Northern Travel.`],
      [3, 'There is no closed statement TEST-2027-01-9999 in the sandbox.'],
    ]);
    const dryRun = await importText(
      'partner,statement,amount,currency,transactionId\norg_a,NONE-1,50,EUR,BANK-1\n',
      { dryRun: true },
    );
    expect(dryRun.rows[0]).toMatchObject({ outcome: 'INVALID', partnerName: 'Northern Travel' });
    const live = { environment: 'production' };
    const text = `statement,amount,currency,transactionId\n${number},50,EUR,BANK-1\n`;
    expect(await problemsOf(importText(text, live))).toEqual([
      [2, `There is no closed statement ${number} in production.`],
    ]);
    const result = await byStatement([`,${number},50,EUR,BANK-1`]);
    expect(result.rows[0]).toMatchObject({ outcome: 'RECORDED', partnerId: 'org_a' });
    expect(await balanceOf('org_a')).toBe('0.00');
  });
});

test('in a bank file, partners with the same name must be given by ID', async () => {
  await world.ownerDb`UPDATE organisation SET name = 'Twin' WHERE id IN ('org_a', 'org_b')`;
  expect(await problemsOf(importRows(['Twin,1,EUR,BANK-1,']))).toEqual([
    [2, 'Several partners are called "Twin". Use the ID of the partner.'],
  ]);
  expect(await importRows(['org_b,1,EUR,BANK-1,'])).toMatchObject({ recorded: 1 });
});
