import { LEGAL_EXAMPLE, OPERATOR_LEGAL_EXAMPLE } from '@serai/contract/account/company.ts';
import { PAYMENT_DETAILS_EXAMPLE } from '@serai/contract/account/payment-details.ts';
import { showStatement } from '@serai/contract/billing/statements.ts';
import { expect, test } from 'vitest';
import { pdfPages } from '../../../test/pdf-text.ts';
import type { EntryWithBooking } from '../ledger/entry-list-store.ts';
import { type PrintedStatement, statementPdf } from './statement-pdf.ts';

const ENTRY = {
  kind: 'CHARGE',
  debit: 'PARTNER',
  credit: 'SALES',
  currency: 'EUR',
  amount_minor: 444_400,
  // In the time zone of the statement, this is a day of July.
  at: new Date('2026-06-30T22:30:00Z'),
  booking_id: 'bkg_7Q2M4K9TXA1WZB3EHV6C',
  external_reference: null,
  reason: null,
  received_on: null,
  returned: null,
} as EntryWithBooking;
const PAYMENT = {
  ...ENTRY,
  kind: 'PAYMENT',
  debit: 'CASH',
  credit: 'PARTNER',
  amount_minor: 2_000,
  booking_id: null,
  external_reference: 'BANK-2026-0815',
  received_on: '2026-07-12',
} as EntryWithBooking;
const PRINTED: PrintedStatement = {
  statement: {
    ...showStatement.examples.answer.statement,
    charges: { amount: '4444.00', currency: 'EUR' },
    payments: { amount: '20.00', currency: 'EUR' },
  },
  issuer: { name: 'Serai', ...OPERATOR_LEGAL_EXAMPLE, paymentDetails: PAYMENT_DETAILS_EXAMPLE },
  recipient: { name: 'Northern Travel', ...LEGAL_EXAMPLE },
  entries: [ENTRY, PAYMENT],
};
const pagesOf = async (more: Partial<PrintedStatement>) =>
  pdfPages(await statementPdf({ ...PRINTED, ...more }));

test('the PDF of a statement contains both companies, number, period, entries, totals, due date and payment details', async () => {
  const pages = await pagesOf({});
  expect(pages).toHaveLength(1);
  const lines = pages[0]?.split('\n') ?? [];
  const expected = [
    'Serai Hotels, S.L.',
    'Northern Travel AB',
    '2026-07-0003',
    'July 2026 (Europe/Madrid)',
    '1 Jul 2026',
    'Charge',
    'bkg_7Q2M4K9TXA1WZB3EHV6C',
    '4,444.00',
    // The opening balance is 120.00.
    '4,564.00',
    'BANK-2026-0815, received on 12 July 2026',
    '-20.00',
    '4,544.00',
    '4,444.00 EUR',
    '-20.00 EUR',
    '564.00 EUR',
    '15 August 2026',
    'Reference',
    'ES91 2100 0418 4502 0005 1332',
  ];
  expect(expected.filter(text => !lines.includes(text))).toEqual([]);
  // The number is in the heading, among the facts, and with the bank account.
  expect(lines.filter(line => line === '2026-07-0003')).toHaveLength(3);
  expect(pages[0]).toContain('494.00 EUR (including earlier');
});

test('the PDF names the reference, the holder, the hotel and the stay of a booking, with its ID', async () => {
  const booking = {
    ...{ clientReference: 'TEST-2', guest: 'Mary Delacroix', hotel: 'Casa Luna' },
    ...{ checkIn: '2027-01-17', checkOut: '2027-01-20' },
  };
  const [page] = await pagesOf({ entries: [{ ...ENTRY, booking }] });
  expect(page?.replaceAll(/\s+/g, ' ')).toContain(
    'TEST-2 · Mary Delacroix · Casa Luna, 17–20 Jan 2027, bkg_7Q2M4K9TXA1WZB3EHV6C',
  );
});

test('the PDF of a sandbox statement never shows a bank account', async () => {
  const [page] = await pagesOf({ statement: { ...PRINTED.statement, environment: 'sandbox' } });
  expect(page).toContain('Sandbox, nothing to pay');
  expect(page).not.toContain('IBAN');
  expect(page).not.toContain('ES91');
});

test('the PDF states that nothing is due only if the statement is paid, and not if that is unknown', async () => {
  const [paid] = await pagesOf({ statement: { ...PRINTED.statement, payment: 'PAID', amountDue: null } });
  expect(paid).toMatch(/Amount due\s*Nothing/);
  const unknown = { ...PRINTED.statement, payment: null, unpaid: null, amountDue: null };
  expect((await pagesOf({ statement: unknown }))[0]).not.toMatch(/Amount due/);
});

test('a long statement has the headings and its number on every page, and wraps long reasons', async () => {
  const reason =
    'Correction of a booking whose price was entered in the wrong currency, agreed by telephone. '.repeat(3);
  const pages = await pagesOf({ entries: Array.from({ length: 60 }, () => ({ ...ENTRY, reason })) });
  expect(pages.length).toBeGreaterThan(2);
  pages.forEach((page, index) => {
    expect(page).toContain(`Statement 2026-07-0003, page ${index + 1} of ${pages.length}`);
  });
  // The sums and payment details may have the last page to themselves.
  for (const page of pages.slice(0, -1)) expect(page).toContain('Booking or reference');
  const text = pages.join('\n');
  expect(text.match(/^4,444\.00$/gm)).toHaveLength(60);
  expect(text.match(/telephone/g)).toHaveLength(180);
});

test('a statement with too many entries is printed with its totals only', async () => {
  const [page] = await pagesOf({ entries: undefined, statement: { ...PRINTED.statement, entries: 5_001 } });
  expect(page).toContain('This statement has 5,001 entries');
  expect(page).toContain('564.00 EUR');
});
