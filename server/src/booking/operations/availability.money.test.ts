import { minorUnits, toMinorUnits } from '@serai/contract/shared/amounts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CITY_HOTELS, offersOf, reasonsOf, type SearchApp, searchApp } from '../../../test/search-app.ts';
import type { HttpAnswer } from '../../../test/test-app.ts';
import { convertMinor } from '../../platform/money/convert-minor.ts';
import { SANDBOX_RATES } from '../rates/rate-table.ts';

let search: SearchApp;
const hotelIds = [CITY_HOTELS[0], CITY_HOTELS[3]];
const ALL = { hotelIds, include: ['nightly'], maxOffersPerHotel: 100 };

beforeAll(async () => {
  search = await searchApp();
});
afterAll(() => search.close());

type Money = { amount: string; currency: string };
const minor = (money: Money) => Number(toMinorUnits(money));
const sum = (amounts: Money[]) => amounts.reduce((all, each) => all + minor(each), 0);

function* amountsIn(value: unknown): Iterable<Money> {
  if (value === null || typeof value !== 'object') return;
  if ('amount' in value && 'currency' in value) yield value as Money;
  else for (const field of Object.values(value)) yield* amountsIn(field);
}

function checkSums(answer: HttpAnswer): void {
  for (const { rooms, price, cancellation } of offersOf(answer)) {
    for (const room of rooms) {
      const charges = room.price.stayCharges.map(({ amount }: { amount: Money }) => amount);
      const nights = room.price.nightly.map(({ net }: { net: Money }) => net);
      expect(minor(room.price.net)).toBe(sum([...nights, ...charges]));
    }
    expect(minor(price.net)).toBe(sum(rooms.map((room: { price: { net: Money } }) => room.price.net)));
    const atProperty = price.payAtProperty.map(({ amount }: { amount: Money }) => amount);
    expect(minor(price.guestTotal)).toBe(minor(price.selling) + sum(atProperty));
    expect(minor(price.commission)).toBe(minor(price.selling) - minor(price.net));
    expect(minor(cancellation.windows.at(-1).penalty)).toBe(minor(price.net));
  }
}

describe.each(['EUR', 'USD', 'JPY', 'KWD', 'HUF', 'IDR'])('amounts in %s', currency => {
  it('every amount has the requested currency and its decimals, and all sums are exact', async () => {
    const answer = await search.find({ ...ALL, currency });
    expect(answer.status).toBe(200);
    const amounts = [...amountsIn(answer.json)];
    expect(amounts.length).toBeGreaterThan(100);
    for (const { amount, currency: own } of amounts) {
      expect(own).toBe(currency);
      expect(amount.split('.')[1]?.length ?? 0).toBe(minorUnits(currency));
    }
    checkSums(answer);
  });

  it('each night is converted separately at the rate shown in `exchange`', async () => {
    const [own, other] = [
      await search.find({ ...ALL, currency: 'EUR' }),
      await search.find({ ...ALL, currency }),
    ];
    const rate = (SANDBOX_RATES.perBase.get(currency) as string).replace(/(\.\d*?)0+$/, '$1');
    const exchange = { from: 'EUR', to: currency, rate, asOf: '2026-01-01T00:00:00Z' };
    const converted = new Map(offersOf(other).map(offer => [offer.fingerprint, offer]));
    let compared = 0;
    for (const offer of offersOf(own)) {
      const twin = converted.get(offer.fingerprint);
      if (twin === undefined) continue;
      if (currency === 'EUR') expect(twin.price).not.toHaveProperty('exchange');
      else expect(twin.price.exchange).toEqual(exchange);
      const nights = offer.rooms[0].price.nightly.map(({ net }: { net: Money }) => minor(net));
      const expected =
        currency === 'EUR' ? nights : nights.map((night: number) => convertMinor(night, exchange));
      expect(twin.rooms[0].price.nightly.map(({ net }: { net: Money }) => minor(net))).toEqual(expected);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(10);
  });
});

it('offers without an exchange rate are omitted with a warning that names both currencies', async () => {
  const answer = await search.find({ hotelIds, currency: 'ISK', include: ['unavailable'] });
  expect(answer.status).toBe(200);
  expect(answer.json.hotels).toEqual([]);
  expect(answer.json.warnings).toEqual([
    { code: 'NO_EXCHANGE_RATE', message: expect.stringMatching(/EUR.*ISK/) },
  ]);
  expect(Object.values(reasonsOf(answer))).toEqual(['FILTERED_OUT', 'FILTERED_OUT']);
});

it.each(['jpy', 'kwd'] as const)(
  'offers from a provider that sells in %s are shown in the requested currency',
  async code => {
    const currency = code.toUpperCase();
    const { own, forced } = await search.bothWays(`avail.currency_${code}`, {
      include: ['nightly'],
      currency: 'EUR',
    });
    const untouched = await search.find({
      ...ALL,
      currency,
      settings: { scenario: `avail.currency_${code}` },
    });
    for (const answer of [own, forced]) {
      expect(offersOf(answer).length).toBeGreaterThan(0);
      for (const { price } of offersOf(answer))
        expect(price.exchange).toMatchObject({ from: currency, to: 'EUR' });
      checkSums(answer);
    }
    expect(offersOf(untouched).length).toBeGreaterThan(0);
    for (const { price } of offersOf(untouched)) expect(price).not.toHaveProperty('exchange');
    checkSums(untouched);
  },
);

describe('several rooms', () => {
  const PARTIES = [{ adults: 2 }, { adults: 2, childAges: [1, 9] }, { adults: 1, childAges: [16] }];

  it('each offer has one room per occupancy in the requested order, with exact sums', async () => {
    const answer = await search.find({ ...ALL, occupancies: PARTIES });
    expect(offersOf(answer).length).toBeGreaterThan(0);
    for (const { rooms } of offersOf(answer)) {
      expect(rooms.map(({ roomRef }: { roomRef: number }) => roomRef)).toEqual([1, 2, 3]);
      for (const { roomCode } of rooms.slice(1, 2)) expect(roomCode).not.toBe('DBL');
    }
    checkSums(answer);
  });

  it('an offer for two rooms costs the sum of the single-room prices', async () => {
    // A provider that is cheaper for one room may have no second one, so the offers of all providers are compared.
    const netsOf = async (hotelId: string, occupancies: object[]) => {
      const body = { hotelIds: [hotelId], maxOffersPerHotel: 100, include: ['duplicates'], occupancies };
      const nets = new Map<string, number[]>();
      for (const { rooms, board, cancellation, price } of offersOf(await search.find(body))) {
        const isFamily = rooms.every((room: { roomCode: string }) => room.roomCode === 'FAM');
        const key = `${isFamily} ${board.code} ${cancellation.refundability}`;
        nets.set(key, [...(nets.get(key) ?? []), minor(price.net)]);
      }
      return nets;
    };
    // On some dates a hotel has no family room left for both parties, so several hotels are searched.
    let compared = 0;
    for (const hotelId of CITY_HOTELS) {
      const [one, two, both] = await Promise.all([
        netsOf(hotelId, [{ adults: 2 }]),
        netsOf(hotelId, [{ adults: 2, childAges: [5, 13] }]),
        netsOf(hotelId, [{ adults: 2 }, { adults: 2, childAges: [5, 13] }]),
      ]);
      for (const [key, nets] of both) {
        if (!key.startsWith('true')) continue;
        const sums = (one.get(key) ?? []).flatMap(first =>
          (two.get(key) ?? []).map(second => first + second),
        );
        for (const net of nets) expect(sums).toContain(net);
        compared += nets.length;
      }
    }
    expect(compared).toBeGreaterThan(0);
  });

  it('older children cost more than younger ones, and infants are free', async () => {
    const from = async (childAges: number[]) => {
      const { json } = await search.find({
        hotelIds: [CITY_HOTELS[0]],
        occupancies: [{ adults: 2, childAges }],
        filters: { boards: ['RO', 'SC'] },
      });
      return minor(json.hotels[0].fromPrice);
    };
    const [none, infant, child, teen] = await Promise.all([from([]), from([1]), from([6]), from([15])]);
    expect(infant).toBe(none);
    expect(child).toBeGreaterThan(infant as number);
    expect(teen).toBeGreaterThan(child as number);
  });

  it('a search reports MAXIMUM_OCCUPANCY when no room fits the guests', async () => {
    const parties = {
      hotelIds,
      occupancies: [{ adults: 8, childAges: [1, 2, 3, 4, 5, 6] }],
      include: ['unavailable'],
    };
    const answer = await search.find(parties);
    expect([answer.status, answer.json.hotels]).toEqual([200, []]);
    expect(new Set(Object.values(reasonsOf(answer)))).toEqual(new Set(['MAXIMUM_OCCUPANCY']));
  });

  it('offers for eight rooms have an offerId of at most 512 characters', async () => {
    const occupancies = Array.from({ length: 8 }, () => ({ adults: 2, childAges: [3] }));
    const answer = await search.find({ hotelIds: ['htl_sandbox_ok'], occupancies, include: ['nightly'] });
    expect(offersOf(answer).length).toBeGreaterThan(0);
    for (const offer of offersOf(answer)) {
      expect(offer.rooms).toHaveLength(8);
      expect(offer.offerId.length).toBeLessThanOrEqual(512);
    }
    checkSums(answer);
  });
});
