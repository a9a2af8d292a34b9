/** A statement whose amounts are all zero, for tests of pure functions. */
export const eur = (amount: string) => ({ amount, currency: 'EUR' });

export const EMPTY_STATEMENT = {
  opening: eur('0.00'),
  charges: eur('0.00'),
  refunds: eur('0.00'),
  penalties: eur('0.00'),
  payments: eur('0.00'),
  returnedPayments: eur('0.00'),
  adjustments: eur('0.00'),
  closing: eur('0.00'),
  unpaid: null,
};
