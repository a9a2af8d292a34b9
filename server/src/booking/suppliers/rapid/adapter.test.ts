import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parameterViolations, samplesOf, violationsOf } from '../../../../test/suppliers/rapid/proof.ts';
import { FAMILY, HOTEL, STAY, type Stage, startStage } from '../../../../test/suppliers/rapid/stage.ts';
import { USUAL } from '../../../../test/suppliers/rapid/world.ts';
import { describeWithDocuments } from '../../../../test/suppliers/supplier-documents.ts';
import { offerNetMinor } from '../../port/supplied-offer.ts';
import type { Usage } from './client.ts';
import { phoneParts } from './phone.ts';
import { signatureOf } from './signature.ts';
import { boardOf } from './terms.ts';

let stage: Stage;
const usage: Usage[] = [];

beforeAll(async () => {
  stage = await startStage({ onUsage: each => usage.push(each) });
});
afterAll(() => stage.close());
afterEach(() => {
  stage.simulator.clearFaults();
  stage.simulator.set(USUAL);
});

const call = (scenario?: Parameters<Stage['client']['call']>[0]) => stage.client.call(scenario);
const lastRequest = (operation: string) =>
  stage.simulator.exchanges.findLast(exchange => exchange.operation === operation)?.request;

describe('the signature of a request to Rapid', () => {
  it('the signature of a request to Rapid is the SHA-512 of key, secret and time', () => {
    expect(signatureOf({ apiKey: 'demo-key', secret: 'demo-secret' }, 1_700_000_000)).toBe(
      '05cc10366b9ecaefa2b0438a53597c674d0c2101d84a8a4f5958717e3ca1fc00024e8d1f0e256acb25e38d59548b7903a651c547017ea69f7c2362ca5c1e8bbd',
    );
  });

  it('with a wrong secret, reads fail with CREDENTIALS and bookings are not executed', async () => {
    const wrong = stage.another({ credentials: { apiKey: 'simulated-key', secret: 'wrong' } });
    expect(await wrong.probe(call())).toEqual({ kind: 'FAILED', cause: 'CREDENTIALS' });
    const { request } = await stage.client.ordered(STAY, HOTEL);
    expect(await wrong.book(call(), request)).toEqual({ kind: 'NOT_EXECUTED', cause: 'CREDENTIALS' });
  });
});

describe('the environment of a Rapid account', () => {
  it('a live Rapid account cannot have a base URL', () => {
    const settings = { baseUrl: stage.simulator.url };
    expect(() => stage.another({ kind: 'LIVE', settings })).toThrow('Only a test account');
  });

  it('the Rapid adapter does not follow a link to another host', async () => {
    const [offer] = await stage.client.offers(STAY, HOTEL);
    const tokens = offer?.tokens?.replace('"/v3/', '"https://api.ean.com/v3/');
    const request = { ...stage.client.quoteRequest(STAY, HOTEL, offer ?? ''), tokens };
    expect(await stage.supplier.quote(call(), request)).toEqual({ kind: 'FAILED', cause: 'ENVIRONMENT' });
  });
});

describe('offers of Rapid', () => {
  it('a search leaves out package rates and rates that the guest pays at the property', async () => {
    const offers = await stage.client.offers(STAY, HOTEL);
    const plans = new Set(offers.map(({ ratePlan }) => ratePlan?.at(-1)));
    expect(plans).toEqual(new Set(['0', '1', '2']));
  });

  it('the total of a Rapid offer for two rooms with the same occupancy is exactly twice the price of one room', async () => {
    const pair = { ...STAY, occupancies: [...STAY.occupancies, ...STAY.occupancies] };
    const [single] = await stage.client.offers(STAY, HOTEL);
    const double = (await stage.client.offers(pair, HOTEL)).find(
      ({ rateKey }) => rateKey === single?.rateKey,
    );
    expect(double && offerNetMinor(double)).toBe(2 * offerNetMinor(single ?? { rooms: [] }));
    expect(lastRequest('search')?.query.getAll('occupancy')).toEqual(['2', '2']);
  });

  it('the board of an offer comes from its amenities and not from the room name', async () => {
    const family = { ...STAY, occupancies: [{ adults: 4, childAges: [] }] };
    const offers = await stage.client.offers(family, HOTEL);
    expect(offers[0]?.rooms[0]?.name?.text).toContain('Free breakfast');
    expect(new Set(offers.map(({ board }) => board))).toEqual(new Set(['RO', 'BB']));
  });

  it('an offer lists the fees in the currency of the property separately from the price', async () => {
    const abroad = { ...HOTEL, supplierIds: ['10002'] };
    const [offer] = await stage.client.offers(STAY, abroad);
    const fee = offer?.charges.find(({ collection }) => collection === 'PAY_AT_PROPERTY');
    expect(fee).toMatchObject({ code: 'RESORT_FEE', local: { currency: 'JPY' } });
    expect(fee?.amountMinor).toBeGreaterThan(0);
  });

  it('a Rapid rate becomes one offer per bed group, without an allotment if Rapid does not report one', async () => {
    const offers = await stage.client.offers(STAY, HOTEL);
    const standard = offers.filter(({ rooms }) => rooms[0]?.name?.text === 'Standard Room');
    expect(new Set(standard.map(({ rooms }) => rooms[0]?.beds?.[0]?.type))).toEqual(
      new Set(['KING', 'SINGLE']),
    );
    expect(standard.every(({ rooms }) => rooms[0]?.allotment === null)).toBe(true);
  });

  it('the penalty of a non-refundable rate is always the full price', async () => {
    const offer = (await stage.client.offers(STAY, HOTEL)).find(({ ratePlan }) => ratePlan?.endsWith('2'));
    const penaltyMinor = offerNetMinor(offer ?? { rooms: [] });
    expect(offer?.policy).toMatchObject({ penalties: [{ from: { kind: 'ALWAYS' }, penaltyMinor }] });
  });

  it('the Rapid adapter returns a reason for stays that Rapid never sells', () => {
    const accepts = stage.supplier.searching?.accepts;
    expect(accepts?.(STAY)).toBeUndefined();
    expect(accepts?.({ ...STAY, checkOut: '2027-06-30' })).toBe('MAXIMUM_STAY');
    expect(accepts?.({ ...STAY, checkIn: '2028-05-14', checkOut: '2028-05-15' })).toBe('RELEASE_PERIOD');
    expect(accepts?.({ ...STAY, occupancies: Array(9).fill(STAY.occupancies[0]) })).toBe('MAXIMUM_OCCUPANCY');
  });

  it('a Rapid property with an unknown value is left out without affecting the others', async () => {
    stage.simulator.fail('search', {
      when: 'after',
      kind: 'alter',
      alter(response) {
        const body = JSON.parse(JSON.stringify(response.body));
        body[0].rooms[0].rates[0].merchant_of_record = 'someone';
        return { ...response, body };
      },
    });
    const other = { ...HOTEL, hotelId: 'htl_other', supplierIds: ['10001'] };
    const found = await stage.supplier.search(call(), stage.client.searchRequest(STAY, HOTEL, other));
    if (found.kind !== 'OK') return expect.fail(found.kind);
    expect(found.value.hotels.map(({ hotelId }) => hotelId)).toEqual(['htl_other']);
    expect(found.value.unavailable).toEqual([{ hotelId: HOTEL.hotelId, reason: 'PROVIDER_ERROR' }]);
  });
});

describe('a quote of Rapid', () => {
  it('a Rapid quote has the price of the price check, and keeps the rate key of the offer', async () => {
    const [offer] = await stage.client.offers(STAY, HOTEL);
    stage.simulator.set({ pricePercent: 107 });
    const quote = await stage.client.quoted(stage.client.quoteRequest(STAY, HOTEL, offer ?? ''));
    expect(offerNetMinor(quote.offer)).toBeGreaterThan(offerNetMinor(offer ?? { rooms: [] }));
    expect(quote.offer.rateKey).toBe(offer?.rateKey);
    expect(quote.offer.policy.kind).toBe('KNOWN');
    expect(quote.lifetimeMs).toBe(20 * 60_000);
  });

  it('a Rapid offer can still be quoted if the link to its price check has expired', async () => {
    const [offer] = await stage.client.offers(STAY, HOTEL);
    stage.clock.advance(3_600_000);
    const quote = await stage.client.quoted(stage.client.quoteRequest(STAY, HOTEL, offer ?? ''));
    expect(quote.offer.rateKey).toBe(offer?.rateKey);
    expect(offer?.tokensEndAtMs).toBeLessThan(stage.clock.nowMs());
  });

  it.each([
    ['prebook.soldout', 'GONE'],
    ['prebook.price_up', 'OK'],
  ] as const)('a Rapid quote of a test account in the scenario %s is %s', async (scenario, kind) => {
    const [offer] = await stage.client.offers(STAY, HOTEL);
    const quote = await stage.supplier.quote(
      call(scenario),
      stage.client.quoteRequest(STAY, HOTEL, offer ?? ''),
    );
    expect(quote.kind).toBe(kind);
    expect(lastRequest('priceCheck')?.headers.test).toBe(kind === 'GONE' ? 'sold_out' : 'price_changed');
  });
});

describe('a booking at Rapid', () => {
  it.each([
    ['book.soldout', { kind: 'REFUSED', reason: 'SOLD_OUT' }],
    ['book.price_changed', { kind: 'REFUSED', reason: 'PRICE_CHANGED' }],
    ['book.rejected', { kind: 'REFUSED', reason: 'PROVIDER_REFUSED' }],
    ['error.500', { kind: 'UNKNOWN', cause: 'SERVER' }],
  ] as const)(
    'a Rapid booking of a test account in the scenario %s has the outcome %j',
    async (scenario, expected) => {
      const { request } = await stage.client.ordered(STAY, HOTEL);
      expect(await stage.supplier.book(call(scenario), request)).toEqual(expected);
    },
  );

  it('a booking whose payment the traveller must confirm is UNKNOWN', async () => {
    const { request } = await stage.client.ordered(STAY, HOTEL);
    stage.simulator.fail('book', {
      when: 'after',
      kind: 'alter',
      alter: response => ({
        ...response,
        body: { itinerary_id: '1', links: { complete_payment_session: { method: 'PUT', href: '/v3/any' } } },
      }),
    });
    expect(await stage.supplier.book(call(), request)).toEqual({ kind: 'UNKNOWN', cause: 'INCOMPLETE' });
  });

  it('a booking sends the IP address of the client, the session of the quote and our reference', async () => {
    const { request } = await stage.client.ordered(FAMILY, HOTEL);
    const session = lastRequest('priceCheck')?.headers['customer-session-id'];
    await stage.supplier.book({ ...call(), client: { ip: '192.0.2.77' } }, request);
    const sent = lastRequest('book');
    expect(sent?.headers['customer-ip']).toBe('192.0.2.77');
    expect(sent?.headers['customer-session-id']).toBe(session);
    expect(sent?.body).toMatchObject({
      affiliate_reference_id: request.reference,
      hold: false,
      phone: { country_code: '999', number: '600100200' },
      rooms: [{ given_name: 'Zenobia' }, { given_name: 'Zenobia' }],
      payments: [{ type: 'affiliate_collect' }],
    });
  });

  it.each([
    ['email', null],
    ['phone', null],
    ['phone', '600 100 200'],
    ['lastName', ' '],
  ])('a booking without a valid %s (%s) is refused before it is sent', async (field, value) => {
    const { request } = await stage.client.ordered(STAY, HOTEL);
    const before = stage.simulator.ledger.itineraries.length;
    const outcome = await stage.supplier.book(call(), {
      ...request,
      holder: { ...request.holder, [field]: value },
    });
    expect(outcome).toEqual({ kind: 'REFUSED', reason: 'PROVIDER_REFUSED' });
    expect(stage.simulator.ledger.itineraries.length).toBe(before);
  });

  it('a Rapid lookup fails instead of reporting absence if the email address has been erased', async () => {
    const { request, known } = await stage.client.ordered(STAY, HOTEL);
    await stage.supplier.book(call(), request);
    const found = await stage.supplier.lookup(call(), { ...known, holderEmail: null });
    expect(found).toEqual({ kind: 'FAILED', cause: 'INCOMPLETE' });
  });

  it('a lookup returns the booked terms, although their UTC offsets differ', async () => {
    for (const offer of await stage.client.offers(FAMILY, HOTEL)) {
      const quoteRequest = stage.client.quoteRequest(FAMILY, HOTEL, offer);
      const quote = await stage.client.quoted(quoteRequest);
      const request = stage.client.bookRequest(FAMILY, HOTEL, quote, quoteRequest.quoteId);
      await stage.supplier.book(call(), request);
      const found = await stage.supplier.lookup(call(), stage.client.known(request));
      expect(found).toMatchObject({ kind: 'FOUND', policy: quote.offer.policy, penaltyMinor: null });
    }
  });
});

describe('Rapid’s limits', () => {
  it('a throttled search at Rapid returns the retry time from the headers and reports the usage', async () => {
    stage.simulator.set({ perMinute: 0 });
    const found = await stage.supplier.search(call(), stage.client.searchRequest(STAY, HOTEL));
    if (found.kind !== 'THROTTLED') return expect.fail(found.kind);
    const pauseMs = found.retryAtMs - stage.clock.monotonicMs();
    expect(pauseMs).toBe(60_000 - (stage.clock.nowMs() % 60_000));
    expect(usage.at(-1)).toMatchObject({ isThrottled: true, minuteRemaining: 0, retryAtMs: found.retryAtMs });
  });

  it('a search at Rapid counts as hotels × rooms × nights calls', () => {
    const request = stage.client.searchRequest(FAMILY, HOTEL, HOTEL);
    expect(stage.supplier.limits.searchWeight?.(request)).toBe(2 * 2 * 3);
  });
});

describe('phone numbers and boards', () => {
  it.each([
    ['+1 (417) 862-0153', { country_code: '1', number: '4178620153' }],
    ['0034 93 000 00 00', { country_code: '34', number: '930000000' }],
    ['+351 21 000 0000', { country_code: '351', number: '210000000' }],
    ['93 000 00 00', undefined],
    ['+34', undefined],
  ])('the phone number %s is split into %j', (phone, expected) => {
    expect(phoneParts(phone)).toEqual(expected);
  });

  it.each([
    ['Free WiFi', 'RO'],
    ['Breakfast for 2', 'BB'],
    ['Full breakfast', 'BB'],
    ['Breakfast discount', 'RO'],
    ['Breakfast and dinner', 'HB'],
    ['Half board', 'HB'],
    ['All meals', 'FB'],
    ['All-Inclusive', 'AI'],
    ['Food/beverage credit', 'RO'],
  ])('the amenity "%s" means the board %s', (name, board) => {
    expect(boardOf({ '1': { id: '1', name } })).toBe(board);
  });
});

describeWithDocuments('the requests of the Rapid adapter', () => {
  it('requests of the Rapid adapter match the OpenAPI document and have all required parameters and headers', () => {
    const own = stage.simulator.exchanges.filter(({ response }) => (response?.status ?? 500) < 300);
    expect(own.length).toBeGreaterThan(30);
    expect(own.flatMap(parameterViolations)).toEqual([]);
    const requests = samplesOf(own).filter(({ status }) => status === undefined);
    expect(violationsOf(requests)).toEqual([]);
  });
});

describe('the contact address of a Rapid account', () => {
  it('a Rapid booking uses the contact email address of the account, and lookups use it even after the setting has changed', async () => {
    const settings = { contactEmail: 'desk@example.com', baseUrl: stage.simulator.url };
    const supplier = stage.another({ settings });
    const [offer] = await stage.client.offers(STAY, HOTEL);
    const quoteRequest = stage.client.quoteRequest(STAY, HOTEL, offer ?? '');
    const quote = await supplier.quote(call(), quoteRequest);
    if (quote.kind !== 'OK') return expect.fail(quote.kind);
    expect(quote.value.requirements.holderEmail).toBe(false);
    const request = stage.client.bookRequest(STAY, HOTEL, quote.value, quoteRequest.quoteId);
    const anonymous = { ...request, holder: { ...request.holder, email: null } };
    expect((await supplier.book(call(), anonymous)).kind).toBe('ACCEPTED');
    expect(lastRequest('book')?.body).toMatchObject({ email: 'desk@example.com' });
    stage.clock.advance(3_600_000);
    // The account without the setting still finds the booking.
    expect((await stage.supplier.lookup(call(), stage.client.known(anonymous))).kind).toBe('FOUND');
  });
});
