import type { ErrorDetail } from '@serai/contract/errors.ts';
import { describe, expect, it } from 'vitest';
import { mergeSpendLimit, spendLimitView } from './spend-limit.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const PRESENT = { currency: 'EUR', perDayMinor: 100_000, perBookingMinor: null };

function merge(
  ...[present, sent]: [Parameters<typeof mergeSpendLimit>[0], Parameters<typeof mergeSpendLimit>[1]]
) {
  const details: ErrorDetail[] = [];
  return { merged: mergeSpendLimit(present, sent, details), details };
}

describe('changing the spend limit of a key', () => {
  it('changing a spend limit keeps the amounts that are omitted and removes those that are null', () => {
    expect(merge(PRESENT, undefined).merged).toBe(PRESENT);
    expect(merge(PRESENT, { perBooking: eur('400.00') }).merged).toEqual({
      ...PRESENT,
      perBookingMinor: 40_000,
    });
    expect(merge(PRESENT, { perDay: null, perBooking: eur('400.00') }).merged).toEqual({
      currency: 'EUR',
      perDayMinor: null,
      perBookingMinor: 40_000,
    });
  });

  it('a spend limit is removed if it or both of its amounts are set to null', () => {
    expect(merge(PRESENT, null).merged).toBeNull();
    expect(merge(PRESENT, { perDay: null }).merged).toBeNull();
    expect(merge(null, {}).merged).toBeNull();
  });

  it('changing a spend limit reports the field whose currency differs from that of the other amount', () => {
    const { details } = merge(PRESENT, { perBooking: { amount: '9', currency: 'JPY' } });
    expect(details).toMatchObject([{ path: '/limits/spend/perBooking/currency', code: 'CURRENCY_MISMATCH' }]);
    expect(merge(PRESENT, { perDay: { amount: '9', currency: 'JPY' } }).merged).toEqual({
      currency: 'JPY',
      perDayMinor: 9,
      perBookingMinor: null,
    });
  });

  it('a spend limit is returned as amounts with a currency, or as null if it is not set', () => {
    expect(spendLimitView(PRESENT)).toEqual({ perDay: eur('1000.00'), perBooking: null });
    expect(spendLimitView(null)).toBeNull();
  });
});
