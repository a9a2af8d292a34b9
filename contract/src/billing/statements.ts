import { z } from 'zod';
import { LEGAL_EXAMPLE, OPERATOR_LEGAL_EXAMPLE, statementParty } from '../account/company.ts';
import { actor, anyPartner, emailAddress, onePartner } from '../account/fields.ts';
import { PAYMENT_DETAILS_EXAMPLE, paymentDetails } from '../account/payment-details.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { partnerId } from '../shared/ids.ts';
import { money } from '../shared/money.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { anyCount, calendarDate, choice, currencyCode, flag, instant, timeZone } from '../shared/values.ts';
import { billingEnvironment, CHARGE_EXAMPLE, ledgerEntry, month } from './ledger-entry.ts';

const mailKind = () =>
  choice(['STATEMENT', 'REMINDER']).describe(
    'STATEMENT: the statement itself. REMINDER: asks for the payment.',
  );

const statementMail = () =>
  z.strictObject({
    to: z.string().describe('Email address of the recipient.'),
    at: instant().describe('When staff asked to send the email.'),
    by: actor(),
    state: choice(['QUEUED', 'SENT', 'FAILED']).describe(
      'QUEUED: not sent yet, or it is being retried. SENT: the mail server has accepted it. FAILED: it was refused, or could not be sent for three days.',
    ),
    response: z
      .string()
      .nullable()
      .describe(
        'The response of the mail server, or the error if it could not be reached. Null until the first attempt to send the email, and for emails of an earlier version.',
      ),
  });

export const statement = z.strictObject({
  statementId: z.string().nullable().describe('Null while the statement is open.'),
  number: z
    .string()
    .nullable()
    .describe(
      'The month and a running number of the installation, assigned without gaps when a statement is closed. It is the reference for the payment. In the sandbox it begins with `TEST-`. Null while the statement is open.',
    ),
  partnerId: partnerId(),
  partnerName: z.string(),
  environment: environment(),
  month: month(),
  status: choice(['OPEN', 'CLOSED']).describe(
    'A closed statement never changes. Later entries appear on the next statement.',
  ),
  timeZone: timeZone(),
  from: instant().describe('Start of the month (inclusive).'),
  to: instant().describe('End of the month (exclusive).'),
  currency: currencyCode(),
  opening: money().describe('The amount that the partner owed at the start. Negative if it had funds.'),
  charges: money(),
  refunds: money(),
  penalties: money(),
  payments: money().describe('Payments that were recorded in the month, also if they were returned later.'),
  returnedPayments: money().describe(
    'Payments of this or earlier months whose return was recorded in the month. They raise the amount that the partner owes.',
  ),
  adjustments: money().describe(
    'Sum of the adjustments. Negative if they lower the amount that the partner owes.',
  ),
  closing: money().describe(
    '`opening` + `charges` − `refunds` + `penalties` − `payments` + `returnedPayments` + `adjustments`.',
  ),
  entries: anyCount().describe('Number of entries. HOLD and RELEASE entries do not count.'),
  closedAt: instant().nullable(),
  closedBy: actor().nullable(),
  dueOn: calendarDate()
    .nullable()
    .describe(
      'Last day for the payment, in the time zone of the statement. Null while it is open, if the partner had no payment terms when it was closed, and if the closing balance is not above zero.',
    ),
  payment: choice(['PAID', 'UNPAID', 'OVERDUE'])
    .nullable()
    .describe(
      'Whether the closing balance is paid in full. Payments settle the oldest charges first. A returned payment settles nothing. OVERDUE: it is unpaid, and `dueOn` has passed. Null while the statement is open, and if it ended more than 12 months ago while older debt exists, because it is then not known. Also null on further pages of `statements/show`.',
    ),
  unpaid: money()
    .nullable()
    .describe(
      'The unpaid part of the amount that this statement added to the debt. Earlier statements are not included, so these amounts and the charges that are on no closed statement yet add up to the balance. Only the oldest statement of the last 12 months includes earlier debt. Zero if the statement is paid. Null if `payment` is null, and if the closing balance is not above zero.',
    ),
  amountDue: money()
    .nullable()
    .describe(
      'The unpaid part of the closing balance, including earlier statements. It is higher than the closing balance if a payment that had settled earlier statements was returned after the end of the month. Null if `unpaid` is null.',
    ),
  sent: statementMail()
    .nullable()
    .describe(
      'The last email with the statement. Null if it was never sent, for partner users, and on further pages of `statements/show`.',
    ),
  reminded: statementMail()
    .nullable()
    .describe(
      'The last payment reminder that asked for this statement, also together with others. Null in the same cases as `sent`.',
    ),
});

const eur = (amount: string) => ({ amount, currency: 'EUR' });

const STATEMENT_EXAMPLE = {
  statementId: 'stm_7Q2M4K9TXA1WZB3EHV6C',
  number: '2026-07-0003',
  partnerId: 'prt_01J9ZC4T3E',
  partnerName: 'Northern Travel',
  environment: 'production',
  month: '2026-07',
  status: 'CLOSED',
  timeZone: 'Europe/Madrid',
  from: '2026-06-30T22:00:00Z',
  to: '2026-07-31T22:00:00Z',
  currency: 'EUR',
  opening: eur('120.00'),
  charges: eur('444.00'),
  refunds: eur('0.00'),
  penalties: eur('0.00'),
  payments: eur('0.00'),
  returnedPayments: eur('0.00'),
  adjustments: eur('0.00'),
  closing: eur('564.00'),
  entries: 1,
  closedAt: '2026-08-01T07:30:00Z',
  closedBy: 'finance@example.com',
  dueOn: '2026-08-15',
  payment: 'UNPAID',
  unpaid: eur('444.00'),
  amountDue: eur('494.00'),
  sent: {
    to: 'invoices@northern.example',
    at: '2026-08-01T07:35:00Z',
    by: 'finance@example.com',
    state: 'SENT',
    response: '250 2.0.0 Ok: queued as 4F1C2A',
  },
  reminded: null,
} satisfies z.input<typeof statement>;

const canSend = () => flag().describe('Whether the installation can send emails.');

const named = () => ({ ...onePartner(), environment: billingEnvironment(), month: month() });
const NAMED_EXAMPLE = { partnerId: 'prt_01J9ZC4T3E', month: '2026-07' };

/** More lines would take too long to lay out, and nobody reads them on paper. */
export const MAX_PRINTED_ENTRIES = 5_000;

/** Mail servers often refuse emails of more than 10 MB, and files in an email are a third larger. */
export const MAX_ATTACHED_STATEMENTS = 6;
export const MAX_ATTACHED_MB = 5;

export const listStatements = defineOperatorOperation({
  name: 'statements/list',
  permission: 'billing:view',
  partner: 'optional',
  summary: 'List statements',
  description:
    'Returns one statement for each month since the first entry, the latest month first. Partner users see only their own statements.',
  input: z.strictObject({
    ...anyPartner(),
    environment: billingEnvironment(),
    month: month().optional().describe('Only this month.'),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({ statements: z.array(statement), canSend: canSend(), page: pageOutput() }),
  errors: ['NOT_FOUND', 'INVALID_CURSOR'],
  examples: {
    request: { month: '2026-07' },
    answer: { statements: [STATEMENT_EXAMPLE], canSend: true, page: { nextCursor: null, hasMore: false } },
  },
});

export const showStatement = defineOperatorOperation({
  name: 'statements/show',
  permission: 'billing:view',
  partner: 'one',
  summary: 'Show a statement',
  description:
    'Returns the statement of a calendar month with its entries, oldest first. A month that is not closed yet is calculated from the entries so far.',
  input: z.strictObject({ ...named(), page: pageInput(500, 100) }),
  output: z.strictObject({
    statement,
    issuer: statementParty().extend({ paymentDetails: paymentDetails() }).describe('The operator.'),
    recipient: statementParty().describe('The partner.'),
    canSend: canSend(),
    entries: z.array(ledgerEntry),
    page: pageOutput(),
  }),
  errors: ['NOT_FOUND', 'INVALID_CURSOR'],
  examples: {
    request: NAMED_EXAMPLE,
    answer: {
      statement: STATEMENT_EXAMPLE,
      issuer: {
        name: 'Serai Hotels',
        ...OPERATOR_LEGAL_EXAMPLE,
        paymentDetails: PAYMENT_DETAILS_EXAMPLE,
      },
      recipient: { name: 'Northern Travel', ...LEGAL_EXAMPLE },
      canSend: true,
      entries: [CHARGE_EXAMPLE],
      page: { nextCursor: null, hasMore: false },
    },
  },
});

export const exportStatement = defineOperatorOperation({
  name: 'statements/export',
  permission: 'billing:view',
  partner: 'one',
  summary: 'Export a statement',
  description:
    'Returns the statement as CSV or as a printable page, in parts. Join the parts in order until `hasMore` is false.',
  input: z.strictObject({
    ...named(),
    format: choice(['CSV', 'HTML']).describe('HTML returns a printable page without scripts.'),
    page: pageInput(5_000, 2_000),
  }),
  output: z.strictObject({ text: z.string(), page: pageOutput() }),
  errors: ['NOT_FOUND', 'INVALID_CURSOR'],
  examples: {
    request: { ...NAMED_EXAMPLE, format: 'CSV' },
    answer: {
      text: 'time,kind,booking,reference,reason,owed,currency,received on,statement,client reference,guest,hotel,check-in,check-out,returned on\r\n2026-07-02T10:15:00Z,CHARGE,bkg_7Q2M4K9TXA1WZB3EHV6C,,,444.00,EUR,,2026-07-0003,NT-2026-1184,Mary Delacroix,Casa Luna,2026-07-17,2026-07-20,\r\n',
      page: { nextCursor: null, hasMore: false },
    },
  },
});

export const printStatement = defineOperatorOperation({
  name: 'statements/pdf',
  permission: 'billing:view',
  partner: 'one',
  summary: 'Show a statement as PDF',
  description: `Returns a closed statement as a PDF file, with its totals, payment details and entries. If there are more than ${MAX_PRINTED_ENTRIES.toLocaleString('en')} entries, the file contains only the totals. The embedded font covers Latin, Greek, Cyrillic and Devanagari. An open statement returns \`INVALID_STATE\`.`,
  input: z.strictObject(named()),
  output: z.strictObject({
    filename: z.string(),
    pdf: z.string().describe('The file in base64.'),
  }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: NAMED_EXAMPLE,
    answer: { filename: 'statement-2026-07-0003.pdf', pdf: 'JVBERi0xLjMK' },
  },
});

export const closeStatement = defineOperatorOperation({
  name: 'statements/close',
  permission: 'billing:edit',
  partner: 'one',
  summary: 'Close a statement',
  description:
    'Permanently closes the statement of a past month and assigns its number. Closing it again returns the same statement. A month that is not over yet, or a partner without entries, returns `INVALID_STATE`.',
  input: z.strictObject(named()),
  output: z.strictObject({ statement }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: { request: NAMED_EXAMPLE, answer: { statement: STATEMENT_EXAMPLE } },
});

export const sendStatement = defineOperatorOperation({
  name: 'statements/send',
  permission: 'billing:edit',
  partner: 'one',
  summary: 'Send a statement or a reminder',
  description: `Sends a closed statement by email, or a reminder that asks for the payment. The statement is attached as a PDF file, and its entries as a CSV file. A reminder lists all unpaid statements up to this one, attaches their PDF files too, and counts as a reminder for each of them. An email has at most ${MAX_ATTACHED_STATEMENTS} PDF files, with earlier ones only up to ${MAX_ATTACHED_MB} MB in total. The oldest are left out first, and the text says so. The same email to the same address within 10 minutes is sent once: a repeated call sends nothing, and \`isNew\` is false. Returns \`INVALID_STATE\` if the installation cannot send emails, if the statement is open, or if a reminder would ask for nothing or come before the due date has passed.`,
  input: z.strictObject({
    ...named(),
    kind: mailKind().optional().describe('Default: STATEMENT.'),
    to: emailAddress().optional().describe('Default: the billing email of the partner.'),
  }),
  output: z.strictObject({
    statement,
    isNew: flag().describe('False if the same email was already sent in the last 10 minutes.'),
  }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: { request: NAMED_EXAMPLE, answer: { statement: STATEMENT_EXAMPLE, isNew: true } },
});

export const previewStatement = defineOperatorOperation({
  name: 'statements/preview',
  permission: 'billing:edit',
  partner: 'one',
  summary: 'Preview the email with a statement',
  description:
    'Returns the email that `statements/send` would send now, without sending it. It is refused if the statement is not closed, or if it is too early for a reminder. Neither an email address nor a mail server is needed.',
  input: z.strictObject({ ...named(), kind: mailKind().optional().describe('Default: STATEMENT.') }),
  output: z.strictObject({
    subject: z.string(),
    text: z.string().describe('The email as plain text.'),
    attachments: z
      .array(z.string())
      .describe('Names of the attached files, if they are not too large together.'),
    statements: z
      .array(
        z.strictObject({
          number: z.string(),
          month: month(),
          isAttached: flag(),
          wasSent: flag().describe(
            'Whether an earlier email about this statement was sent or waits to be sent. If not, the partner may not know it.',
          ),
        }),
      )
      .describe('The statement, and in a reminder the earlier ones that it also asks for, oldest first.'),
  }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: NAMED_EXAMPLE,
    answer: {
      subject: 'Statement 2026-07-0003 for July 2026 from Serai Hotels, S.L.',
      text: 'This is the statement of Serai Hotels, S.L. for Northern Travel AB for July 2026.\n',
      attachments: ['statement-2026-07-0003.pdf', 'statement-2026-07-0003.csv'],
      statements: [{ number: '2026-07-0003', month: '2026-07', isAttached: true, wasSent: false }],
    },
  },
});
