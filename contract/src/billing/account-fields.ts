import type { z } from 'zod';
import { money } from '../shared/money.ts';
import { choice, currencyCode } from '../shared/values.ts';

export const BILLING_MODELS = ['NONE', 'CREDIT', 'PREPAID'] as const;

export const accountFields = () => ({
  billing: choice(BILLING_MODELS).describe(
    'NONE: bookings are recorded without a limit. CREDIT: bookings that exceed `limit` are rejected. PREPAID: bookings that exceed the funds are rejected.',
  ),
  currency: currencyCode().describe('Currency of the balance.'),
  limit: money().nullable().describe('Credit limit. Null unless `billing` is CREDIT.'),
  balance: money().describe('The amount that the partner owes. With PREPAID: the funds of the partner.'),
  held: money().describe('Highest amount that bookings with an open outcome may cost.'),
  available: money()
    .nullable()
    .describe(
      'The amount that can still be booked. CREDIT: `limit` − `balance` − `held`. PREPAID: `balance` − `held`. Null with NONE.',
    ),
});

export const BALANCE_EXAMPLE = {
  billing: 'CREDIT',
  currency: 'EUR',
  limit: { amount: '5000.00', currency: 'EUR' },
  balance: { amount: '3924.00', currency: 'EUR' },
  held: { amount: '310.00', currency: 'EUR' },
  available: { amount: '766.00', currency: 'EUR' },
} satisfies z.input<z.ZodObject<ReturnType<typeof accountFields>>>;
