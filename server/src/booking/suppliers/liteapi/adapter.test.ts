import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { samplesOf, violationsOf } from '../../../../test/suppliers/liteapi/proof.ts';
import {
  FAMILY,
  HOTEL,
  STAY,
  type Stage,
  startStage,
  UNSOLD,
} from '../../../../test/suppliers/liteapi/stage.ts';
import { USUAL } from '../../../../test/suppliers/liteapi/world.ts';
import { describeWithDocuments } from '../../../../test/suppliers/supplier-documents.ts';
import { offerNetMinor, type SuppliedOffer } from '../../port/supplied-offer.ts';
import type { SoldHotel } from '../../port/supplier.ts';
import type { Usage } from './client.ts';

let stage: Stage;
const used: Usage[] = [];

beforeAll(async () => {
  stage = await startStage({ onUsage: usage => used.push(usage) });
});
afterAll(() => stage.close());
afterEach(() => {
  stage.simulator.set(USUAL);
  stage.simulator.clearFaults();
});

const requests = (operation: string) =>
  stage.simulator.exchanges.filter(exchange => exchange.operation === operation);
const lastRequest = (operation: string) => requests(operation).at(-1)?.request;

async function firstOffer(): Promise<SuppliedOffer> {
  const [offer] = await stage.client.offers(STAY, HOTEL);
  return offer ?? expect.fail('no offer');
}

interface RoomType {
  offerId: string;
  rateType: string;
  paymentTypes: string[];
}

function searched(): { roomTypes: RoomType[] }[] {
  const { body } = requests('search').at(-1)?.response ?? expect.fail('no search');
  return (body as { data: { roomTypes: RoomType[] }[] }).data;
}

/** All sellable offers of a hotel, not only the cheapest. */
async function allOffers(hotel: SoldHotel): Promise<readonly SuppliedOffer[]> {
  const settings = { baseUrl: stage.simulator.url, ratesPerHotel: 500 };
  const request = stage.client.searchRequest(STAY, hotel);
  const found = await stage.another({ settings }).search(stage.client.call(), request);
  return found.kind === 'OK' ? (found.value.hotels[0]?.offers ?? []) : expect.fail(found.kind);
}

function respondOnce(operation: string, status: number, body: unknown): void {
  stage.simulator.fail(operation, { when: 'before', kind: 'respond', response: { status, body } });
}

describe('a search at LiteAPI', () => {
  it('a search sends the stay, limits the rates per hotel and requests prices without a markup', async () => {
    await stage.client.offers(FAMILY, HOTEL);
    expect(lastRequest('search')?.headers['x-api-key']).toMatch(/^sand_/);
    expect(lastRequest('search')?.body).toMatchObject({
      hotelIds: ['lp1000'],
      occupancies: [
        { adults: 2, children: [4] },
        { adults: 1, children: [] },
      ],
      currency: 'EUR',
      guestNationality: 'ES',
      checkin: '2027-05-14',
      checkout: '2027-05-17',
      maxRatesPerHotel: 15,
      limit: 1,
      margin: 0,
      roomMapping: true,
    });
  });

  it('a search merges a hotel that occurs twice and lists each product once', async () => {
    const offers = await stage.client.offers(STAY, HOTEL);
    const data = searched();
    expect(data).toHaveLength(2);
    expect(offers.length).toBeGreaterThan(5);
    expect(offers.length).toBeLessThan(data.flatMap(({ roomTypes }) => roomTypes).length);
    expect(new Set(offers.map(({ rateKey }) => rateKey)).size).toBe(offers.length);
  });

  it('a search keeps the cheaper of two equal products, whatever their order', async () => {
    const prices = async () =>
      (await allOffers(HOTEL)).map(offer => `${offer.rateKey} ${offerNetMinor(offer)}`).sort();
    const expected = await prices();
    stage.simulator.fail('search', {
      when: 'after',
      kind: 'alter',
      alter: response => ({
        ...response,
        body: JSON.parse(JSON.stringify(response.body), (name, value) =>
          name === 'data' || name === 'roomTypes' ? value.toReversed() : value,
        ),
      }),
    });
    expect(await prices()).toEqual(expected);
  });

  it('a search merges the offers of several supplier ids of one hotel', async () => {
    const both = { ...HOTEL, supplierIds: ['lp1000', 'lp1001'] };
    const single = await stage.client.offers(STAY, HOTEL);
    expect((await stage.client.offers(STAY, both)).length).toBeGreaterThan(single.length);
  });

  it('a search leaves out package rates and rates that are paid at the property', async () => {
    const offers = await allOffers(HOTEL);
    const data = searched();
    const text = JSON.stringify(data);
    expect(text).toContain('"package"');
    expect(text).toContain('["PROPERTY_PAY"]');
    const sellable = data
      .flatMap(({ roomTypes }) => roomTypes)
      .filter(
        ({ rateType, paymentTypes }) => rateType === 'standard' && !paymentTypes.includes('PROPERTY_PAY'),
      );
    const ids = new Set(sellable.map(({ offerId }) => offerId));
    expect(offers.length).toBeGreaterThan(10);
    expect(offers.every(({ tokens }) => ids.has(tokens ?? ''))).toBe(true);
  });

  it.each(['204', '400', '200'] as const)(
    'a search returns NONE if there are no rooms (status %s)',
    async noRooms => {
      stage.simulator.set({ noRooms });
      const found = await stage.supplier.search(
        stage.client.call(),
        stage.client.searchRequest(STAY, UNSOLD),
      );
      expect(found).toEqual({ kind: 'NONE' });
    },
  );

  it('a search makes no request for hotels without a LiteAPI id', async () => {
    const before = stage.simulator.exchanges.length;
    const { supplierIds: _, ...unmapped } = HOTEL;
    const found = await stage.supplier.search(
      stage.client.call(),
      stage.client.searchRequest(STAY, unmapped),
    );
    expect(found).toEqual({ kind: 'NONE' });
    expect(stage.simulator.exchanges.length).toBe(before);
    expect(await stage.supplier.sells?.(unmapped)).toBe(false);
    expect(await stage.supplier.sells?.(HOTEL)).toBe(true);
  });

  it('a search reads terms in GMT, taxes in other currencies, and names without HTML', async () => {
    const offers = await allOffers({ ...HOTEL, supplierIds: ['lp1002'] });
    const flexible = offers.find(({ policy }) => policy.kind === 'KNOWN' && policy.penalties.length === 2);
    expect(flexible?.policy).toMatchObject({
      penalties: [
        { from: { kind: 'INSTANT', atMs: Date.UTC(2027, 4, 11, 22) } },
        { from: { kind: 'INSTANT', atMs: Date.UTC(2027, 4, 13, 22) } },
      ],
    });
    const names = offers.flatMap(({ rooms }) => rooms.map(({ name }) => name?.text));
    expect(names).toContain('Two-Bedroom Apartment with kitchen');
    const charges = offers.flatMap(offer => offer.charges);
    expect(charges).toContainEqual(
      expect.objectContaining({
        description: 'City tax',
        collection: 'PAY_AT_PROPERTY',
        amountMinor: null,
        local: { currency: 'JPY', amountMinor: 300 },
      }),
    );
  });

  it('a search fails with ENVIRONMENT if the response is from the other environment', async () => {
    const body = { data: [], sandbox: false };
    respondOnce('search', 200, body);
    const request = stage.client.searchRequest(STAY, HOTEL);
    expect(await stage.supplier.search(stage.client.call(), request)).toEqual({
      kind: 'FAILED',
      cause: 'ENVIRONMENT',
    });
  });

  it('a throttled search returns THROTTLED and reports the usage', async () => {
    stage.simulator.set({ perSecond: 0 });
    const request = stage.client.searchRequest(STAY, HOTEL);
    const found = await stage.supplier.search(stage.client.call(), request);
    const retryAtMs = stage.clock.monotonicMs() + 1_000;
    expect(found).toEqual({ kind: 'THROTTLED', retryAtMs });
    expect(used.at(-1)).toMatchObject({ isThrottled: true, retryAtMs });
  });

  it.each([
    ['deeply nested JSON', `{"data":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
    ['truncated JSON', '{"data":[{"hotelId":"lp1000","roomTypes":['],
    ['a list instead of an object', '[]'],
  ])('a search response with %s leads to no offers and no exception', async (_name, body) => {
    respondOnce('search', 200, body);
    const request = stage.client.searchRequest(STAY, HOTEL);
    const found = await stage.supplier.search(stage.client.call(), request);
    expect(found.kind === 'OK' ? found.value.hotels : []).toEqual([]);
  });

  it('an unreadable hotel in a search does not affect the others', async () => {
    const other = { ...HOTEL, hotelId: 'htl_other', supplierIds: ['lp1001'] };
    stage.simulator.fail('search', {
      when: 'after',
      kind: 'alter',
      alter: response => ({
        ...response,
        body: JSON.parse(JSON.stringify(response.body), (name, value) => {
          if (name !== 'data') return value;
          return value.map((entry: { hotelId: string; roomTypes: { rates: object[] }[] }) =>
            entry.hotelId === 'lp1000'
              ? {
                  ...entry,
                  roomTypes: entry.roomTypes.map(type => ({ ...type, rates: [{ boardType: 'ZZ' }] })),
                }
              : entry,
          );
        }),
      }),
    });
    const found = await stage.supplier.search(
      stage.client.call(),
      stage.client.searchRequest(STAY, HOTEL, other),
    );
    if (found.kind !== 'OK') return expect.fail(found.kind);
    expect(found.value.hotels.map(({ hotelId }) => hotelId)).toEqual(['htl_other']);
    expect(found.value.unavailable).toEqual([{ hotelId: HOTEL.hotelId, reason: 'PROVIDER_ERROR' }]);
  });
});

describe('a quote at LiteAPI', () => {
  const quote = (offer: SuppliedOffer, tokens = offer.tokens) =>
    stage.supplier.quote(stage.client.call(), {
      ...stage.client.quoteRequest(STAY, HOTEL, offer.rateKey),
      tokens,
    });

  it('a quote uses the offer id without another search', async () => {
    const offer = await firstOffer();
    const before = requests('search').length;
    expect((await quote(offer)).kind).toBe('OK');
    expect(requests('search').length).toBe(before);
  });

  it('an offer can still be quoted if its LiteAPI offer id was lost or has expired', async () => {
    const offer = await firstOffer();
    expect((await quote(offer, undefined)).kind).toBe('OK');
    stage.clock.advance(10 * 60_000);
    expect((await quote(offer)).kind).toBe('OK');
    expect((await quote(offer, 'unknown')).kind).toBe('OK');
  });

  it('a quote is GONE if the rate is no longer sold', async () => {
    const offer = await firstOffer();
    stage.simulator.set({ soldOut: new Set(['lp1000']) });
    expect(await quote(offer)).toEqual({ kind: 'GONE' });
    respondOnce('prebook', 408, { error: { code: 4040, description: 'outdated offerId' } });
    expect(await quote(offer)).toEqual({ kind: 'GONE' });
  });

  it('a quote returns the current price and room instead of those of the search', async () => {
    const offer = await firstOffer();
    stage.simulator.set({ pricePercent: 110, changesTerms: true });
    const dearer = await quote(offer);
    if (dearer.kind !== 'OK') return expect.fail(dearer.kind);
    expect(offerNetMinor(dearer.value.offer)).toBeGreaterThan(offerNetMinor(offer));
    stage.simulator.set({ ...USUAL, replacesRooms: true });
    const other = await quote(offer);
    if (other.kind !== 'OK') return expect.fail(other.kind);
    expect(other.value.offer.rooms[0]?.name?.text).not.toBe(offer.rooms[0]?.name?.text);
  });

  it('a quote has the same product as the search, although the prebook appends the board to the room name', async () => {
    const offers = await allOffers(HOTEL);
    const unmapped = offers.find(({ rooms }) => rooms[0]?.supplierRoomCode === undefined);
    if (unmapped === undefined) return expect.fail('every room is mapped');
    const quoted = await quote(unmapped);
    if (quoted.kind !== 'OK') return expect.fail(quoted.kind);
    expect(quoted.value.offer.rateKey).toBe(unmapped.rateKey);
    expect(quoted.value.offer.rooms[0]?.name).toEqual(unmapped.rooms[0]?.name);
  });

  it('a quote is CONTRADICTORY if the prebook is for another hotel or stay, and states whether the hotel differs', async () => {
    for (const [change, more] of [
      [{ hotelId: 'lp1001' }, { isOtherHotel: true }],
      [{ checkin: '2027-05-13' }, {}],
    ]) {
      const offer = await firstOffer();
      stage.simulator.fail('prebook', {
        when: 'after',
        kind: 'alter',
        alter: ({ status, body }) => {
          const { data, ...rest } = body as { data: object };
          return { status, body: { ...rest, data: { ...data, ...change } } };
        },
      });
      expect(await quote(offer)).toEqual({ kind: 'FAILED', cause: 'CONTRADICTORY', ...more });
    }
  });

  it('a search returns promotions by name, and a quote returns remarks as notices without HTML', async () => {
    const offers = await allOffers(HOTEL);
    expect(offers.flatMap(({ promotions }) => promotions)).toContainEqual({
      code: 'PROMOTION',
      text: 'Early booker',
      language: 'en',
    });
    const flexible = offers.find(({ policy }) => policy.kind === 'KNOWN' && policy.penalties.length === 2);
    const quoted = await quote(flexible ?? expect.fail('no flexible rate'));
    if (quoted.kind !== 'OK') return expect.fail(quoted.kind);
    expect(quoted.value.notices.map(({ text }) => text)).toEqual(['Reception closes at 23:00.']);
  });

  it('a quote reports a timeout at LiteAPI as a timeout', async () => {
    respondOnce('prebook', 408, { error: { code: 4016, message: 'prebook timeout exceeded' } });
    expect(await quote(await firstOffer())).toEqual({ kind: 'FAILED', cause: 'TIMEOUT' });
  });

  it('a quote is GONE if LiteAPI does not accept the configured payment method', async () => {
    const offer = await firstOffer();
    stage.simulator.fail(
      'prebook',
      {
        when: 'after',
        kind: 'alter',
        alter: ({ status, body }) => {
          const { data, ...rest } = body as { data: object };
          return { status, body: { ...rest, data: { ...data, paymentTypes: ['NUITEE_PAY'] } } };
        },
      },
      2,
    );
    expect(await quote(offer)).toEqual({ kind: 'GONE' });
  });
});

describeWithDocuments('the adapter and LiteAPI’s documents', () => {
  it('every request of the LiteAPI adapter in the search and quote tests matches the OpenAPI documents', () => {
    const samples = samplesOf(stage.simulator.exchanges).filter(({ status }) => status === undefined);
    expect(samples.length).toBeGreaterThan(30);
    expect(violationsOf(samples)).toEqual([]);
  });
});
