import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offerNetMinor, roomNetMinor, type SuppliedOffer } from '../../port/supplied-offer.ts';
import type { Stay, SuppliedQuote } from '../../port/supplier.ts';
import { describeReservations } from './describe-reservations.ts';
import { PERSONAL, SupplierClient, type SupplierUnderTest } from './supplier-client.ts';

export function describeSupplier(name: string, makeSupplier: () => Promise<SupplierUnderTest>): void {
  describe(name, () => {
    let subject: SupplierUnderTest;
    let client: SupplierClient;

    beforeAll(async () => {
      subject = await makeSupplier();
      client = new SupplierClient(subject.supplier, subject.clock, subject.organisationId);
    });
    afterAll(async () => {
      await subject?.close();
    });

    const givesReasons = () => subject.traits?.givesReasons ?? true;

    it('every instance of the supplier reports the same kind, and its probe succeeds', async () => {
      expect(subject.supplier.kind).toBe(subject.kind);
      expect(subject.twin().kind).toBe(subject.kind);
      expect(await subject.supplier.probe(client.call())).toEqual({ kind: 'OK', value: null });
    });

    it('every offer has a room for each party, amounts that add up to its price, and penalties that do not exceed it', async () => {
      for (const stay of [subject.stay, subject.family]) {
        const offers = await client.offers(stay, subject.hotel);
        expect(offers.length).toBeGreaterThan(0);
        for (const offer of offers) checkOffer(offer, stay, subject);
        const keys = offers.map(({ rateKey }) => rateKey);
        expect(new Set(keys).size).toBe(keys.length);
        expect(new Set(offers.map(({ currency }) => currency)).size).toBe(1);
      }
    });

    it('a search returns only requested hotels that the supplier sells', async () => {
      const { hotel, unsold, stay } = subject;
      const result = await subject.supplier.search(client.call(), client.searchRequest(stay, unsold, hotel));
      if (result.kind !== 'OK') return expect.fail(result.kind);
      expect(result.value.hotels.map(({ hotelId }) => hotelId)).toEqual([hotel.hotelId]);
      expect(result.value.unavailable).toEqual([]);
    });

    it('a search returns no offers, and a reason if the supplier gives reasons, when all rooms are too small for the party', async () => {
      const crowd = { ...subject.stay, occupancies: [{ adults: 8, childAges: [1, 2, 3, 4, 5, 6] }] };
      const result = await subject.supplier.search(client.call(), client.searchRequest(crowd, subject.hotel));
      if (result.kind === 'NONE' && !givesReasons()) return;
      if (result.kind !== 'OK') return expect.fail(result.kind);
      expect(result.value.hotels).toEqual([]);
      if (!givesReasons()) return;
      expect(result.value.unavailable.map(({ hotelId }) => hotelId)).toEqual([subject.hotel.hotelId]);
      expect(['MAXIMUM_OCCUPANCY', 'CHILDREN_NOT_ALLOWED']).toContain(result.value.unavailable[0]?.reason);
    });

    it('a search returns the same offers in two processes and on two days', async ({ skip }) => {
      skip(subject.traits?.isDeterministic === false, 'the prices of this supplier change');
      const { hotel, stay, family, clock } = subject;
      const twin = new SupplierClient(subject.twin(), clock, subject.organisationId);
      const first = [await client.offers(stay, hotel), await client.offers(family, hotel)];
      clock.advance(86_400_000);
      const again = [await twin.offers(stay, hotel), await twin.offers(family, hotel)];
      expect(again.map(offers => offers.map(withoutTokens))).toEqual(
        first.map(offers => offers.map(withoutTokens)),
      );
    });

    it('a quote matches its offer and stays the same when repeated, and an unknown rate is GONE', async () => {
      const { hotel, family, supplier } = subject;
      for (const offer of (await client.offers(family, hotel)).slice(0, 3)) {
        const request = client.quoteRequest(family, hotel, offer);
        const quote = await client.quoted(request);
        checkQuote(quote, offer);
        checkOffer(quote.offer, family, subject);
        checkQuote(await client.quoted(request), quote.offer);
        expect(['OK', 'UNSUPPORTED']).toContain(
          (await supplier.release(client.call(), request.quoteId)).kind,
        );
      }
      const never = client.quoteRequest(family, hotel, 'never-shown');
      expect(await supplier.quote(client.call(), never)).toEqual({ kind: 'GONE' });
    });

    it('a quote finds the rate again if the tokens of the search were lost', async () => {
      const { hotel, stay, supplier } = subject;
      const [offer] = await client.offers(stay, hotel);
      if (offer === undefined) return expect.fail('no offer');
      const request = client.quoteRequest(stay, hotel, offer.rateKey);
      checkQuote(await client.quoted(request), offer);
      await supplier.release(client.call(), request.quoteId);
    });

    describeReservations(
      () => subject,
      () => client,
    );

    it("a supplier's recorded exchanges contain no personal data", () => {
      for (const exchange of client.exchanges) expect(JSON.stringify(exchange)).not.toMatch(PERSONAL);
    });
  });
}

/** Tokens and expiry times differ with every search. */
function withoutTokens({ tokens: _, tokensEndAtMs: __, endsAtMs: ___, ...offer }: SuppliedOffer) {
  return offer;
}

/** Compares a quote with the offer of the search. Terms may be unknown in the search but not in the quote. */
function checkQuote({ offer, tokens, lifetimeMs }: SuppliedQuote, shown: SuppliedOffer): void {
  const expected = withoutTokens(shown);
  const quoted = withoutTokens(offer);
  expect(quoted.policy.kind).toBe('KNOWN');
  if (expected.policy.kind === 'UNKNOWN') expected.policy = quoted.policy;
  expect(quoted).toEqual(expected);
  expect(typeof tokens).toBe('string');
  expect(lifetimeMs ?? 1).toBeGreaterThan(0);
}

function checkOffer(offer: SuppliedOffer, stay: Stay, { hotel }: SupplierUnderTest): void {
  const net = offerNetMinor(offer);
  expect(offer.rateKey.length).toBeLessThanOrEqual(64);
  expect(offer.currency).toMatch(/^[A-Z]{3}$/);
  expect(offer.rooms).toHaveLength(stay.occupancies.length);
  for (const [i, room] of offer.rooms.entries()) {
    const { adults, childAges } = stay.occupancies[i] ?? { adults: 0, childAges: [] };
    if (room.roomCode === null) {
      expect(room.name?.text).toMatch(/\S/);
    } else {
      const sold = hotel.rooms.find(({ roomCode }) => roomCode === room.roomCode);
      expect(sold?.maxAdults).toBeGreaterThanOrEqual(adults);
      expect(sold?.maxTotal).toBeGreaterThanOrEqual(adults + childAges.length);
    }
    const nights = room.nightlyMinor ?? Array(nightsBetween(stay.checkIn, stay.checkOut)).fill(0);
    expect(nights).toHaveLength(nightsBetween(stay.checkIn, stay.checkOut));
    expect(nights.every(amount => Number.isSafeInteger(amount) && amount >= 0)).toBe(true);
    expect(room.totalMinor ?? roomNetMinor(room)).toBe(roomNetMinor(room));
    expect(room.stayCharges.every(charge => Number.isSafeInteger(charge.amountMinor))).toBe(true);
  }
  expect(Number.isSafeInteger(net) && net > 0).toBe(true);
  expect(offer.sellingMinor ?? net).toBeGreaterThanOrEqual(net);
  for (const { amountMinor, percent, local, collection } of offer.charges) {
    if (amountMinor === null) {
      expect(percent ?? local).toBeDefined();
      continue;
    }
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
