import { describe, expect, test } from 'vitest';
import { DEARER_ROOMS, pricedOffer, STRICTER_POLICY } from '../../../test/priced-offer.ts';
import { termsHash } from './quote.ts';

describe('termsHash', () => {
  test('termsHash is the same for equal price and terms, regardless of provider and time', () => {
    const other = { ...pricedOffer({ rateKey: 'r2', promotions: [] }), provider: 'own', fetchedAtMs: 5 };
    expect(termsHash(other)).toBe(termsHash(pricedOffer()));
    expect(termsHash(pricedOffer())).toMatch(/^trm_[0-9a-f]{32}$/);
  });

  test('termsHash differs if the price, payment, a charge or a term differs', () => {
    const city = { code: 'CITY_TAX', description: '', type: 'TAX', basis: 'PER_STAY' } as const;
    const charge = { ...city, amountMinor: 100 };
    const variants = [
      pricedOffer(),
      pricedOffer({ rooms: DEARER_ROOMS }),
      pricedOffer({ sellingMinor: 30_000 }),
      pricedOffer({ currency: 'USD' }),
      pricedOffer({ board: 'HB' }),
      pricedOffer({ payment: 'PAY_AT_PROPERTY' }),
      pricedOffer({ policy: STRICTER_POLICY }),
      pricedOffer({ policy: { ...STRICTER_POLICY, noShowMinor: null } }),
      pricedOffer({ charges: [{ ...charge, collection: 'INCLUDED' }] }),
      pricedOffer({ charges: [{ ...charge, collection: 'PAY_AT_PROPERTY' }] }),
    ];
    expect(new Set(variants.map(termsHash)).size).toBe(variants.length);
  });
});
