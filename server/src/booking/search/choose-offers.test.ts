import { expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { weighOffer } from '../offers/weigh-offer.ts';
import type { SuppliedOffer } from '../port/supplied-offer.ts';
import { providerRegistry } from '../providers/provider-registry.ts';
import { requestMode } from '../request-mode.ts';
import { chooseOffers } from './choose-offers.ts';
import type { HotelFinding } from './price-answer.ts';

const PARTS = { providers: providerRegistry([]), log: createLog('silent') };
const RUN = { mode: requestMode({ environment: 'sandbox' }, 'availability') };
const PRICING = {
  hotelId: 'htl_1',
  timeZone: 'Europe/Madrid',
  checkIn: '2027-03-12',
  nights: 1,
  fetchedAtMs: 0,
};

/** `until` is free cancellation's end on the property's clocks. */
function finding(
  ...offers: { provider: string; netMinor: number; until: string; roomCode?: string }[]
): HotelFinding {
  return {
    reasons: [],
    offers: offers.map(({ provider, netMinor, until, roomCode = 'DBL' }) => {
      const supplied: SuppliedOffer = {
        rateKey: 'r',
        board: 'BB',
        payment: 'MERCHANT',
        currency: 'EUR',
        rooms: [{ roomCode, allotment: null, nightlyMinor: [netMinor], stayCharges: [] }],
        sellingMinor: null,
        charges: [],
        policy: {
          kind: 'KNOWN',
          penalties: [{ from: { kind: 'LOCAL', at: until }, penaltyMinor: netMinor }],
          noShowMinor: null,
        },
        promotions: [],
      };
      return weighOffer(supplied, { ...PRICING, provider }, null);
    }),
  };
}

const shown = (found: HotelFinding, filters = {}, maxOffersPerHotel = 10) =>
  chooseOffers(PARTS, RUN, { request: { filters }, maxOffersPerHotel })(found).map(
    ({ provider, netMinor }) => `${provider} ${netMinor}`,
  );

const SOUND = '2027-03-10T18:00';
const NO_DATE = '2027-02-30T18:00';

test('an offer that contradicts itself leaves its place to the next of its product', () => {
  const found = finding(
    { provider: 'a', netMinor: 100, until: NO_DATE },
    { provider: 'b', netMinor: 120, until: SOUND },
    { provider: 'c', netMinor: 110, until: NO_DATE },
    { provider: 'c', netMinor: 130, until: SOUND, roomCode: 'TPL' },
  );
  expect(shown(found, {}, 1)).toEqual(['b 120']);
  expect(found.reasons).toEqual(['PROVIDER_ERROR', 'PROVIDER_ERROR']);
});

test('where all contradict themselves nothing is left but the reason', () => {
  const found = finding({ provider: 'a', netMinor: 100, until: NO_DATE });
  expect(shown(found)).toEqual([]);
  expect(found).toEqual({ offers: [], reasons: ['PROVIDER_ERROR'] });
});

test('a deadline is asked of every offer before the cheapest of a product is chosen', () => {
  const found = finding(
    { provider: 'a', netMinor: 90, until: NO_DATE },
    { provider: 'b', netMinor: 100, until: '2027-03-01T18:00' },
    { provider: 'c', netMinor: 120, until: SOUND },
  );
  expect(shown(found, { freeCancellationUntil: '2027-03-05T00:00:00Z' })).toEqual(['c 120']);
});
