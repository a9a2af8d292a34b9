import { z } from 'zod';
import { onePartner } from '../account/fields.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { lineOfText } from '../shared/text.ts';
import { calendarDate, choice, flag, opaque } from '../shared/values.ts';
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
    externalReference: opaque(64).describe(
      'Identifies the payment at your bank or in your accounts. Unique per partner and environment.',
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
    externalReference: opaque(64)
      .optional()
      .describe(
        'Identifies the adjustment in your accounts, so that repeating the request is safe. Unique among the adjustments of a partner and environment. The partner sees it.',
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
