/**
 * Tests that the service and an independent calculation from the guide agree on every price, spread amount and
 * penalty.
 */
import { expect, test } from 'vitest';
import { HiddenOfferError, priceOffer } from '../../src/booking/offers/price-offer.ts';
import type { PricedOffer } from '../../src/booking/offers/priced-offer.ts';
import { roomNetMinor } from '../../src/booking/port/supplied-offer.ts';
import { windowAt } from '../../src/booking/terms/terms.ts';
import { PartnerRules } from '../../src/pricing/matching/compile-rules.ts';
import { SearchPrices } from '../../src/pricing/price-search.ts';
import {
  independentPenalty,
  independentPrice,
  type PlainOffer,
  type PlainPrice,
  type PlainRule,
} from './independent-prices.ts';
import { CURRENCIES, PROVIDERS, Random, randomOffer, randomRate, randomRules } from './random-prices.ts';

/** `SERAI_PRICED_OFFERS=100000` compares the number of offers that is required before a release. */
const OFFERS = Number(process.env.SERAI_PRICED_OFFERS ?? 20_000);
/** The number of offers for which rules are compiled once, as in a search. */
const OFFERS_PER_SEARCH = 20;
const CHECK_IN = '2027-03-12';

function priced(...args: Parameters<typeof priceOffer>): PricedOffer | undefined {
  try {
    return priceOffer(...args);
  } catch (error) {
    if (error instanceof HiddenOfferError) return undefined;
    throw error;
  }
}

function withoutCharges(netMinor: number, charges: readonly { amountMinor: number }[]): number {
  return charges.reduce((rest, { amountMinor }) => rest - amountMinor, netMinor);
}

/** Formats a price as `expectedText` does. A room without nightly prices counts as one night. */
function priceText({ netMinor, sellingMinor, rooms }: PricedOffer): string {
  const shown = rooms.map(({ netMinor: roomMinor, nightlyMinor, stayCharges }) => {
    const charges = stayCharges.map(({ amountMinor }) => amountMinor);
    return [roomMinor, nightlyMinor ?? [withoutCharges(roomMinor, stayCharges)], charges];
  });
  return JSON.stringify([netMinor, sellingMinor, shown]);
}

function expectedText({ net, selling, rooms }: PlainPrice): string {
  const shown = rooms.map(room => [Number(room.net), room.nightly.map(Number), room.charges.map(Number)]);
  return JSON.stringify([Number(net), Number(selling), shown]);
}

/** Reports the first difference with everything that is needed to understand it. */
function compare(now: PricedOffer, atCost: PricedOffer, expected: PlainPrice, context: () => unknown): void {
  const text = JSON.stringify;
  const [actual, wanted] = [priceText(now), expectedText(expected)];
  if (actual !== wanted) expect.fail(`${actual}\nis not\n${wanted}\nfor ${text(context())}`);
  if (now.terms.refundability === 'UNKNOWN') return;
  const instants = [0, ...atCost.terms.windows.map(({ fromMs }) => fromMs ?? 0)];
  for (const ms of instants) {
    const promised = BigInt(windowAt(now.terms.windows, ms).penaltyMinor);
    const cost = BigInt(windowAt(atCost.terms.windows, ms).penaltyMinor);
    const fair =
      expected.net === expected.cost ? cost : independentPenalty(cost, expected.cost, expected.net);
    if (promised !== fair) expect.fail(`penalty ${promised} is not ${fair} for ${text(context())}`);
    if (cost === expected.cost && expected.cost > 0n && promised !== expected.net)
      expect.fail('a full penalty is not net');
  }
}

test(`prices agree with an independent calculation for ${OFFERS} random offers in currencies with 0, 2 and 3 decimals`, () => {
  const random = new Random(20_270_112);
  let [hidden, marked, foreign] = [0, 0, 0];
  for (let done = 0; done < OFFERS; ) {
    const rules = randomRules(random, 6);
    const compiled = new PartnerRules(rules, { partnerId: 'prt_1', groups: [] });
    for (let i = 0; i < OFFERS_PER_SEARCH; i++, done++) {
      const { offer, nights, exchange } = randomOffer(random);
      const currency = exchange?.to ?? offer.currency;
      const rates = Object.fromEntries(CURRENCIES.map(from => [from, randomRate(random, from, currency)]));
      const provider = random.pick(PROVIDERS);
      const stars = random.pick([null, 2, 3.5, 5]);
      const search = {
        organisationId: 'prt_1',
        checkIn: CHECK_IN,
        nights,
        nationality: 'ES',
        currency,
        nowMs: Date.UTC(2027, 0, 1),
        rateFrom: (from: string) => rates[from],
      };
      const hotel = { hotelId: 'htl_1', timeZone: 'Europe/Madrid', stars };
      const prices = SearchPrices.open(compiled, search)?.at(hotel, provider);
      const scene = {
        provider,
        hotelId: 'htl_1',
        timeZone: 'Europe/Madrid',
        checkIn: CHECK_IN,
        nights,
        fetchedAtMs: 0,
      };
      const atCost = priceOffer(offer, scene, exchange);
      const plain: PlainOffer = {
        board: offer.board,
        refundability: atCost.terms.refundability,
        provider,
        stars,
        nights,
        currency,
        rate: exchange?.rate ?? null,
        supplierCurrency: offer.currency,
        rooms: offer.rooms.map(room => ({
          nightly: [...(room.nightlyMinor ?? [withoutCharges(roomNetMinor(room), room.stayCharges)])],
          charges: room.stayCharges.map(({ amountMinor }) => amountMinor),
        })),
        sellingMinor: offer.sellingMinor,
        rates,
      };
      const expected = independentPrice(plain, rules as PlainRule[]);
      const now = priced(offer, { ...scene, prices }, exchange);
      if (now === undefined || expected === undefined) {
        expect(now).toBe(expected);
        hidden += 1;
        continue;
      }
      compare(now, atCost, expected, () => ({ rules, plain }));
      if (JSON.stringify(now.charges) !== JSON.stringify(atCost.charges)) expect.fail('taxes have changed');
      if (expected.net !== expected.cost) marked += 1;
      if (exchange !== null) foreign += 1;
    }
  }
  // The generator must produce enough of the cases that the test is about.
  expect(hidden).toBeGreaterThan(OFFERS / 100);
  expect(marked).toBeGreaterThan(OFFERS / 4);
  expect(foreign).toBeGreaterThan(OFFERS / 4);
});
