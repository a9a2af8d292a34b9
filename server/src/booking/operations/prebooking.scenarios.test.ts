import { SCENARIOS, type ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CITY_HOTELS, offersOf, type SearchApp, searchApp } from '../../../test/search-app.ts';
import type { HttpAnswer } from '../../../test/test-app.ts';

let search: SearchApp;

beforeAll(async () => {
  search = await searchApp();
});
afterAll(() => search.close());

// biome-ignore lint/suspicious/noExplicitAny: tests access responses without types
type Loose = any;
type Acted = Extract<(typeof SCENARIOS)[number], { operation: 'prebooking' }>['name'];
type Check = (answer: HttpAnswer, found: Loose) => void;

const cents = ({ amount }: { amount: string }) => Number(amount.replace('.', ''));
const change = (answer: HttpAnswer, field: string) =>
  answer.json.changes.find((each: Loose) => each.field === field);

/** Checks that each change contains the value from the search and the value from the quote. */
function checkChanges(answer: HttpAnswer, found: Loose): void {
  const at = (offer: Loose, path: string) =>
    path.split('.').reduce((value, name) => value?.[name], offer) ?? null;
  for (const { field, from, to } of answer.json.changes) {
    expect(from, field).toEqual(at(found, field));
    expect(to, field).toEqual(at(answer.json.offer, field));
    expect(from, field).not.toEqual(to);
  }
}

const moves =
  (direction: number): Check =>
  (answer, found) => {
    expect([answer.status, answer.json.status]).toEqual([200, 'PRICE_CHANGED']);
    const { from, to } = change(answer, 'price.net');
    expect(Math.sign(cents(to) - cents(from))).toBe(direction);
    expect(to).toEqual(answer.json.offer.price.net);
    checkChanges(answer, found);
  };

const CHECKS: Record<Acted, Check> = {
  'prebook.price_up': moves(1),
  'prebook.price_down': moves(-1),
  'prebook.terms_changed': (answer, found) => {
    expect([answer.status, answer.json.status]).toEqual([200, 'TERMS_CHANGED']);
    expect(answer.json.offer.price).toEqual(found.price);
    expect(change(answer, 'cancellation.windows')).toBeDefined();
    const { from, to } = change(answer, 'cancellation.freeCancellationUntil');
    expect(to < from).toBe(true);
    checkChanges(answer, found);
  },
  'prebook.soldout': (answer, found) => {
    const { status, json } = answer;
    expect([status, json.error.code]).toEqual([409, 'OFFER_NOT_AVAILABLE']);
    expect(json.error.details.length).toBeGreaterThan(0);
    for (const { path, code, offer } of json.error.details) {
      expect([path, code]).toEqual(['/offerId', 'ALTERNATIVE']);
      expect(offer.offerId).not.toBe(found.offerId);
    }
  },
  'prebook.short_ttl': answer => {
    expect([answer.status, answer.json.status]).toEqual([200, 'AVAILABLE']);
    const leftMs = Date.parse(answer.json.expiresAt) - Date.parse(answer.json.meta.processedAt);
    expect(leftMs).toBeLessThan(10_000);
  },
  'prebook.timeout': answer => {
    expect([answer.status, answer.json.error.code]).toEqual([504, 'PROVIDER_TIMEOUT']);
  },
};

async function bothWays(scenario: ScenarioName, members: object = {}) {
  const [own] = offersOf(await search.search(scenario, members));
  const [other] = offersOf(await search.find({ hotelIds: ['htl_sandbox_ok'], ...members }));
  const settings = { timeout: 2_000 };
  return [
    { found: own, answer: await search.call('prebooking', { offerId: own.offerId, settings }) },
    {
      found: other,
      answer: await search.call('prebooking', {
        offerId: other.offerId,
        settings: { ...settings, scenario },
      }),
    },
  ];
}

describe.concurrent('each scenario for a quote', () => {
  it.each(Object.entries(CHECKS))(
    'the scenario %s behaves the same at its sandbox hotel and when selected with settings.scenario',
    async (name, check) => {
      for (const { found, answer } of await bothWays(name as Acted)) check(answer, found);
    },
  );

  it('every prebooking scenario is covered by a test', () => {
    const acting = SCENARIOS.filter(({ operation }) => operation === 'prebooking').map(({ name }) => name);
    expect(Object.keys(CHECKS).toSorted()).toEqual(acting.toSorted());
  });

  it.each(['prebook.price_up', 'prebook.price_down', 'prebook.terms_changed'] as const)(
    'the scenario %s reports changes in the currency of the search',
    async name => {
      for (const { found, answer } of await bothWays(name, { currency: 'JPY' })) CHECKS[name](answer, found);
    },
  );

  it('a failed call of a search is listed with the id of the request', async () => {
    const { requestId } = (await search.search('avail.all_error')).json.error;
    const wanted = { providerId: 'prv_sandbox_test-1', operation: 'search' };
    const failures = async () => (await search.app.operate('providers/failures', wanted)).json.failures;
    const ids = async () => (await failures()).map((each: Loose) => each.requestId);
    await expect.poll(ids, { timeout: 20_000 }).toContain(requestId);
  });

  it('a changed quote has a different but stable termsHash', async () => {
    for (const scenario of ['prebook.price_up', 'prebook.terms_changed']) {
      const [{ offerId }] = offersOf(await search.search('ok')) as [{ offerId: string }];
      const hashOf = async (members: object) =>
        (await search.call('prebooking', { offerId, ...members })).json.termsHash;
      const [plain, changed, again] = [
        await hashOf({}),
        await hashOf({ settings: { scenario } }),
        await hashOf({ settings: { scenario } }),
      ];
      expect(changed).not.toBe(plain);
      expect(again).toBe(changed);
    }
  });

  it.each(SCENARIOS.filter(({ operation }) => operation !== 'prebooking' && operation !== 'any'))(
    'prebooking rejects the scenario $name, which belongs to $operation',
    async ({ name }) => {
      const { status, json } = await search.quote('ok', { settings: { scenario: name } });
      expect([status, json.error.code]).toEqual([400, 'SCENARIO_NOT_ALLOWED']);
    },
  );

  it.each([
    ['limit.429', 429, 'RATE_LIMIT_EXCEEDED'],
    ['error.500', 500, 'INTERNAL_ERROR'],
    ['error.503', 503, 'SERVICE_UNAVAILABLE'],
  ])('the scenario %s makes prebooking return %d', async (scenario, expected, code) => {
    const { status, json } = await search.quote('ok', { settings: { scenario } });
    expect([status, json.error.code]).toEqual([expected, code]);
  });
});

describe('an unavailable offer', () => {
  const gone = { settings: { scenario: 'prebook.soldout' } };
  const hotelIds = [CITY_HOTELS[1]];

  it('the alternatives to an unavailable offer are sorted by price and can be quoted at that price', async () => {
    const [found] = offersOf(await search.find({ hotelIds }));
    const { json } = await search.call('prebooking', { offerId: found.offerId, ...gone });
    const alternatives = json.error.details.map((detail: Loose) => detail.offer);
    expect(alternatives.length).toBeGreaterThan(1);
    const prices = alternatives.map(({ price }: Loose) => cents(price.net));
    expect(prices).toEqual(prices.toSorted((a: number, b: number) => a - b));
    for (const offer of alternatives) {
      const quoted = await search.call('prebooking', { offerId: offer.offerId });
      expect([quoted.status, quoted.json.status]).toEqual([200, 'AVAILABLE']);
      expect(quoted.json.offer.price.net).toEqual(offer.price.net);
      expect(quoted.json.offer.fingerprint).toBe(offer.fingerprint);
    }
  });

  it('prebooking quotes the same product from another provider if SAME_PRODUCT is accepted', async () => {
    const several = offersOf(
      await search.find({ hotelIds, include: ['duplicates'], maxOffersPerHotel: 100 }),
    );
    const found = several.find(
      offer => several.filter(each => each.fingerprint === offer.fingerprint).length > 1,
    );
    const others = several.filter(each => each.fingerprint === found.fingerprint && each !== found);
    const body = { offerId: found.offerId, ...gone };
    expect((await search.call('prebooking', { ...body, acceptAlternatives: 'NONE' })).status).toBe(409);
    const { status, json } = await search.call('prebooking', { ...body, acceptAlternatives: 'SAME_PRODUCT' });
    expect(status).toBe(200);
    expect(json.offer).toMatchObject({ offerId: found.offerId, fingerprint: found.fingerprint });
    expect(others.map(({ price }) => price.net)).toContainEqual(json.offer.price.net);
    const isSame = json.offer.price.net.amount === found.price.net.amount;
    if (!isSame)
      expect(json.changes[0]).toMatchObject({
        field: 'price.net',
        from: found.price.net,
        to: json.offer.price.net,
      });
  });

  it('prebooking returns 409 when no other provider sells the product', async () => {
    const offers = offersOf(await search.search('prebook.soldout'));
    for (const { offerId } of offers.slice(0, 2)) {
      const body = { offerId, acceptAlternatives: 'SAME_PRODUCT' };
      const { status, json } = await search.call('prebooking', body);
      expect([status, json.error.code]).toEqual([409, 'OFFER_NOT_AVAILABLE']);
    }
  });

  it('an available offer is quoted unchanged even if SAME_PRODUCT is accepted', async () => {
    const [found] = offersOf(await search.find({ hotelIds }));
    const { json } = await search.call('prebooking', {
      offerId: found.offerId,
      acceptAlternatives: 'SAME_PRODUCT',
    });
    expect([json.status, json.changes]).toEqual(['AVAILABLE', []]);
  });
});
