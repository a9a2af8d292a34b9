/** Fields that the billing operations share. */
import { z } from 'zod';
import { environment } from '../shared/answer.ts';
import { bookingId, clientReference, partnerId } from '../shared/ids.ts';
import { money, nonNegativeMoney } from '../shared/money.ts';
import { calendarDate, choice, instant, opaque } from '../shared/values.ts';

export const ENTRY_KINDS = [
  'HOLD',
  'RELEASE',
  'CHARGE',
  'REFUND',
  'PENALTY',
  'PAYMENT',
  'RETURNED_PAYMENT',
  'ADJUSTMENT',
] as const;

export const entryKind = () =>
  choice(ENTRY_KINDS).describe(
    'HOLD and RELEASE reserve and free the amount that an open booking may cost. CHARGE, REFUND and PENALTY change the amount that the partner owes for a booking. PAYMENT, RETURNED_PAYMENT and ADJUSTMENT are entered by staff.',
  );

export const billingEnvironment = () =>
  environment().optional().describe('Default: `production`. The sandbox has a separate ledger for tests.');

export const positiveMoney = () =>
  nonNegativeMoney().refine(({ amount }) => /[1-9]/.test(amount), {
    path: ['amount'],
    error: 'Use an amount above zero.',
    params: { code: 'TOO_SMALL' },
  });

/** The years 2000 to 2999, so that the months before and after are dates too. */
export const month = () =>
  z
    .string()
    .regex(/^2\d{3}-(0[1-9]|1[0-2])$/, { error: 'Use a year and a month, for example 2026-07.' })
    .describe('Calendar month in the time zone of the operator (`YYYY-MM`).');

const entryBooking = () =>
  z.strictObject({
    clientReference: clientReference(),
    guest: z.string().nullable().describe('Name of the holder. Null if the personal data was erased.'),
    hotel: z.string().describe('Name of the hotel.'),
    checkIn: calendarDate(),
    checkOut: calendarDate(),
  });

export type EntryBooking = z.output<ReturnType<typeof entryBooking>>;

export const ledgerEntry = z.strictObject({
  entryId: z.string().describe('ID of the entry.'),
  partnerId: partnerId(),
  environment: environment(),
  kind: entryKind(),
  amount: money().describe('Never negative.'),
  owed: money().describe('Change in the amount that the partner owes. Negative if it owes less.'),
  held: money().describe('Change in the amount that is held for open bookings.'),
  debit: z.string().describe('Account that is debited.'),
  credit: z.string().describe('Account that is credited.'),
  at: instant(),
  actor: z
    .string()
    .describe(
      'For bookings, who caused the entry: CLIENT, PROVIDER, SERVICE or OPERATOR. For payments, their returns and adjustments, staff see the person who recorded them, and partner users see OPERATOR.',
    ),
  bookingId: bookingId().nullable(),
  booking: entryBooking()
    .optional()
    .describe('The booking of the entry, as it is now. Only in lists of entries and on statements.'),
  externalReference: opaque(64)
    .nullable()
    .describe('Reference of a payment, also on the entry that returns it, or of an adjustment that has one.'),
  receivedOn: calendarDate()
    .nullable()
    .describe(
      'Day on which a payment was received. Null for other entries, and for payments that were recorded by an earlier version.',
    ),
  returned: z
    .strictObject({
      on: calendarDate().describe('Day on which the payment was returned.'),
      entryId: z
        .string()
        .describe('For the payment, the entry that returns it. For that entry, the payment.'),
    })
    .nullable()
    .describe(
      'Set on a payment that was returned, and on the entry that returns it. Null for other entries.',
    ),
  reason: z
    .string()
    .nullable()
    .describe('Reason for an adjustment or for the return of a payment, or note on a payment.'),
});

const eur = (amount: string) => ({ amount, currency: 'EUR' });

const ENTRY_EXAMPLE = {
  entryId: 'pst_7Q2M4K9TXA1WZB3EHV6C.2',
  partnerId: 'prt_01J9ZC4T3E',
  environment: 'production',
  kind: 'CHARGE',
  amount: eur('444.00'),
  owed: eur('444.00'),
  held: eur('0.00'),
  debit: 'PARTNER',
  credit: 'SALES',
  at: '2026-07-02T10:15:00Z',
  actor: 'PROVIDER',
  bookingId: 'bkg_7Q2M4K9TXA1WZB3EHV6C',
  externalReference: null,
  receivedOn: null,
  returned: null,
  reason: null,
} satisfies z.input<typeof ledgerEntry>;

export const CHARGE_EXAMPLE = {
  ...ENTRY_EXAMPLE,
  booking: {
    clientReference: 'NT-2026-1184',
    guest: 'Mary Delacroix',
    hotel: 'Casa Luna',
    checkIn: '2026-07-17',
    checkOut: '2026-07-20',
  },
} satisfies z.input<typeof ledgerEntry>;

export const PAYMENT_EXAMPLE = {
  ...ENTRY_EXAMPLE,
  entryId: 'pst_0F3K8S2TXA1WZB3EHV6C.1',
  kind: 'PAYMENT',
  amount: eur('1000.00'),
  owed: eur('-1000.00'),
  debit: 'CASH',
  credit: 'PARTNER',
  at: '2026-07-05T08:00:00Z',
  actor: 'finance@example.com',
  bookingId: null,
  externalReference: 'BANK-2026-0815',
  receivedOn: '2026-07-03',
} satisfies z.input<typeof ledgerEntry>;

export const RETURNED_PAYMENT_EXAMPLE = {
  ...PAYMENT_EXAMPLE,
  entryId: 'pst_4T9B1N6TXA1WZB3EHV6C.1',
  kind: 'RETURNED_PAYMENT',
  owed: eur('1000.00'),
  debit: 'PARTNER',
  credit: 'CASH',
  at: '2026-07-09T08:00:00Z',
  receivedOn: null,
  returned: { on: '2026-07-08', entryId: PAYMENT_EXAMPLE.entryId },
  reason: 'Insufficient funds',
} satisfies z.input<typeof ledgerEntry>;
