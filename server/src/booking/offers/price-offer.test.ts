import { minorUnits } from '@serai/contract/shared/amounts.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OfferedStay, offeredStay } from '../../../test/supplied-offers.ts';
import { nightsOf } from '../../platform/time/civil-date.ts';
import { offerNetMinor, roomNetMinor, type SuppliedRoom } from '../port/supplied-offer.ts';
import { calculateTerms } from '../terms/calculate-terms.ts';
import { penaltyAt } from '../terms/terms.ts';
import { type Pricing, priceOffer } from './price-offer.ts';
import type { PricedOffer } from './priced-offer.ts';

const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0);

const pricingOf = ({ checkIn, checkOut, timeZone }: OfferedStay): Pricing => ({
  provider: 'test-1',
  hotelId: 'htl_1',
  timeZone,
  checkIn,
  nights: nightsOf(checkIn, checkOut).length,
  fetchedAtMs: 0,
});
const price = (stay: OfferedStay): PricedOffer => priceOffer(stay.offer, pricingOf(stay), stay.exchange);

describe('any offer, in its own currency or converted', () => {
  it('nights and stay charges add up to the room price, and room prices add up to the offer price', () => {
    fc.assert(
      fc.property(offeredStay, stay => {
        const offer = price(stay);
        for (const [i, { netMinor, nightlyMinor, stayCharges }] of offer.rooms.entries()) {
          expect(nightlyMinor === null).toBe(stay.offer.rooms[i]?.nightlyMinor === null);
          if (nightlyMinor === null) continue;
          expect(netMinor).toBe(sum([...nightlyMinor, ...stayCharges.map(each => each.amountMinor)]));
        }
        expect(offer.netMinor).toBe(sum(offer.rooms.map(room => room.netMinor)));
        expect(offer.supplier).toEqual({
          currency: stay.offer.currency,
          netMinor: offerNetMinor(stay.offer),
        });
        expect(offer.currency).toBe(stay.exchange?.to ?? stay.offer.currency);
      }),
      { numRuns: 300 },
    );
  });

  it('the converted price differs from the exact one by at most half a minor unit per component', () => {
    fc.assert(
      fc.property(offeredStay, stay => {
        const exchange = { from: stay.offer.currency, to: 'KWD', rate: '1.2345678', asOfMs: 0 };
        const parts = stay.offer.rooms.flatMap(room => [
          ...(room.nightlyMinor ?? [0]),
          ...room.stayCharges,
        ]).length;
        const units = 10 ** (3 - minorUnits(stay.offer.currency));
        const exact = offerNetMinor(stay.offer) * 1.2345678 * units;
        const { netMinor } = priceOffer(stay.offer, pricingOf(stay), exchange);
        expect(Math.abs(netMinor - exact)).toBeLessThanOrEqual(parts / 2 + 1e-3);
      }),
    );
  });

  it('the selling price is never below the net price, and equals it if the provider recommends none', () => {
    fc.assert(
      fc.property(offeredStay, stay => {
        const { netMinor, sellingMinor } = price(stay);
        expect(sellingMinor).toBeGreaterThanOrEqual(netMinor);
        const advised = stay.offer.sellingMinor;
        if (advised === null || advised === offerNetMinor(stay.offer)) expect(sellingMinor).toBe(netMinor);
      }),
      { numRuns: 300 },
    );
  });

  it('rounding never makes a penalty zero or higher than the price, and a full penalty stays equal to the price', () => {
    fc.assert(
      fc.property(offeredStay, fc.integer({ min: -50, max: 5 }), (stay, days) => {
        const { terms, netMinor } = price(stay);
        const before = offerNetMinor(stay.offer);
        const asSold = calculateTerms(stay.offer.policy, { ...pricingOf(stay), netMinor: before });
        if (asSold.refundability === 'UNKNOWN') {
          expect(terms).toEqual(asSold);
          return;
        }
        fc.pre(netMinor > 0);
        const atMs = Date.parse(stay.checkIn) + days * 86_400_000;
        const sold = penaltyAt(asSold.windows, atMs).penaltyMinor;
        const shown = penaltyAt(terms.windows, atMs).penaltyMinor;
        expect(shown).toBeLessThanOrEqual(netMinor);
        if (sold === before) expect(shown).toBe(netMinor);
        expect(shown === 0).toBe(sold === 0);
        expect(terms.freeUntilMs).toBe(asSold.freeUntilMs);
        expect(terms.noShow?.fromMs).toBe(asSold.noShow?.fromMs);
        if (terms.noShow) {
          expect(terms.noShow.penaltyMinor).toBe(penaltyAt(terms.windows, terms.noShow.fromMs).penaltyMinor);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('cancellation windows are contiguous, cover all time and have rising penalties', () => {
    fc.assert(
      fc.property(offeredStay, stay => {
        const { windows, refundability } = price(stay).terms;
        fc.pre(refundability !== 'UNKNOWN');
        expect([windows.at(0)?.fromMs, windows.at(-1)?.toMs]).toEqual([null, null]);
        for (const [i, { fromMs, penaltyMinor }] of windows.entries()) {
          if (i === 0) continue;
          expect(fromMs).toBe(windows[i - 1]?.toMs);
          expect(penaltyMinor).toBeGreaterThan(windows[i - 1]?.penaltyMinor as number);
        }
      }),
      { numRuns: 300 },
    );
  });
});

const [example] = fc.sample(
  offeredStay.filter(
    ({ exchange, offer }) =>
      exchange === null && offer.currency === 'EUR' && offer.rooms[0]?.nightlyMinor !== null,
  ),
  { numRuns: 1, seed: 7 },
) as [OfferedStay];

it('a partial penalty in a currency without decimals is at least one unit and at most the price', () => {
  const offer = {
    ...example.offer,
    rooms: [{ roomCode: 'DBL', allotment: null, nightlyMinor: [100], stayCharges: [] }],
    policy: {
      kind: 'KNOWN',
      penalties: [
        { from: { kind: 'ALWAYS' }, penaltyMinor: 1 },
        { from: { kind: 'LOCAL', at: '2027-03-10T18:00' }, penaltyMinor: 99 },
      ],
      noShowMinor: 100,
    },
  } as const;
  const exchange = { from: 'EUR', to: 'JPY', rate: '2.4', asOfMs: 0 };
  const pricing = { ...pricingOf(example), checkIn: '2027-03-12', nights: 1, timeZone: 'Asia/Tokyo' };
  const { netMinor, terms } = priceOffer(offer, pricing, exchange);
  expect(netMinor).toBe(2);
  expect(terms.windows.map(({ penaltyMinor }) => penaltyMinor)).toEqual([1, 2]);
  expect(terms.refundability).toBe('PARTIALLY_REFUNDABLE');
});

describe('priceOffer rejects a contradictory offer', () => {
  const refused = (offer: OfferedStay['offer'], exchange = example.exchange) =>
    expect(() => priceOffer(offer, pricingOf(example), exchange)).toThrow(RangeError);
  const [room] = example.offer.rooms;

  it('priceOffer rejects an offer with one night too many', () => {
    refused({
      ...example.offer,
      rooms: [{ ...room, nightlyMinor: [...(room?.nightlyMinor ?? []), 1] } as typeof room & object],
    });
  });

  it('priceOffer rejects a room with neither a code nor a name', () => {
    const { name: _, ...nameless } = room as SuppliedRoom;
    refused({ ...example.offer, rooms: [{ ...nameless, roomCode: null }] });
  });

  it('priceOffer rejects a room with neither nights nor a total', () => {
    refused({ ...example.offer, rooms: [{ ...(room as SuppliedRoom), nightlyMinor: null }] });
  });

  it('priceOffer rejects a total that is not the sum of nights and charges', () => {
    const totalMinor = roomNetMinor(room as SuppliedRoom) + 1;
    refused({ ...example.offer, rooms: [{ ...(room as SuppliedRoom), totalMinor }] });
  });

  it('priceOffer rejects an offer with a negative price', () => {
    const stayCharges = [{ code: 'OFF', description: '', amountMinor: -Number.MAX_SAFE_INTEGER }];
    refused({ ...example.offer, rooms: [{ ...room, stayCharges } as typeof room & object] });
  });

  it('priceOffer rejects an exchange rate from another currency', () => {
    refused(example.offer, { from: 'USD', to: 'JPY', rate: '1', asOfMs: 0 });
  });
});
