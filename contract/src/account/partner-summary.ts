/** The figures of a partner in the list of partners: sales, debt, traffic and certification. */
import { z } from 'zod';
import { money } from '../shared/money.ts';
import { anyCount, calendarDate, currencyCode, flag, instant } from '../shared/values.ts';

/** Revenue counts the bookings created in this period. */
export const SUMMARY_DAYS = 30;
/** Number of requests of a sandbox key that the list examines. The checklist of one key examines more. */
export const SUMMARY_REQUESTS = 2_000;

export const partnerSummary = z.strictObject({
  revenue: z
    .array(money())
    .nullable()
    .describe(
      `Revenue of the bookings created in the last ${SUMMARY_DAYS} days, as in \`reports/show\`: one amount for each currency. Null without the permission \`reports:view\`.`,
    ),
  balance: z
    .strictObject({
      owed: money().describe('The amount that the partner owes. Negative if it has funds.'),
      overdue: z
        .strictObject({
          amount: money().describe('What is still owed for overdue statements.'),
          since: calendarDate().describe('The earliest due date of these statements.'),
        })
        .nullable()
        .describe('As in `billing/balances/list`. Null if nothing is overdue.'),
    })
    .nullable()
    .describe('Null without the permission `billing:view`.'),
  traffic: z
    .strictObject({
      lastRequestAt: instant()
        .nullable()
        .describe('Last use of a key of the partner. Null if no key was used.'),
      requests: anyCount().describe('Requests in the last hour.'),
      serverErrors: anyCount().describe('How many of these requests ended with a server error.'),
    })
    .nullable()
    .describe('Null without the permission `requests:view`.'),
  certification: z
    .strictObject({
      isLive: flag().describe('Whether the partner has a production key that is not revoked.'),
      done: anyCount().describe(
        `Completed steps of the certification checklist, by the newest ${SUMMARY_REQUESTS.toLocaleString('en')} requests of the sandbox key that was used last. 0 if \`isLive\`.`,
      ),
      steps: anyCount().describe('Number of steps of the checklist.'),
    })
    .nullable()
    .describe('The same in both environments. Null without the permission `keys:view`.'),
});

export type PartnerSummary = z.input<typeof partnerSummary>;

export const partnerTotal = z.strictObject({
  currency: currencyCode(),
  revenue: money()
    .nullable()
    .describe('Sum of the revenue of all matching partners. Null without the permission `reports:view`.'),
  owed: money()
    .nullable()
    .describe('Sum of what these partners owe. Null without the permission `billing:view`.'),
  funds: money()
    .nullable()
    .describe('Sum of what these partners have paid in advance. Null without the permission `billing:view`.'),
  overdue: money()
    .nullable()
    .describe('Sum of what they owe for overdue statements. Null without the permission `billing:view`.'),
});

export type PartnerTotal = z.input<typeof partnerTotal>;

export const TOTAL_EXAMPLE: PartnerTotal = {
  currency: 'EUR',
  revenue: { amount: '18340.00', currency: 'EUR' },
  owed: { amount: '3924.00', currency: 'EUR' },
  funds: { amount: '0.00', currency: 'EUR' },
  overdue: { amount: '1274.00', currency: 'EUR' },
};

export const SUMMARY_EXAMPLE: PartnerSummary = {
  revenue: [{ amount: '18340.00', currency: 'EUR' }],
  balance: {
    owed: { amount: '3924.00', currency: 'EUR' },
    overdue: { amount: { amount: '1274.00', currency: 'EUR' }, since: '2026-08-15' },
  },
  traffic: { lastRequestAt: '2026-08-20T09:14:00Z', requests: 412, serverErrors: 0 },
  certification: { isLive: true, done: 0, steps: 10 },
};
