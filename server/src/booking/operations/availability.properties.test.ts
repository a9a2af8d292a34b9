import { minorUnits, toMinorUnits } from '@serai/contract/shared/amounts.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CITY_HOTELS, offersOf, type SearchApp, searchApp } from '../../../test/search-app.ts';
import { addDays, nightsOf } from '../../platform/time/civil-date.ts';
import { SANDBOX_RATES } from '../rates/rate-table.ts';

let search: SearchApp;

beforeAll(async () => {
  search = await searchApp();
});
afterAll(() => search.close());

const today = new Date().toISOString().slice(0, 10);
const occupancy = fc.record({
  adults: fc.integer({ min: 1, max: 4 }),
  childAges: fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 3 }),
});
const stay = fc
  .record({
    ahead: fc.integer({ min: 1, max: 498 }),
    nights: fc.integer({ min: 1, max: 30 }),
    occupancies: fc.array(occupancy, { minLength: 1, maxLength: 8 }),
    currency: fc.constantFrom(...SANDBOX_RATES.perBase.keys()),
    hotelIds: fc.uniqueArray(
      fc.constantFrom(
        ...CITY_HOTELS,
        'htl_sandbox_avail_pay_at_property',
        'htl_sandbox_avail_timezone_unknown',
        'htl_sandbox_avail_currency_kwd',
        'htl_sandbox_cancel_penalty',
      ),
      { minLength: 1, maxLength: 3 },
    ),
    scenario: fc.option(
      fc.constantFrom(
        'avail.currency_jpy',
        'avail.timezone_plus14',
        'cancel.penalty',
        'avail.pay_at_property',
      ),
      { nil: undefined },
    ),
  })
  .map(({ ahead, nights, scenario, ...rest }) => {
    const checkIn = addDays(today, ahead);
    return {
      ...rest,
      checkIn,
      checkOut: addDays(checkIn, nights),
      include: ['nightly', 'duplicates'],
      maxOffersPerHotel: 30,
      ...(scenario && { settings: { scenario } }),
    };
  });
type Asked = typeof stay extends fc.Arbitrary<infer T> ? T : never;

// biome-ignore lint/suspicious/noExplicitAny: tests access responses without types
type Offer = any;
type Money = { amount: string; currency: string };
const minor = (money: Money) => Number(toMinorUnits(money));
const sum = (amounts: Money[]) => amounts.reduce((all, each) => all + minor(each), 0);
const amountOf = ({ amount }: { amount: Money }) => amount;

function* moneyIn(value: unknown): Iterable<Money> {
  if (value === null || typeof value !== 'object') return;
  if ('amount' in value && 'currency' in value) yield value as Money;
  else for (const field of Object.values(value)) yield* moneyIn(field);
}

function checkPrice({ price, rooms }: Offer, { checkIn, checkOut, occupancies, currency }: Asked): void {
  expect(rooms.map(({ roomRef }: Offer) => roomRef)).toEqual(occupancies.map((_, i) => i + 1));
  for (const room of rooms) {
    const { net, nightly, stayCharges } = room.price;
    expect(nightly.map(({ date }: Offer) => date)).toEqual(nightsOf(checkIn, checkOut));
    expect(minor(net)).toBe(sum([...nightly.map((night: Offer) => night.net), ...stayCharges.map(amountOf)]));
    expect(minor(net)).toBeGreaterThan(0);
  }
  expect(minor(price.net)).toBe(sum(rooms.map((room: Offer) => room.price.net)));
  const due = price.taxesAndFees.filter(({ collection }: Offer) => collection === 'PAY_AT_PROPERTY');
  expect(price.payAtProperty.map(amountOf)).toEqual(due.map(amountOf));
  expect(minor(price.guestTotal)).toBe(minor(price.selling) + sum(price.payAtProperty.map(amountOf)));
  expect(minor(price.commission)).toBe(minor(price.selling) - minor(price.net));
  expect(price.currency).toBe(currency);
  if (price.exchange !== undefined) expect(price.exchange.to).toBe(currency);
}

function checkTerms({ cancellation, price }: Offer): void {
  const { windows, freeCancellationUntil, freeCancellationUntilLocal, refundability, propertyTimeZone } =
    cancellation;
  const net = minor(price.net);
  expect([windows[0].from, windows.at(-1).to]).toEqual([null, null]);
  for (const [i, window] of windows.entries()) {
    expect(minor(window.penalty)).toBeLessThanOrEqual(net);
    const next = windows[i + 1];
    if (next === undefined) continue;
    expect(next.from).toBe(window.to);
    expect(minor(next.penalty)).toBeGreaterThan(minor(window.penalty));
    if (window.from !== null) expect(window.from < window.to).toBe(true);
  }
  const first = minor(windows[0].penalty);
  expect(refundability).toBe(
    first === 0 ? 'REFUNDABLE' : first === net ? 'NON_REFUNDABLE' : 'PARTIALLY_REFUNDABLE',
  );
  expect(freeCancellationUntil === null).toBe(first > 0);
  if (first === 0) expect(freeCancellationUntil).toBe(windows[0].to);
  expect(freeCancellationUntilLocal === null).toBe(
    freeCancellationUntil === null || propertyTimeZone === null,
  );
  if (freeCancellationUntilLocal !== null) {
    expect(Date.parse(freeCancellationUntilLocal)).toBe(Date.parse(freeCancellationUntil));
  }
  expect(minor(windows.at(-1).penalty)).toBe(net);
  expect(minor(cancellation.noShow.penalty)).toBe(net);
}

test('every offer has exact sums, one currency, complete nights and rooms, and consistent terms', async () => {
  let offers = 0;
  await fc.assert(
    fc.asyncProperty(stay, async asked => {
      const answer = await search.find(asked);
      expect(answer.status).toBe(200);
      for (const { amount, currency } of moneyIn(answer.json)) {
        expect([currency, amount.split('.')[1]?.length ?? 0]).toEqual([asked.currency, minorUnits(currency)]);
      }
      for (const { offers: own, fromPrice } of answer.json.hotels) {
        const nets = own.map(({ price }: Offer) => minor(price.net));
        expect(minor(fromPrice)).toBe(Math.min(...nets));
        expect(nets).toEqual(nets.toSorted((a: number, b: number) => a - b));
      }
      for (const offer of offersOf(answer)) {
        checkPrice(offer, asked);
        checkTerms(offer);
        expect(offer.offerId.length).toBeLessThanOrEqual(512);
        offers += 1;
      }
    }),
    { numRuns: 60 },
  );
  expect(offers).toBeGreaterThan(200);
});

test('a repeated search finds the same offers, and a quote matches its offer', async () => {
  await fc.assert(
    fc.asyncProperty(stay, fc.nat(), async (asked, choice) => {
      const [first, second] = [offersOf(await search.find(asked)), offersOf(await search.find(asked))];
      const product = ({ offerId: _, expiresAt: __, freshness: ___, ...rest }: Offer) => rest;
      expect(second.map(product)).toEqual(first.map(product));
      if (first.length === 0) return;
      const offer = first[choice % first.length];
      const { status, json } = await search.call('prebooking', { offerId: offer.offerId });
      expect([status, json.status, json.changes]).toEqual([200, 'AVAILABLE', []]);
      expect(product(json.offer)).toEqual(product(offer));
      checkPrice(json.offer, asked);
      checkTerms(json.offer);
    }),
    { numRuns: 40 },
  );
});
