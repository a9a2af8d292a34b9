import { LEGAL_EXAMPLE, OPERATOR_LEGAL_EXAMPLE } from '@serai/contract/account/company.ts';
import { PAYMENT_DETAILS_EXAMPLE } from '@serai/contract/account/payment-details.ts';
import { NO_PAYMENT_DETAILS } from '@serai/contract/account/payment-lines.ts';
import { showStatement } from '@serai/contract/billing/statements.ts';
import { expect, it } from 'vitest';
import { composeMail } from '../../platform/mail/mail.ts';
import { type StatementMailParts, statementMail } from './statement-mail.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const PARTS: StatementMailParts = {
  key: 'statement-mail/stm_1/1',
  kind: 'STATEMENT',
  to: 'invoices@northern.example',
  statement: {
    ...showStatement.examples.answer.statement,
    number: '2026-07-0003',
    charges: eur('4444.00'),
    payments: eur('20.00'),
    closing: eur('4544.00'),
  },
  openStatements: [],
  issuer: { name: 'Serai', ...OPERATOR_LEGAL_EXAMPLE, paymentDetails: PAYMENT_DETAILS_EXAMPLE },
  recipient: { name: 'Northern Travel', ...LEGAL_EXAMPLE },
  pdfs: [{ number: '2026-07-0003', pdf: Buffer.from('%PDF-') }],
  csv: 'time\r\n',
  dashboardUrl: 'https://dashboard.example.com',
};
const textOf = (more: Partial<StatementMailParts>) => {
  const { subject, text } = composeMail(statementMail({ ...PARTS, ...more }));
  return `${subject}\n\n${text}`;
};

it('the email with a statement states its number, totals, amount due and due date, where to pay and where to see it', () => {
  expect(textOf({})).toBe(`Statement 2026-07-0003 for July 2026 from Serai Hotels, S.L.

This is the July 2026 statement from Serai Hotels, S.L. for Northern Travel AB.

Statement number: 2026-07-0003
Opening balance: 120.00 EUR
Charges: 4,444.00 EUR
Payments: -20.00 EUR
Closing balance: 4,544.00 EUR

Amount due: 494.00 EUR (including earlier statements)
Due date: 15 August 2026

Pay to:
Account holder: Serai Hotels, S.L.
IBAN: ES91 2100 0418 4502 0005 1332
BIC: BANKESMM
Bank: Example Bank
Reference: 2026-07-0003
Note: Use the statement number as the reference.

The statement is attached as a PDF file, and its entries as a CSV file.

If you have questions, reply to this email or write to billing@example.com.

Serai Hotels, S.L.

View the statement in the dashboard:
https://dashboard.example.com/production/billing/statements/2026-07?partner=prt_01J9ZC4T3E
`);
});

const OVERDUE = { ...PARTS.statement, payment: 'OVERDUE' as const };
const JULY = { number: '2026-07-0003', month: '2026-07', dueOn: '2026-08-15', unpaid: eur('444.00') };
const JUNE = { number: '2026-06-0002', month: '2026-06', dueOn: null, unpaid: eur('50.00') };

it('a reminder lists the statements that are not paid in full, oldest first, and their total', () => {
  const text = textOf({ kind: 'REMINDER', statement: OVERDUE, openStatements: [JUNE, JULY] });
  expect(text).toMatch(/^Payment reminder: 494\.00 EUR overdue\n/);
  expect(text).toContain(`These statements for Northern Travel AB have not been paid in full:

Statement     Due                 Unpaid
2026-06-0002  No due date      50.00 EUR
2026-07-0003  15 August 2026  444.00 EUR

Amount due: 494.00 EUR

Please pay this amount.`);
  const { html } = composeMail(
    statementMail({ ...PARTS, kind: 'REMINDER', statement: OVERDUE, openStatements: [JUNE, JULY] }),
  );
  expect(html).toContain('<tr><td align="left">2026-06-0002</td><td align="left">No due date</td>');
  expect(textOf({ kind: 'REMINDER', openStatements: [JULY] })).toContain(
    'This statement for Northern Travel AB has not been paid in full:',
  );
});

it('a reminder states what is unpaid and since when, if the other statements are not known', () => {
  const text = textOf({ kind: 'REMINDER', statement: OVERDUE });
  expect(text).toContain('Payment reminder: 494.00 EUR overdue');
  // Without a due date, a statement is never overdue.
  expect(textOf({ kind: 'REMINDER' })).toContain('Payment reminder: 494.00 EUR due');
  expect(text).toContain(
    'The July 2026 statement for Northern Travel AB has not been paid in full. It was due on 15 August 2026.',
  );
  expect(text).toContain('Amount due: 494.00 EUR (including earlier statements)');
  expect(text).toContain('please ignore this reminder');
  expect(text).toContain('IBAN: ES91 2100 0418 4502 0005 1332');
  const issuer = { ...PARTS.issuer, paymentDetails: NO_PAYMENT_DETAILS };
  expect(textOf({ kind: 'REMINDER', issuer })).not.toContain('Pay to');
});

it('an email about a paid statement asks for nothing, and one of the sandbox says that there is nothing to pay', () => {
  const paid = { ...PARTS.statement, payment: 'PAID' as const, unpaid: eur('0.00'), amountDue: eur('0.00') };
  expect(textOf({ statement: paid })).toContain('Nothing is due for this statement.');
  expect(textOf({ statement: paid })).not.toContain('IBAN');
  const sandbox = textOf({ statement: { ...PARTS.statement, environment: 'sandbox' } });
  expect(sandbox).toMatch(/^\[Sandbox\] Statement 2026-07-0003 for July 2026/);
  expect(sandbox).toContain('There is nothing to pay.');
});

it('an email says nothing about the amount due if it is not known whether the statement was paid', () => {
  const unknown = { ...PARTS.statement, payment: null, unpaid: null, amountDue: null };
  const text = textOf({ statement: unknown });
  expect(text).toContain('Closing balance: 4,544.00 EUR\n\nThe statement is attached');
  expect(text).not.toMatch(/due/i);
});

it('the PDF and the CSV file are attached under the number of the statement', () => {
  expect(statementMail(PARTS).attachments).toEqual([
    {
      filename: 'statement-2026-07-0003.pdf',
      contentType: 'application/pdf',
      content: Buffer.from('%PDF-').toString('base64'),
      encoding: 'base64',
    },
    {
      filename: 'statement-2026-07-0003.csv',
      contentType: 'text/csv; charset=utf-8',
      content: '\uFEFFtime\r\n',
    },
  ]);
});

it('a reminder says which statements are attached, and names those that are not', () => {
  const june = { number: '2026-06-0002', pdf: Buffer.from('%PDF-') };
  const listed = { kind: 'REMINDER', openStatements: [JUNE, JULY] } as const;
  expect(textOf({ ...listed, pdfs: [june, ...PARTS.pdfs] })).toContain(
    'The statements are attached as PDF files, and the entries of statement 2026-07-0003 as a CSV file.\n\nIf you have',
  );
  expect(textOf(listed)).toContain(
    'Not attached, to limit the size of this email: 2026-06-0002. You can find these statements in the dashboard.',
  );
  expect(textOf({ ...listed, pdfs: [june, ...PARTS.pdfs], csv: undefined })).toContain(
    'The statements are attached as PDF files. Statement 2026-07-0003 has too many entries for an email',
  );
});

it('a statement with too many entries is sent without a CSV file', () => {
  const mail = statementMail({ ...PARTS, csv: undefined });
  expect(mail.attachments).toMatchObject([{ filename: 'statement-2026-07-0003.pdf' }]);
  expect(mail.paragraphs).toContainEqual(expect.stringContaining('It has too many entries for an email'));
});
