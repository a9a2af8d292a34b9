import { z } from 'zod';
import { anyPartner, onePartner, timeRange } from '../account/fields.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { bookingId, partnerId } from '../shared/ids.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { lineOfText } from '../shared/text.ts';
import { choice, flag, opaque } from '../shared/values.ts';
import { accountFields, BALANCE_EXAMPLE } from './account-fields.ts';
import {
  billingEnvironment,
  CHARGE_EXAMPLE,
  ENTRY_KINDS,
  entryKind,
  ledgerEntry,
  PAYMENT_EXAMPLE,
  positiveMoney,
} from './ledger-entry.ts';

export const account = z.strictObject(accountFields());

export const listBalances = defineOperatorOperation({
  name: 'billing/balances/list',
  permission: 'billing:view',
  partner: 'optional',
  summary: 'List balances',
  description:
    'Returns the balance of each partner, sorted by name. Partner users see only their own partner.',
  input: z.strictObject({
    ...anyPartner(),
    environment: billingEnvironment(),
    low: flag()
      .optional()
      .describe(
        'If true, only partners whose available amount is below 20 % of the credit limit, or of the last payment with PREPAID.',
      ),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({
    balances: z.array(
      z.strictObject({
        partnerId: partnerId(),
        name: z.string(),
        environment: environment(),
        ...accountFields(),
      }),
    ),
    page: pageOutput(),
  }),
  errors: ['NOT_FOUND', 'INVALID_CURSOR'],
  examples: {
    request: { low: true },
    answer: {
      balances: [
        {
          partnerId: 'prt_01J9ZC4T3E',
          name: 'Northern Travel',
          environment: 'production',
          ...BALANCE_EXAMPLE,
        },
      ],
      page: { nextCursor: null, hasMore: false },
    },
  },
});

export const listEntries = defineOperatorOperation({
  name: 'billing/entries/list',
  permission: 'billing:view',
  partner: 'optional',
  summary: 'List ledger entries',
  description:
    'Returns ledger entries, newest first. Entries are never changed or deleted. A correction is another entry. All given filters must match.',
  input: z.strictObject({
    ...anyPartner(),
    ...timeRange(),
    environment: billingEnvironment(),
    kinds: z
      .array(entryKind())
      .min(1)
      .max(ENTRY_KINDS.length)
      .optional()
      .describe('Only entries of these kinds.'),
    bookingId: bookingId().optional(),
    page: pageInput(500, 100),
  }),
  output: z.strictObject({ entries: z.array(ledgerEntry), page: pageOutput() }),
  errors: ['NOT_FOUND', 'INVALID_CURSOR'],
  examples: {
    request: { partnerId: 'prt_01J9ZC4T3E', kinds: ['CHARGE', 'PAYMENT'] },
    answer: { entries: [PAYMENT_EXAMPLE, CHARGE_EXAMPLE], page: { nextCursor: null, hasMore: false } },
  },
});

export const recordPayment = defineOperatorOperation({
  name: 'billing/payments/record',
  permission: 'billing:edit',
  partner: 'one',
  summary: 'Record a payment',
  description:
    'Records a payment from the partner. It lowers the amount that the partner owes, or raises its funds. A request with an `externalReference` that is already recorded counts as the same payment: nothing is recorded again, and `isNew` is false. The same reference with another amount returns INVALID_STATE.',
  input: z.strictObject({
    ...onePartner(),
    environment: billingEnvironment(),
    amount: positiveMoney().describe('In the billing currency of the partner.'),
    externalReference: opaque(64).describe(
      'Identifies the payment at your bank or in your accounts. Unique per partner and environment.',
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
    },
    answer: { entry: PAYMENT_EXAMPLE, isNew: true, balance: BALANCE_EXAMPLE },
  },
});

export const adjustBalance = defineOperatorOperation({
  name: 'billing/adjust',
  permission: 'billing:edit',
  partner: 'one',
  summary: 'Adjust a balance',
  description:
    'Adds a correction with a reason, for example goodwill, a bank fee or an opening balance. It is never refused for lack of credit.',
  input: z.strictObject({
    ...onePartner(),
    environment: billingEnvironment(),
    effect: choice(['OWES_MORE', 'OWES_LESS']).describe(
      'Whether the partner owes more or less afterwards. With PREPAID, owing less means more funds.',
    ),
    amount: positiveMoney().describe('In the billing currency of the partner.'),
    reason: lineOfText(200).describe('Reason for the adjustment.'),
  }),
  output: z.strictObject({
    entry: ledgerEntry,
    balance: account.describe('The balance of the partner now.'),
  }),
  errors: ['NOT_FOUND'],
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
        reason: 'Goodwill for a late voucher',
      },
      balance: BALANCE_EXAMPLE,
    },
  },
});
