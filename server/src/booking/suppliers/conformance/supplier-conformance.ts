/** What every supplier promises, whoever it is. For tests alone. */
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SuppliedOffer } from '../../port/supplied-offer.ts';
import type { Stay } from '../../port/supplier.ts';
import { describeReservations } from './describe-reservations.ts';
import type { SupplierUnderTest } from './supplier-under-test.ts';
import { netOf, PERSONAL, SupplierWalk } from './supplier-walk.ts';

export function describeSupplier(name: string, makeSupplier: () => Promise<SupplierUnderTest>): void {
  describe(name, () => {
    let subject: SupplierUnderTest;
    let walk: SupplierWalk;

    beforeAll(async () => {
      subject = await makeSupplier();
      walk = new SupplierWalk(subject.supplier, subject.clock, subject.organisationId);
    });
    afterAll(async () => {
      await subject?.close();
    });

    it('is always of one kind, and tells that it works', async () => {
      expect(subject.supplier.kind).toBe(subject.kind);
      expect(subject.twin().kind).toBe(subject.kind);
      expect(await subject.supplier.probe(walk.call())).toEqual({ kind: 'OK', value: null });
    });

    it('offers a room for each party, an amount for each night, and exact terms', async () => {
      for (const stay of [subject.stay, subject.family]) {
        const offers = await walk.offers(stay, subject.hotel);
        expect(offers.length).toBeGreaterThan(0);
        for (const offer of offers) checkOffer(offer, stay, subject);
        const keys = offers.map(({ rateKey }) => rateKey);
        expect(new Set(keys).size).toBe(keys.length);
        expect(new Set(offers.map(({ currency }) => currency)).size).toBe(1);
      }
    });

    it('names neither hotels that it does not sell nor any that was not asked for', async () => {
      const { hotel, unsold, stay } = subject;
      const answer = await subject.supplier.search(walk.call(), walk.searchRequest(stay, unsold, hotel));
      if (answer.kind !== 'OK') return expect.fail(answer.kind);
      expect(answer.value.hotels.map(({ hotelId }) => hotelId)).toEqual([hotel.hotelId]);
      expect(answer.value.unavailable).toEqual([]);
    });

    it('gives a reason for a hotel that it sells, but not to a party that fits nowhere', async () => {
      const crowd = { ...subject.stay, occupancies: [{ adults: 8, childAges: [1, 2, 3, 4, 5, 6] }] };
      const answer = await subject.supplier.search(walk.call(), walk.searchRequest(crowd, subject.hotel));
      if (answer.kind !== 'OK') return expect.fail(answer.kind);
      expect(answer.value.hotels).toEqual([]);
      expect(answer.value.unavailable.map(({ hotelId }) => hotelId)).toEqual([subject.hotel.hotelId]);
      expect(['MAXIMUM_OCCUPANCY', 'CHILDREN_NOT_ALLOWED']).toContain(answer.value.unavailable[0]?.reason);
    });

    it('answers the same from two processes and on two days', async () => {
      const { hotel, stay, family, clock } = subject;
      const twin = new SupplierWalk(subject.twin(), clock, subject.organisationId);
      const first = [await walk.offers(stay, hotel), await walk.offers(family, hotel)];
      clock.advance(86_400_000);
      expect([await twin.offers(stay, hotel), await twin.offers(family, hotel)]).toEqual(first);
    });

    it('quotes what it showed, the same when asked twice, and a rate it never showed as GONE', async () => {
      const { hotel, family, supplier } = subject;
      for (const offer of (await walk.offers(family, hotel)).slice(0, 3)) {
        const request = walk.quoteRequest(family, hotel, offer.rateKey);
        const quote = await walk.quoted(request);
        expect(quote.offer).toEqual(offer);
        expect(quote.lifetimeMs ?? 1).toBeGreaterThan(0);
        expect(await walk.quoted(request)).toEqual(quote);
        expect(await supplier.release(walk.call(), request.quoteId)).toEqual({ kind: 'OK', value: null });
      }
      expect(await supplier.quote(walk.call(), walk.quoteRequest(family, hotel, 'never-shown'))).toEqual({
        kind: 'GONE',
      });
    });

    describeReservations(
      () => subject,
      () => walk,
    );

    it('has recorded nothing about people', () => {
      for (const exchange of walk.exchanges) expect(JSON.stringify(exchange)).not.toMatch(PERSONAL);
    });
  });
}

function checkOffer(offer: SuppliedOffer, stay: Stay, { hotel }: SupplierUnderTest): void {
  const net = netOf(offer);
  expect(offer.rateKey.length).toBeLessThanOrEqual(64);
  expect(offer.currency).toMatch(/^[A-Z]{3}$/);
  expect(offer.rooms).toHaveLength(stay.occupancies.length);
  for (const [i, room] of offer.rooms.entries()) {
    const { adults, childAges } = stay.occupancies[i] ?? { adults: 0, childAges: [] };
    const sold = hotel.rooms.find(({ roomCode }) => roomCode === room.roomCode);
    expect(sold?.maxAdults).toBeGreaterThanOrEqual(adults);
    expect(sold?.maxTotal).toBeGreaterThanOrEqual(adults + childAges.length);
    expect(room.nightlyMinor).toHaveLength(nightsBetween(stay.checkIn, stay.checkOut));
    expect(room.nightlyMinor.every(amount => Number.isSafeInteger(amount) && amount >= 0)).toBe(true);
    expect(room.stayCharges.every(charge => Number.isSafeInteger(charge.amountMinor))).toBe(true);
  }
  expect(Number.isSafeInteger(net) && net > 0).toBe(true);
  expect(offer.sellingMinor ?? net).toBeGreaterThanOrEqual(net);
  for (const { amountMinor, collection } of offer.charges) {
    expect(Number.isSafeInteger(amountMinor) && amountMinor >= 0).toBe(true);
    if (collection === 'INCLUDED') expect(amountMinor).toBeLessThanOrEqual(net);
  }
  checkPolicy(offer, net);
}

function checkPolicy({ policy }: SuppliedOffer, net: number): void {
  if (policy.kind === 'UNKNOWN') return;
  for (const { from, penaltyMinor } of policy.penalties) {
    expect(Number.isSafeInteger(penaltyMinor) && penaltyMinor >= 0 && penaltyMinor <= net).toBe(true);
    if (from.kind === 'LOCAL') expect(from.at).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);
    if (from.kind === 'INSTANT') expect(Number.isSafeInteger(from.atMs)).toBe(true);
  }
}
