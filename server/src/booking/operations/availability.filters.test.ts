import { BOARD_CODES } from '@serai/contract/shared/lodging.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHECK_IN, CHECK_OUT } from '../../../test/booking-app.ts';
import {
  CITY_HOTELS,
  FACILITIES,
  hotelIdsOf,
  offersOf,
  reasonsOf,
  type SearchApp,
  searchApp,
} from '../../../test/search-app.ts';
import type { HttpAnswer } from '../../../test/test-app.ts';
import { nightsOf } from '../../platform/time/civil-date.ts';

let search: SearchApp;
let all: HttpAnswer;
const MANY = { maxOffersPerHotel: 100 };

beforeAll(async () => {
  search = await searchApp();
  all = await search.find(MANY);
});
afterAll(() => search.close());

type Hotel = { hotelId: string; stars: number | null; distanceMeters: number; fromPrice: { amount: string } };
const cents = ({ amount }: { amount: string }) => Number(amount.replace('.', ''));
const products = (answer: HttpAnswer) =>
  offersOf(answer).map(offer => `${offer.fingerprint} ${offer.price.net.amount}`);
/** The offers of the unfiltered search that match, in the same order. */
const wanted = (passes: (offer: ReturnType<typeof offersOf>[number]) => boolean) =>
  offersOf(all)
    .filter(passes)
    .map(offer => `${offer.fingerprint} ${offer.price.net.amount}`);

describe('filters', () => {
  const check = async (filters: object, passes: Parameters<typeof wanted>[0]) => {
    const left = wanted(passes);
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(offersOf(all).length);
    expect(products(await search.find({ ...MANY, filters }))).toEqual(left);
  };

  it('the filter refundableOnly returns only refundable offers', () =>
    check({ refundableOnly: true }, offer => offer.cancellation.refundability === 'REFUNDABLE'));

  it('the filter refundableOnly excludes no offers when it is false', async () => {
    expect(products(await search.find({ ...MANY, filters: { refundableOnly: false } }))).toEqual(
      products(all),
    );
  });

  it.each([['BB'], ['RO', 'SC']])('a search can filter offers by the boards %s', (...boards) =>
    check({ boards }, offer => boards.includes(offer.board.code)),
  );

  it.each(['MERCHANT', 'PAY_AT_PROPERTY'])('a search can filter offers by the payment type %s', type =>
    // Compared without `check`, because the cheapest offer of a product is chosen among the offers that match.
    search.find({ ...MANY, filters: { paymentTypes: [type] } }).then(answer => {
      expect(offersOf(answer).length).toBeGreaterThan(0);
      for (const offer of offersOf(answer)) expect(offer.payment.type).toBe(type);
    }),
  );

  it('a search can filter offers by price, including both bounds', async () => {
    const amounts = offersOf(all)
      .map(offer => offer.price.net)
      .sort((a, b) => cents(a) - cents(b));
    const [min, max] = [amounts[10].amount, amounts.at(-10).amount];
    const inCents = (amount: string) => cents({ amount });
    const isBetween = (offer: { price: { net: { amount: string } } }) =>
      cents(offer.price.net) >= inCents(min) && cents(offer.price.net) <= inCents(max);
    await check({ price: { min, max } }, isBetween);
    await check({ price: { min } }, offer => cents(offer.price.net) >= inCents(min));
    await check({ price: { max } }, offer => cents(offer.price.net) <= inCents(max));
  });

  it.each([
    ['from the request', { currency: 'JPY' }, '20000.5'],
    ["the partner's default", {}, '200.005'],
  ])(
    'a search rejects a price bound with more decimals than its currency has (currency: %s)',
    async (_, members, max) => {
      const { status, json } = await search.find({ ...members, filters: { price: { min: '1', max } } });
      expect([status, json.error?.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(json.error.details).toMatchObject([{ path: '/filters/price/max', code: 'WRONG_DECIMALS' }]);
    },
  );

  it('a search can filter offers by freeCancellationUntil to the second', async () => {
    const ends = [...new Set(offersOf(all).map(offer => offer.cancellation.freeCancellationUntil))]
      .filter(Boolean)
      .sort();
    const until = ends[1];
    const isFree = (time: string) => (offer: { cancellation: { freeCancellationUntil: string | null } }) =>
      (offer.cancellation.freeCancellationUntil ?? '') >= time;
    await check({ freeCancellationUntil: until }, isFree(until));
    const later = new Date(Date.parse(until) + 1_000).toISOString();
    await check({ freeCancellationUntil: later }, isFree(later.replace('.000', '')));
  });

  it.each([
    [{ minStars: 4 }, (stars: number) => stars >= 4],
    [{ maxStars: 2 }, (stars: number) => stars <= 2],
    [{ minStars: 3, maxStars: 3 }, (stars: number) => stars === 3],
    [{ minStars: 0, maxStars: 5 }, () => true],
  ])('a search can filter hotels by %j, which excludes hotels without stars', async (filters, passes) => {
    const answer = await search.find({ filters, include: ['unavailable'] });
    const expected = all.json.hotels.filter(({ stars }: Hotel) => stars !== null && passes(stars));
    expect(hotelIdsOf(answer)).toEqual(expected.map(({ hotelId }: Hotel) => hotelId));
    const others = CITY_HOTELS.filter(id => !hotelIdsOf(answer).includes(id));
    expect(reasonsOf(answer)).toEqual(Object.fromEntries(others.map(id => [id, 'FILTERED_OUT'])));
  });

  it('a facility filter finds only hotels that have all the given facilities', async () => {
    for (const facilities of [FACILITIES.slice(0, 1), FACILITIES]) {
      const answer = await search.find({ filters: { facilities }, include: ['unavailable'] });
      const expected = CITY_HOTELS.filter((_, i) => i % 3 >= facilities.length);
      expect(hotelIdsOf(answer).sort()).toEqual(expected);
      const others = CITY_HOTELS.filter(id => !expected.includes(id));
      expect(reasonsOf(answer)).toEqual(Object.fromEntries(others.map(id => [id, 'FILTERED_OUT'])));
    }
  });

  it('a search applies all filters together and reports a hotel without matching offers as FILTERED_OUT', async () => {
    const filters = {
      refundableOnly: true,
      boards: BOARD_CODES,
      minStars: 1,
      price: { max: '400' },
      paymentTypes: ['MERCHANT'],
    };
    const answer = await search.find({ ...MANY, filters, include: ['unavailable'] });
    expect(offersOf(answer).length).toBeGreaterThan(0);
    for (const { cancellation, price, payment } of offersOf(answer)) {
      expect([cancellation.refundability, payment.type]).toEqual(['REFUNDABLE', 'MERCHANT']);
      expect(cents(price.net)).toBeLessThanOrEqual(40_000);
    }
    expect(new Set(Object.values(reasonsOf(answer)))).toEqual(new Set(['FILTERED_OUT']));
    expect([...hotelIdsOf(answer), ...Object.keys(reasonsOf(answer))].sort()).toEqual(CITY_HOTELS);
  });

  it('a search returns 200 without hotels when no offer matches the filter', async () => {
    const { status, json } = await search.find({ filters: { price: { max: '0.01' } } });
    expect([status, json.hotels, json.complete, json.unavailable]).toEqual([200, [], true, []]);
  });
});

describe('sort orders', () => {
  const hotels = async (sort: string): Promise<Hotel[]> => (await search.find({ sort })).json.hotels;
  const expectRising = (values: number[]) => expect(values).toEqual(values.toSorted((a, b) => a - b));

  it('a search can sort hotels by distance, nearest first', async () => {
    expect((await hotels('DISTANCE')).map(({ hotelId }) => hotelId)).toEqual(CITY_HOTELS);
  });

  it('a search can sort hotels by price, cheapest first', async () => {
    const found = await hotels('PRICE');
    expect(found).toHaveLength(CITY_HOTELS.length);
    expectRising(found.map(({ fromPrice }) => cents(fromPrice)));
  });

  it('a search can sort hotels by stars, highest first, with unrated hotels last', async () => {
    const found = await hotels('STARS');
    expectRising(found.map(({ stars }) => -(stars ?? -1)));
    expect(found.at(-1)?.stars).toBeNull();
  });

  it('a search can sort hotels in descending order, and its pages neither overlap nor leave out a hotel', async () => {
    for (const sort of ['PRICE', 'DISTANCE']) {
      const order = { sort, sortDirection: 'DESC' };
      const found = (await search.find(order)).json.hotels as Hotel[];
      const values = found.map(hotel => (sort === 'PRICE' ? -cents(hotel.fromPrice) : -hotel.distanceMeters));
      expect(values).toHaveLength(CITY_HOTELS.length);
      expectRising(values);
      const paged: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await search.find({ ...order, page: { limit: 7, ...(cursor && { cursor }) } });
        paged.push(...hotelIdsOf(page));
        cursor = page.json.page.nextCursor;
      }
      expect(paged).toEqual(found.map(({ hotelId }) => hotelId));
    }
  });

  it('a search sorts all hotels by rank in a stable order by default', async () => {
    const ranked = (await hotels('RANK')).map(({ hotelId }) => hotelId);
    expect(ranked).toEqual(hotelIdsOf(all));
    expect(ranked.toSorted()).toEqual(CITY_HOTELS);
    expect((await hotels('RANK')).map(({ hotelId }) => hotelId)).toEqual(ranked);
  });
});

describe('summaries of offers', () => {
  it('offerDetail SUMMARY returns the same offers with fewer fields, and their offer ids can be quoted', async () => {
    const occupancies = [{ adults: 2 }, { adults: 1, childAges: [4] }];
    const full = await search.find({ ...MANY, occupancies });
    const summary = await search.find({ ...MANY, occupancies, offerDetail: 'SUMMARY' });
    expect(summary.json.echo.offerDetail).toBe('SUMMARY');
    expect(offersOf(summary).map(({ offerId: _, expiresAt: __, ...offer }) => offer)).toEqual(
      offersOf(full).map(({ fingerprint, board, rooms, price, cancellation, payment }) => ({
        fingerprint,
        board: { code: board.code },
        rooms: rooms.map(({ roomRef, roomCode }: { roomRef: number; roomCode: string }) => ({
          roomRef,
          roomCode,
        })),
        price: {
          currency: price.currency,
          net: price.net,
          selling: price.selling,
          guestTotal: price.guestTotal,
        },
        cancellation: {
          refundability: cancellation.refundability,
          freeCancellationUntil: cancellation.freeCancellationUntil,
        },
        payment,
      })),
    );
    const [offer] = offersOf(summary);
    const quote = await search.call('prebooking', { offerId: offer.offerId });
    expect([quote.status, quote.json.offer.rooms[0].name]).toEqual([200, expect.any(String)]);
  });

  it('a search rejects offerDetail SUMMARY together with nightly prices', async () => {
    const { status, json } = await search.find({ offerDetail: 'SUMMARY', include: ['nightly'] });
    expect([status, json.error.details]).toMatchObject([
      400,
      [{ path: '/include', code: 'NOT_WITH_SUMMARY' }],
    ]);
  });
});

describe('the offers of a hotel', () => {
  const [, , , hotel] = CITY_HOTELS;

  it("a search lists a hotel's cheapest offer first and returns its price as fromPrice", () => {
    for (const { offers, fromPrice } of all.json.hotels) {
      const nets = offers.map(({ price }: { price: { net: { amount: string } } }) => cents(price.net));
      expect(nets).toEqual(nets.toSorted((a: number, b: number) => a - b));
      expect(fromPrice).toEqual(offers[0].price.net);
    }
  });

  it('a search lists each product of a hotel once unless duplicates are requested', async () => {
    const products = (answer: HttpAnswer) => offersOf(answer).map(offer => offer.fingerprint);
    const alone = products(await search.find({ ...MANY, hotelIds: [hotel] }));
    expect(new Set(alone).size).toBe(alone.length);
    const several = await search.find({ ...MANY, hotelIds: [hotel], include: ['duplicates'] });
    expect(products(several).length).toBeGreaterThan(alone.length);
    expect(new Set(products(several))).toEqual(new Set(alone));
  });

  it('a search shows the cheapest offer for each product of a hotel', async () => {
    const several = offersOf(await search.find({ ...MANY, hotelIds: [hotel], include: ['duplicates'] }));
    for (const offer of offersOf(await search.find({ ...MANY, hotelIds: [hotel] }))) {
      const prices = several
        .filter(each => each.fingerprint === offer.fingerprint)
        .map(each => cents(each.price.net));
      expect(cents(offer.price.net)).toBe(Math.min(...prices));
    }
  });

  it.each([1, 2, 100])(
    'a search shows at most the %i cheapest offers of a hotel',
    async maxOffersPerHotel => {
      const answer = await search.find({ maxOffersPerHotel });
      for (const [i, shown] of answer.json.hotels.entries()) {
        const expected = all.json.hotels[i].offers.slice(0, maxOffersPerHotel);
        const keys = (offers: { fingerprint: string }[]) => offers.map(({ fingerprint }) => fingerprint);
        expect(keys(shown.offers)).toEqual(keys(expected));
      }
    },
  );

  it('a search shows at most ten offers per hotel by default', async () => {
    const { json } = await search.find();
    const counts = json.hotels.map(({ offers }: { offers: unknown[] }) => offers.length);
    expect(Math.max(...counts)).toBe(10);
  });

  it('a search includes nightly prices in offers only when they are requested', async () => {
    const [plain] = offersOf(await search.find({ hotelIds: [hotel] }));
    expect(plain.rooms[0].price).not.toHaveProperty('nightly');
    const [offer] = offersOf(await search.find({ hotelIds: [hotel], include: ['nightly'] }));
    const dates = offer.rooms[0].price.nightly.map(({ date }: { date: string }) => date);
    expect(dates).toEqual(nightsOf(CHECK_IN, CHECK_OUT));
    expect(offer.price).toEqual(plain.price);
  });

  it('a search lists only unknown hotel ids as unavailable unless `unavailable` is requested', async () => {
    const filters = { price: { max: '0.01' } };
    const hotelIds = [hotel, 'htl_NOBODY'];
    const answer = await search.find({ hotelIds, filters });
    expect(reasonsOf(answer)).toEqual({ htl_NOBODY: 'HOTEL_INACTIVE' });
    const included = await search.find({ hotelIds, filters, include: ['unavailable'] });
    expect(reasonsOf(included)).toEqual({ htl_NOBODY: 'HOTEL_INACTIVE', [hotel as string]: 'FILTERED_OUT' });
  });
});
