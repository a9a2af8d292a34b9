import { z } from 'zod';
import { onePartner } from '../account/fields.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { partnerId } from '../shared/ids.ts';
import { money } from '../shared/money.ts';
import { lineOfText } from '../shared/text.ts';
import { calendarDate, choice, copiedReference, count, flag, opaque } from '../shared/values.ts';
import { BALANCE_EXAMPLE } from './account-fields.ts';
import { account } from './billing.ts';
import {
  billingEnvironment,
  ledgerEntry,
  PAYMENT_EXAMPLE,
  positiveMoney,
  RETURNED_PAYMENT_EXAMPLE,
} from './ledger-entry.ts';

export const recordPayment = defineOperatorOperation({
  name: 'billing/payments/record',
  permission: 'billing:edit',
  partner: 'one',
  summary: 'Record a payment',
  description:
    'Records a payment from the partner. It lowers the amount that the partner owes, or raises its funds. A request with an `externalReference` that is already recorded counts as the same payment: nothing is recorded again, not even with another day or note, and `isNew` is false. The same reference with another amount, or that of a returned payment, returns `INVALID_STATE`.',
  input: z.strictObject({
    ...onePartner(),
    environment: billingEnvironment(),
    amount: positiveMoney().describe('In the billing currency of the partner.'),
    externalReference: copiedReference(64).describe(
      'Identifies the payment at your bank or in your accounts. Unique per partner and environment. Spaces at the start and end are removed.',
    ),
    receivedOn: calendarDate()
      .optional()
      .describe(
        'Day on which the payment was received, in the time zone of the operator. Not after today. Default: today. For information only: the payment is posted now, on the statement of the current month.',
      ),
    note: lineOfText(200).optional().describe('A note on the payment.'),
  }),
  output: z.strictObject({
    entry: ledgerEntry,
    isNew: flag().describe('False if the payment had been recorded before.'),
    balance: account.describe('The balance of the partner now.'),
  }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: {
      partnerId: 'prt_01J9ZC4T3E',
      amount: { amount: '1000.00', currency: 'EUR' },
      externalReference: 'BANK-2026-0815',
      receivedOn: '2026-07-03',
    },
    answer: { entry: PAYMENT_EXAMPLE, isNew: true, balance: BALANCE_EXAMPLE },
  },
});

/** In characters. A request body may have up to 1 MiB, and JSON adds a character to escape each quotation mark. */
export const MAX_PAYMENTS_TEXT = 800_000;

export const MAX_IMPORTED_PAYMENTS = 1_000;

/** One row of a bank file. */
export const importedPayment = z.strictObject({
  line: count(1, 1_000_000_000).describe('The line of the file on which the row begins.'),
  outcome: choice(['RECORDED', 'ALREADY_RECORDED', 'INVALID']).describe(
    'RECORDED: the payment is new. With `dryRun`, it would be recorded. ALREADY_RECORDED: the same payment was recorded before, so nothing changes, even if it was returned since then. INVALID: the row is not recorded, and `problems` says why.',
  ),
  partnerId: partnerId().nullable().describe('Null if the partner is not known.'),
  partnerName: z.string().nullable(),
  amount: money().nullable().describe('Null if the amount is invalid.'),
  externalReference: z.string().nullable().describe('Null if it is missing or invalid.'),
  receivedOn: calendarDate()
    .nullable()
    .describe(
      'Day on which the payment was received. With ALREADY_RECORDED, the recorded day. Null if the day is invalid or was not recorded.',
    ),
  returnedOn: calendarDate()
    .nullable()
    .describe(
      'Day on which the payment was returned. Null unless the payment was recorded before and was returned.',
    ),
  problems: z.array(z.string()).describe('Empty unless the row is invalid.'),
});

export const importPayments = defineOperatorOperation({
  name: 'billing/payments/import',
  permission: 'billing:edit',
  summary: 'Import payments from a bank file',
  description: `Records the payments of a CSV file, each like \`billing/payments/record\`. The first line names the columns: \`partner\` (ID or exact name) or \`statement\` (number of a closed statement, which only identifies the partner: payments always settle the oldest charges first), \`amount\`, \`currency\`, \`transactionId\`, and optionally \`receivedOn\`. Commas, semicolons and tabs separate the cells. All rows are recorded together. If a row is invalid, nothing is recorded and every problem is reported with its line number in \`line\`, unless \`skipInvalid\` is true. The transaction ID becomes the \`externalReference\`, so importing a file again records nothing twice. A payment that was returned is not recorded again either. An ID is invalid if it is recorded with another amount or for another partner, or appears twice in the file. A returned payment of another partner does not count. A file may have up to ${MAX_IMPORTED_PAYMENTS} rows.`,
  input: z.strictObject({
    environment: billingEnvironment(),
    text: z.string().min(1).max(MAX_PAYMENTS_TEXT).describe('Content of the file.'),
    skipInvalid: flag()
      .optional()
      .describe('If true, invalid rows are left out, and the others are recorded. Default: false.'),
    dryRun: flag()
      .optional()
      .describe(
        'If true, all rows are checked and returned, including invalid ones, but nothing is recorded.',
      ),
  }),
  output: z.strictObject({
    written: flag().describe('Whether the payments were recorded. False with `dryRun`.'),
    recorded: count(0, MAX_IMPORTED_PAYMENTS),
    alreadyRecorded: count(0, MAX_IMPORTED_PAYMENTS),
    invalid: count(0, MAX_IMPORTED_PAYMENTS),
    rows: z.array(importedPayment).describe('All rows, in the order of the file.'),
  }),
  examples: {
    request: {
      text: 'partner,amount,currency,transactionId,receivedOn\nNorthern Travel,1000.00,EUR,BANK-2026-0815,2026-07-03\n',
    },
    answer: {
      written: true,
      recorded: 1,
      alreadyRecorded: 0,
      invalid: 0,
      rows: [
        {
          line: 2,
          outcome: 'RECORDED',
          partnerId: 'prt_01J9ZC4T3E',
          partnerName: 'Northern Travel',
          amount: { amount: '1000.00', currency: 'EUR' },
          externalReference: 'BANK-2026-0815',
          receivedOn: '2026-07-03',
          returnedOn: null,
          problems: [],
        },
      ],
    },
  },
});

export const returnPayment = defineOperatorOperation({
  name: 'billing/payments/return',
  permission: 'billing:edit',
  partner: 'one',
  summary: 'Record the return of a payment',
  description:
    'Records that the bank took a payment back, for example because a direct debit was returned or a cheque bounced. The payment stays in the ledger, and another entry reverses it. The partner then owes what it owed before the payment, and the statements that it had settled are unpaid again. A payment can be returned only once: a repeated call records nothing, not even with another day or reason, and `isNew` is false. A later payment needs a new reference.',
  input: z.strictObject({
    ...onePartner(),
    environment: billingEnvironment(),
    externalReference: opaque(64).describe('Reference of the payment.'),
    returnedOn: calendarDate()
      .optional()
      .describe(
        'Day on which the payment was returned, in the time zone of the operator. Not after today, and not before the payment was received. Default: today. For information only: the return is posted now, on the statement of the current month.',
      ),
    reason: lineOfText(200).describe('Why it was returned. The partner sees the reason.'),
  }),
  output: z.strictObject({
    entry: ledgerEntry,
    isNew: flag().describe('False if the return had been recorded before.'),
    balance: account.describe('The balance of the partner now.'),
  }),
  errors: ['NOT_FOUND'],
  examples: {
    request: {
      partnerId: 'prt_01J9ZC4T3E',
      externalReference: 'BANK-2026-0815',
      returnedOn: '2026-07-08',
      reason: 'Insufficient funds',
    },
    answer: { entry: RETURNED_PAYMENT_EXAMPLE, isNew: true, balance: BALANCE_EXAMPLE },
  },
});

export const adjustBalance = defineOperatorOperation({
  name: 'billing/adjust',
  permission: 'billing:edit',
  partner: 'one',
  summary: 'Adjust a balance',
  description:
    'Adds a correction with a reason, for example goodwill, a bank fee or an opening balance. It is never rejected for lack of credit. A request with an `externalReference` that an adjustment already has counts as the same adjustment: nothing is recorded again, and `isNew` is false. The same reference with another amount or effect returns `INVALID_STATE`.',
  input: z.strictObject({
    ...onePartner(),
    environment: billingEnvironment(),
    effect: choice(['OWES_MORE', 'OWES_LESS']).describe(
      'Whether the partner owes more or less afterwards. With PREPAID, owing less means more funds.',
    ),
    amount: positiveMoney().describe('In the billing currency of the partner.'),
    reason: lineOfText(200).describe('Reason for the adjustment.'),
    externalReference: copiedReference(64)
      .optional()
      .describe(
        'Identifies the adjustment in your accounts, so that repeating the request is safe. Unique among the adjustments of a partner and environment. The partner sees it. Spaces at the start and end are removed.',
      ),
  }),
  output: z.strictObject({
    entry: ledgerEntry,
    isNew: flag().describe('False if the adjustment had been recorded before.'),
    balance: account.describe('The balance of the partner now.'),
  }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: {
      partnerId: 'prt_01J9ZC4T3E',
      effect: 'OWES_LESS',
      amount: { amount: '25.00', currency: 'EUR' },
      reason: 'Goodwill for a late voucher',
    },
    answer: {
      entry: {
        ...PAYMENT_EXAMPLE,
        kind: 'ADJUSTMENT',
        amount: { amount: '25.00', currency: 'EUR' },
        owed: { amount: '-25.00', currency: 'EUR' },
        debit: 'ADJUSTMENTS',
        externalReference: null,
        receivedOn: null,
        reason: 'Goodwill for a late voucher',
      },
      isNew: true,
      balance: BALANCE_EXAMPLE,
    },
  },
});
