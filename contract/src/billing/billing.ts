import { z } from 'zod';
import { anyPartner, orderedTimes, timeRange } from '../account/fields.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { bookingId, partnerId } from '../shared/ids.ts';
import { money } from '../shared/money.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { anyCount, calendarDate, currencyCode, flag } from '../shared/values.ts';
import { accountFields, BALANCE_EXAMPLE } from './account-fields.ts';
import {
  billingEnvironment,
  CHARGE_EXAMPLE,
  ENTRY_KINDS,
  entryKind,
  ledgerEntry,
  PAYMENT_EXAMPLE,
} from './ledger-entry.ts';

export const account = z.strictObject(accountFields());

const ageing = z
  .strictObject({
    days0To30: money().describe('Charged at most 30 days ago.'),
    days31To60: money(),
    days61To90: money(),
    over90: money().describe('Charged more than 90 days ago.'),
  })
  .describe(
    'What is owed, by the number of calendar days since the charge, in the time zone of the operator. Payments and other credits settle the oldest charges first. Once a payment is returned, the charges that it settled are owed again, with their own age. A refund reduces the charge of its booking. An adjustment counts from its own day, even if it corrects something older.',
  );

const balanceTotal = z.strictObject({
  currency: currencyCode(),
  partners: anyCount().describe('Number of partners with ledger entries in this currency.'),
  lowPartners: anyCount().describe(
    'How many of these have an available amount below 20 % of the credit limit, or of the last payment with PREPAID.',
  ),
  owed: money().describe('Sum of what the partners owe.'),
  funds: money().describe('Sum of what partners have paid in advance.'),
  held: money(),
  ageing: ageing.nullable().describe('Null unless `withAgeing` is set.'),
  overdue: money()
    .nullable()
    .describe('Sum of what is owed for overdue statements. Null unless `withAgeing` is set.'),
});

const AGEING_EXAMPLE = {
  days0To30: { amount: '2650.00', currency: 'EUR' },
  days31To60: { amount: '1274.00', currency: 'EUR' },
  days61To90: { amount: '0.00', currency: 'EUR' },
  over90: { amount: '0.00', currency: 'EUR' },
} satisfies z.input<typeof ageing>;

export const listBalances = defineOperatorOperation({
  name: 'billing/balances/list',
  permission: 'billing:view',
  partner: 'optional',
  summary: 'List balances',
  description:
    'Returns the balance of each partner, sorted by name, or by the earliest due date with `overdue`. Partner users see only their own partner.',
  input: z.strictObject({
    ...anyPartner(),
    environment: billingEnvironment(),
    low: flag()
      .optional()
      .describe(
        'If true, only partners whose available amount is below 20 % of the credit limit, or of the last payment with PREPAID.',
      ),
    overdue: flag()
      .optional()
      .describe(
        'If true, only partners with an unpaid statement of the last 12 months whose due date has passed. The earliest due date comes first.',
      ),
    withAgeing: flag()
      .optional()
      .describe('If true, adds what is owed by age and the number of unpaid statements.'),
    withTotals: flag()
      .optional()
      .describe(
        'If true, adds totals over all pages. Ignored with a cursor, because every page would have the same totals.',
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
        isLow: flag().describe(
          'Whether the available amount is below 20 % of the credit limit, or of the last payment with PREPAID.',
        ),
        ageing: ageing.nullable().describe('Null unless `withAgeing` is set.'),
        unpaidStatements: anyCount()
          .nullable()
          .describe(
            'Closed statements of the last 12 months with an unpaid amount of their own. Statements that only carry over an earlier debt do not count. Null unless `withAgeing` is set.',
          ),
        overdue: z
          .strictObject({
            amount: money().describe('What is still owed for the overdue statements.'),
            since: calendarDate().describe('The earliest due date of these statements.'),
          })
          .nullable()
          .describe(
            'Unpaid statements of the last 12 months whose due date has passed. Null if there are none, or unless `withAgeing` is set.',
          ),
      }),
    ),
    totals: z
      .array(balanceTotal)
      .describe('One row for each currency, over all pages. Empty unless `withTotals` is set.'),
    page: pageOutput(),
  }),
  errors: ['NOT_FOUND', 'INVALID_CURSOR'],
  examples: {
    request: { low: true, withAgeing: true, withTotals: true },
    answer: {
      balances: [
        {
          partnerId: 'prt_01J9ZC4T3E',
          name: 'Northern Travel',
          environment: 'production',
          ...BALANCE_EXAMPLE,
          isLow: true,
          ageing: AGEING_EXAMPLE,
          unpaidStatements: 1,
          overdue: { amount: { amount: '1274.00', currency: 'EUR' }, since: '2026-08-15' },
        },
      ],
      totals: [
        {
          currency: 'EUR',
          partners: 1,
          lowPartners: 1,
          owed: { amount: '3924.00', currency: 'EUR' },
          funds: { amount: '0.00', currency: 'EUR' },
          held: { amount: '310.00', currency: 'EUR' },
          ageing: AGEING_EXAMPLE,
          overdue: { amount: '1274.00', currency: 'EUR' },
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
  input: z
    .strictObject({
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
    })
    .check(orderedTimes('from', 'to')),
  output: z.strictObject({ entries: z.array(ledgerEntry), page: pageOutput() }),
  errors: ['NOT_FOUND', 'INVALID_CURSOR'],
  examples: {
    request: { partnerId: 'prt_01J9ZC4T3E', kinds: ['CHARGE', 'PAYMENT'] },
    answer: { entries: [PAYMENT_EXAMPLE, CHARGE_EXAMPLE], page: { nextCursor: null, hasMore: false } },
  },
});
