import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEARER_ROOMS, pricedOffer, STRICTER_POLICY } from '../../../test/priced-offer.ts';
import { type OfferedStay, offeredStay } from '../../../test/supplied-offers.ts';
import { nightsOf } from '../../platform/time/civil-date.ts';
import type { FrozenOffer, OfferSearch } from './frozen-offer.ts';
import { isSameProduct, offerChanges } from './offer-changes.ts';
import { createOfferTokens } from './offer-tokens.ts';
import { priceOffer } from './price-offer.ts';
import type { PricedOffer } from './priced-offer.ts';

const tokens = createOfferTokens(Buffer.alloc(32, 7));

function price({ offer, checkIn, checkOut, timeZone, exchange }: OfferedStay): PricedOffer {
  const nights = nightsOf(checkIn, checkOut).length;
  const pricing = { provider: 'test-1', hotelId: 'htl_1', timeZone, checkIn, nights, fetchedAtMs: 0 };
  return priceOffer(offer, pricing, exchange);
}

/** Round-trips an offer through its offer id. */
function shown(offer: PricedOffer): FrozenOffer {
  const search: OfferSearch = {
    organisationId: 'org_1',
    environment: 'sandbox',
    testMode: true,
    checkIn: '2027-03-12',
    checkOut: '2027-03-14',
    occupancies: [{ adults: 2, childAges: [] }],
    market: { nationality: 'ES', currency: offer.currency, language: 'en' },
    scenario: undefined,
    expiresAtMs: 0,
  };
  return tokens.read(search, tokens.make(search, 'htl_1', offer))?.offer as FrozenOffer;
}

const eur = (amount: string) => ({ amount, currency: 'EUR' });

describe('changes to an offer', () => {
  it('an offer that is still sold as it was shown has no changes', () => {
    fc.assert(
      fc.property(offeredStay, stay => {
        const offer = price(stay);
        expect(offerChanges(shown(offer), offer)).toEqual({ status: 'AVAILABLE', changes: [] });
        expect(isSameProduct(shown(offer), offer)).toBe(true);
      }),
    );
  });

  it('the status is AVAILABLE if and only if there are no changes, for any two offers in the same currency', () => {
    fc.assert(
      fc.property(offeredStay, offeredStay, (first, second) => {
        const asFirst = { ...second, exchange: null, offer: { ...second.offer, currency: 'EUR' } };
        const before = price({ ...first, exchange: null, offer: { ...first.offer, currency: 'EUR' } });
        const now = price(asFirst);
        const { status, changes } = offerChanges(shown(before), now);
        expect(changes.length === 0).toBe(status === 'AVAILABLE');
        expect(changes.some(({ field }) => field.startsWith('price.'))).toBe(status === 'PRICE_CHANGED');
        for (const { from, to } of changes) expect(from).not.toEqual(to);
      }),
    );
  });

  it('offer changes include every amount that differs', () => {
    expect(offerChanges(shown(pricedOffer()), pricedOffer({ rooms: DEARER_ROOMS }))).toEqual({
      status: 'PRICE_CHANGED',
      changes: [
        { field: 'price.net', from: eur('200.00'), to: eur('210.00') },
        { field: 'price.selling', from: eur('200.00'), to: eur('210.00') },
        { field: 'price.guestTotal', from: eur('200.00'), to: eur('210.00') },
      ],
    });
  });

  it('offer changes include every term that differs when the product stays the same', () => {
    const now = pricedOffer({ policy: STRICTER_POLICY });
    const before = shown(pricedOffer());
    expect(now.fingerprint).not.toBe(before.fingerprint);
    expect(isSameProduct(before, now)).toBe(true);
    expect(offerChanges(before, now)).toEqual({
      status: 'TERMS_CHANGED',
      changes: [
        { field: 'cancellation.refundability', from: 'REFUNDABLE', to: 'PARTIALLY_REFUNDABLE' },
        { field: 'cancellation.freeCancellationUntil', from: '2027-03-10T17:00:00Z', to: null },
        {
          field: 'cancellation.windows',
          from: [
            { from: null, to: '2027-03-10T17:00:00Z', penalty: eur('0.00') },
            { from: '2027-03-10T17:00:00Z', to: null, penalty: eur('50.00') },
          ],
          to: [
            { from: null, to: '2027-03-12T23:00:00Z', penalty: eur('50.00') },
            { from: '2027-03-12T23:00:00Z', to: null, penalty: eur('200.00') },
          ],
        },
        {
          field: 'cancellation.noShow',
          from: null,
          to: { penalty: eur('200.00'), from: '2027-03-12T23:00:00Z' },
        },
      ],
    });
  });

  it('the status is PRICE_CHANGED if both price and terms changed', () => {
    const now = pricedOffer({ rooms: DEARER_ROOMS, policy: STRICTER_POLICY });
    expect(offerChanges(shown(pricedOffer()), now).status).toBe('PRICE_CHANGED');
  });

  it('offer changes include a changed payment type and terms that were previously unknown', () => {
    const before = shown(pricedOffer({ policy: { kind: 'UNKNOWN' } }));
    const { status, changes } = offerChanges(before, pricedOffer({ payment: 'PAY_AT_PROPERTY' }));
    expect(status).toBe('TERMS_CHANGED');
    expect(changes).toContainEqual({ field: 'payment.type', from: 'MERCHANT', to: 'PAY_AT_PROPERTY' });
    expect(changes).toContainEqual({
      field: 'cancellation.refundability',
      from: 'UNKNOWN',
      to: 'REFUNDABLE',
    });
  });

  it('offer changes include a different exchange rate only if it changes the price', () => {
    const at = (rate: string) => pricedOffer({}, { from: 'EUR', to: 'USD', rate, asOfMs: 0 });
    const fields = (rate: string) =>
      offerChanges(shown(at('1.1')), at(rate)).changes.map(({ field }) => field);
    expect(fields('1.1000001')).toEqual([]);
    expect(fields('1.2')).toContain('price.exchange');
  });

  it('offer changes include only the new windows if the old ones did not fit into the offer id', () => {
    const penalties = (days: number) =>
      Array.from({ length: 80 }, (_, i) => ({
        from: { kind: 'INSTANT', atMs: Date.UTC(2027, 0, days, i) } as const,
        penaltyMinor: 100 * (i + 1),
      }));
    const many = (days: number) =>
      pricedOffer({ policy: { kind: 'KNOWN', penalties: penalties(days), noShowMinor: null } });
    expect(offerChanges(shown(many(1)), many(1)).status).toBe('AVAILABLE');
    const { status, changes } = offerChanges(shown(many(1)), many(2));
    expect(status).toBe('TERMS_CHANGED');
    expect(changes.find(({ field }) => field === 'cancellation.windows')?.from).toBeNull();
  });
});
