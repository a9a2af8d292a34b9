import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdapterWorld,
  FAMILY,
  hotelWithCode,
  STAY,
  startAdapter,
} from '../../../../test/suppliers/hotelbeds/adapter-world.ts';
import { IN_DUBAI, IN_US, NEEDS_CARD, ORDINARY } from '../../../../test/suppliers/hotelbeds/facts.ts';
import { OutboundClient } from '../../../platform/outbound/outbound-client.ts';
import { offerNetMinor } from '../../port/supplied-offer.ts';
import { describeSupplier } from '../conformance/supplier-conformance.ts';
import { HotelbedsClient, signHotelbeds } from './client.ts';
import { redactText } from './redact.ts';

describeSupplier('Hotelbeds', async () => {
  const world = await startAdapter();
  return {
    supplier: world.supplier,
    kind: 'TEST',
    clock: world.clock,
    twin: () => world.create(),
    hotel: hotelWithCode(ORDINARY),
    unsold: hotelWithCode(9_999),
    stay: STAY,
    family: FAMILY,
    organisationId: 'org_conformance',
    traits: { givesReasons: false, isDeterministic: false },
    close: world.close,
  };
});

describe('the Hotelbeds adapter', () => {
  let world: AdapterWorld;

  beforeAll(async () => {
    world = await startAdapter();
  });
  afterAll(() => world.close());

  const search = async (code: number, stay = STAY) => {
    const request = world.client.searchRequest(stay, hotelWithCode(code));
    return world.supplier.search(world.client.call(), request);
  };

  it('the signature of a request to Hotelbeds is the SHA-256 of key, secret and time', () => {
    const credentials = { apiKey: 'demo-key', secret: 'demo-secret' };
    expect(signHotelbeds(credentials, 1_700_000_000)).toBe(
      '06b81f9cfdd5530394c5f7dce379e0f0fc2b13eddd1b452dfc6fd40282a06ded',
    );
  });

  it('a live Hotelbeds account cannot have a base URL, and no account can have an invalid path version', () => {
    const settings = { baseUrl: 'http://127.0.0.1:1' };
    expect(() => world.create({ kind: 'LIVE', settings })).toThrow('Only a test account');
    expect(() => world.create({ settings: { pathVersion: '../x' } })).toThrow('path version is invalid');
  });

  it('the Hotelbeds client refuses to send a DELETE request without a cancellation flag', async () => {
    const client = new OutboundClient({ connections: 1 });
    const { clock, simulator } = world;
    const options = {
      kind: 'TEST',
      credentials: simulator.credentials,
      pathVersion: '1.0',
      clock,
      client,
    } as const;
    const count = simulator.exchanges.length;
    const request = { method: 'DELETE', api: 'booking', path: '/bookings/1-1' } as const;
    const hotelbeds = new HotelbedsClient({ ...options, baseUrl: simulator.url });
    await expect(hotelbeds.send(world.client.call(), request)).rejects.toThrow(
      'must have a cancellation flag',
    );
    expect(simulator.exchanges.length).toBe(count);
    await client.close();
  });

  it('decimal amounts that a float cannot represent are read exactly', async () => {
    world.simulator.fail('search', {
      when: 'after',
      kind: 'alter',
      alter: response => ({
        ...response,
        body: JSON.parse(
          JSON.stringify(response.body).replaceAll(/"(net|amount)":"[\d.]+"/g, '"$1":"1147.35"'),
        ),
      }),
    });
    const offers = await world.client.offers(STAY, hotelWithCode(ORDINARY));
    expect(new Set(offers.map(offerNetMinor))).toEqual(new Set([114_735]));
  });

  it('an unknown value in one hotel does not affect the other hotels', async () => {
    world.simulator.fail('search', {
      when: 'after',
      kind: 'alter',
      alter: response => ({
        ...response,
        body: JSON.parse(
          JSON.stringify(response.body).replace('"rateType":"BOOKABLE"', '"rateType":"AUCTION"'),
        ),
      }),
    });
    const request = world.client.searchRequest(STAY, hotelWithCode(ORDINARY), hotelWithCode(IN_DUBAI));
    const result = await world.supplier.search(world.client.call(), request);
    if (result.kind !== 'OK') return expect.fail(result.kind);
    expect(result.value.hotels.map(({ hotelId }) => hotelId)).toEqual([`htl_${IN_DUBAI}`]);
    expect(result.value.unavailable).toEqual([{ hotelId: `htl_${ORDINARY}`, reason: 'PROVIDER_ERROR' }]);
  });

  it('requests to Hotelbeds use the path version of the account', async () => {
    const settings = { baseUrl: world.simulator.url, pathVersion: '1.2' };
    expect(await world.create({ settings }).probe(world.client.call())).toEqual({ kind: 'OK', value: null });
    expect(world.simulator.exchanges.at(-1)?.request.path).toBe('/hotel-api/1.2/bookings');
  });

  it('a probe of Hotelbeds reads no booking, so a failed one contains no guest', async () => {
    const order = await world.client.ordered(STAY, hotelWithCode(ORDINARY));
    await world.supplier.book(world.client.call(), order.request);
    await world.supplier.probe(world.client.call());
    expect(JSON.stringify(world.simulator.exchanges.at(-1)?.response)).not.toContain('holder');
  });

  it('a probe of Hotelbeds reports wrong credentials after a single request', async () => {
    const supplier = world.create({ credentials: { apiKey: 'x', secret: 'y' } });
    const count = world.simulator.exchanges.length;
    expect(await supplier.probe(world.client.call())).toEqual({ kind: 'FAILED', cause: 'CREDENTIALS' });
    expect(world.simulator.exchanges.length).toBe(count + 1);
  });

  it.each([403, 429] as const)(
    'a probe returns THROTTLED with a retry time if status %i reports an exhausted quota',
    async status => {
      const usages: unknown[] = [];
      const supplier = world.create({ onUsage: usage => usages.push(usage) });
      const before = world.simulator.state.access.quota;
      world.simulator.state.access.quota = { limit: 0, windowMs: 86_400_000, status };
      const result = await supplier.probe(world.client.call());
      world.simulator.state.access.quota = before;
      if (result.kind !== 'THROTTLED') return expect.fail(result.kind);
      expect(result.retryAtMs).toBeGreaterThan(world.clock.monotonicMs());
      expect(usages).toMatchObject([{ limit: 0, remaining: 0 }]);
    },
  );

  it('a response from the other environment is reported as ENVIRONMENT', async () => {
    const { environment } = world.simulator.state;
    const order = await world.client.ordered(STAY, hotelWithCode(ORDINARY));
    world.simulator.state.environment = '[live, awseucentral1]';
    const failed = { kind: 'FAILED', cause: 'ENVIRONMENT' };
    expect(await search(ORDINARY)).toEqual(failed);
    expect(await world.supplier.probe(world.client.call())).toEqual(failed);
    const unknown = { kind: 'UNKNOWN', cause: 'ENVIRONMENT' };
    expect(await world.supplier.book(world.client.call(), order.request)).toEqual(unknown);
    world.simulator.state.environment = environment;
  });

  it('packages and hotels that require a card are not sold', async () => {
    expect(await search(NEEDS_CARD)).toEqual({ kind: 'NONE' });
    const result = await search(ORDINARY);
    if (result.kind !== 'OK') return expect.fail(result.kind);
    const rates = world.simulator.state.hotels[0]?.rooms.flatMap(({ contracts }) => contracts) ?? [];
    const sold = rates.filter(({ isPackage }) => !isPackage);
    expect(result.value.hotels[0]?.offers).toHaveLength(sold.length);
  });

  it('the policy of a rate without cancellation policies is unknown until the rate is quoted', async () => {
    const result = await search(IN_US);
    if (result.kind !== 'OK') return expect.fail(result.kind);
    const offer = result.value.hotels[0]?.offers.find(({ policy }) => policy.kind === 'UNKNOWN');
    if (offer === undefined) return expect.fail('no such offer');
    const quote = await world.client.quoted(world.client.quoteRequest(STAY, hotelWithCode(IN_US), offer));
    expect(quote.offer.policy.kind).toBe('KNOWN');
    expect(quote.notices[0]?.text).toContain('Deposit on arrival');
    expect(quote.notices[0]?.text).not.toContain('<b>');
  });

  it('a tax can be in the currency of the property, or a percentage without an amount', async () => {
    const dubai = await search(IN_DUBAI);
    const spain = await search(ORDINARY);
    if (dubai.kind !== 'OK' || spain.kind !== 'OK') return expect.fail('no offers');
    expect(dubai.value.hotels[0]?.offers[0]?.charges).toEqual([
      {
        code: 'city-tax',
        description: 'City Tax',
        type: 'TAX',
        basis: 'PER_STAY',
        collection: 'PAY_AT_PROPERTY',
        amountMinor: 1_122,
        local: { currency: 'AED', amountMinor: 4_500 },
      },
    ]);
    expect(spain.value.hotels[0]?.offers[0]?.charges).toMatchObject([
      { collection: 'INCLUDED', amountMinor: null, percent: '19.00', basis: 'PERCENT' },
    ]);
  });

  it('the price of a Hotelbeds rate for several rooms is divided without losing a cent', async () => {
    const occupancies = Array.from({ length: 3 }, () => ({ adults: 1, childAges: [] }));
    const stay = { ...STAY, occupancies };
    world.simulator.movePrice(ORDINARY, 1, 'CHECK');
    const { request, offer } = await world.client.ordered(stay, hotelWithCode(ORDINARY));
    world.simulator.movePrice(ORDINARY, 0, 'CHECK');
    const totals = offer.rooms.map(({ totalMinor = 0 }) => totalMinor);
    expect(totals[0]).toBe((totals[2] ?? 0) + 1);
    const sent = await world.supplier.book(world.client.call(), request);
    expect(sent).toMatchObject({ kind: 'CONFIRMED', netMinor: offerNetMinor(offer) - 1 });
    expect(world.simulator.state.ledger.live(request.reference)[0]?.rates).toHaveLength(1);
  });

  it('an offer of Hotelbeds can still be quoted at the same price if its tokens were lost or have expired', async () => {
    const hotel = hotelWithCode(ORDINARY);
    const [offer] = await world.client.offers(STAY, hotel);
    if (offer === undefined) return expect.fail('no offer');
    world.clock.advance(31 * 60_000);
    for (const tokens of [offer.tokens, undefined, 'not ours']) {
      const request = { ...world.client.quoteRequest(STAY, hotel, offer), tokens };
      const quote = await world.client.quoted(request);
      expect(quote.offer.rateKey).toBe(offer.rateKey);
      expect(offerNetMinor(quote.offer)).toBe(offerNetMinor(offer));
    }
  });

  it('a quote is GONE if the rooms were sold after the search', async () => {
    const hotel = hotelWithCode(1_005);
    const [offer] = await world.client.offers(STAY, hotel);
    if (offer === undefined) return expect.fail('no offer');
    for (const room of world.simulator.state.hotels[4]?.rooms ?? []) room.allotment = 0;
    const request = world.client.quoteRequest(STAY, hotel, offer);
    expect(await world.supplier.quote(world.client.call(), request)).toEqual({ kind: 'GONE' });
  });

  it('the price tolerance is sent to Hotelbeds as a percentage that is rounded down', async () => {
    const { request } = await world.client.ordered(STAY, hotelWithCode(ORDINARY));
    const toleranceMinor = Math.floor(request.netMinor * 0.0567);
    await world.supplier.book(world.client.call(), { ...request, toleranceMinor });
    expect(world.simulator.exchanges.at(-1)?.request.body).toMatchObject({ tolerance: '5.66' });
  });

  it('a booking is refused as SOLD_OUT if its hotel is now mapped to another supplier id', async () => {
    const { request } = await world.client.ordered(STAY, hotelWithCode(ORDINARY));
    const hotel = { ...request.hotel, supplierIds: ['999999'] };
    const refused = { kind: 'REFUSED', reason: 'SOLD_OUT' };
    expect(await world.supplier.book(world.client.call(), { ...request, hotel })).toEqual(refused);
    expect(world.simulator.state.ledger.live(request.reference)).toHaveLength(0);
  });

  it('two reservations with one reference are contradictory, and neither is cancelled', async () => {
    const { request, known } = await world.client.ordered(STAY, hotelWithCode(ORDINARY));
    await world.supplier.book(world.client.call(), request);
    await world.supplier.book(world.client.call(), request);
    const contradictory = { kind: 'FAILED', cause: 'CONTRADICTORY' };
    expect(await world.supplier.lookup(world.client.call(), known)).toEqual(contradictory);
    expect(await world.supplier.cancel(world.client.call(), known)).toMatchObject({ kind: 'UNKNOWN' });
    expect(world.simulator.state.ledger.live(request.reference)).toHaveLength(2);
  });

  it('a cancellation quote cancels nothing, and a cancelled booking reports the penalty that was charged', async () => {
    const { request, known } = await world.client.ordered(STAY, hotelWithCode(ORDINARY));
    const booked = await world.supplier.book(world.client.call(), request);
    if (booked.kind !== 'CONFIRMED') return expect.fail(booked.kind);
    const withRef = { ...known, supplierRef: booked.supplierRef };
    const quoted = await world.supplier.cancelQuote?.(world.client.call(), withRef);
    if (quoted?.kind !== 'OK') return expect.fail(quoted?.kind);
    const { penaltyMinor } = quoted.value;
    expect(world.simulator.state.ledger.live(request.reference)).toHaveLength(1);
    expect(await world.supplier.cancel(world.client.call(), withRef)).toEqual({
      kind: 'CANCELLED',
      penaltyMinor,
    });
    const found = await world.supplier.lookup(world.client.call(), withRef);
    expect(found).toMatchObject({ kind: 'FOUND', state: 'CANCELLED', penaltyMinor, netMinor: 0 });
  });

  it('the cancellation of a locked booking is not executed', async () => {
    const { request, known } = await world.client.ordered(STAY, hotelWithCode(ORDINARY));
    const booked = await world.supplier.book(world.client.call(), request);
    if (booked.kind !== 'CONFIRMED') return expect.fail(booked.kind);
    world.simulator.state.locked.add(booked.supplierRef);
    expect((await world.supplier.cancel(world.client.call(), known)).kind).toBe('NOT_EXECUTED');
    expect(world.simulator.state.ledger.live(request.reference)).toHaveLength(1);
  });

  it('a sweep lists more reservations than fit on a page', async () => {
    const other = await startAdapter();
    const { request } = await other.client.ordered(STAY, hotelWithCode(ORDINARY));
    for (const room of other.simulator.state.hotels[0]?.rooms ?? []) room.allotment = 1_000;
    for (let i = 0; i < 205; i += 1) await other.supplier.book(other.client.call(), request);
    const nowMs = other.clock.nowMs();
    const swept = await other.supplier.sweep(other.client.call(), nowMs - 1, nowMs + 1);
    if (swept.kind !== 'OK') return expect.fail(swept.kind);
    expect(new Set(swept.value.map(({ supplierRef }) => supplierRef)).size).toBe(205);
    expect(swept.value[0]).toMatchObject({ hotelId: String(ORDINARY), netMinor: request.netMinor });
    await other.close();
  });

  it('bookings and cancellations are reported as not sent if the host is unreachable', async () => {
    const client = new OutboundClient({ connections: 1 });
    const supplier = world.create({ client, settings: { baseUrl: 'http://127.0.0.1:1' } });
    const { request, known } = await world.client.ordered(STAY, hotelWithCode(ORDINARY));
    const notSent = { kind: 'NOT_EXECUTED', cause: 'NOT_SENT' };
    expect(await supplier.book(world.client.call(), request)).toEqual(notSent);
    expect(await supplier.cancel(world.client.call(), known)).toEqual(notSent);
    expect(await supplier.probe(world.client.call())).toEqual({ kind: 'FAILED', cause: 'CONNECTION' });
    await client.close();
  });

  it('a short name is removed from a recorded message without damaging other words', () => {
    const text = '{"booking":{"totalNet":88.5,"hotel":{"name":"Altamar"},"text":"For AL"}}';
    expect(redactText(text, ['Al'])).toBe(
      '{"booking":{"totalNet":88.5,"hotel":{"name":"Altamar"},"text":"For [removed]"}}',
    );
  });

  it('recorded exchanges contain neither credentials nor personal data', () => {
    const { apiKey, secret } = world.simulator.credentials;
    expect(world.client.exchanges.length).toBeGreaterThan(20);
    for (const exchange of world.client.exchanges) {
      const text = JSON.stringify(exchange);
      expect(text).not.toContain(apiKey);
      expect(text).not.toContain(secret);
      expect(text).not.toMatch(/zenobia|quimper|peanut|late at night|x-signature/i);
    }
  });
});
