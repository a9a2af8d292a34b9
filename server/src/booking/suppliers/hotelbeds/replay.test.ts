/**
 * Replays recorded Hotelbeds responses through the adapter, and validates its requests against Hotelbeds' OpenAPI
 * documents.
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { DocumentValidator } from '../../../../test/suppliers/document-validator.ts';
import {
  type AdapterWorld,
  adapterOptions,
  FAMILY,
  hotelWithCode,
  STAY,
  startAdapter,
} from '../../../../test/suppliers/hotelbeds/adapter-world.ts';
import { checkQuery, pathInApi, samplesOf } from '../../../../test/suppliers/hotelbeds/document-checks.ts';
import { IN_DUBAI, IN_US, ORDINARY } from '../../../../test/suppliers/hotelbeds/facts.ts';
import { BOOKING_OVERLAY, CONTENT_OVERLAY } from '../../../../test/suppliers/hotelbeds/overlay.ts';
import { stubTransport } from '../../../../test/suppliers/hotelbeds/stub-transport.ts';
import {
  describeWithDocuments,
  readDocument,
  readRecording,
} from '../../../../test/suppliers/supplier-documents.ts';
import { OutboundClient } from '../../../platform/outbound/outbound-client.ts';
import { offerNetMinor } from '../../port/supplied-offer.ts';
import { SupplierClient } from '../conformance/supplier-client.ts';
import { createHotelbedsSupplier } from './adapter.ts';
import { createHotelbedsContent } from './content.ts';
import { mapHotel } from './content-mapping.ts';

const FILES = { search: 'availability', quote: 'checkrates', book: 'booking' } as Readonly<
  Record<string, string>
>;
const RECORDED_MS = Date.UTC(2024, 1, 23, 20, 30);
const LONDON = { checkIn: '2024-04-02', checkOut: '2024-04-03', occupancies: [{ adults: 1, childAges: [] }] };

function replay() {
  const clock = new ManualClock(RECORDED_MS);
  const transport = stubTransport(operation => readRecording(`hotelbeds/${FILES[operation]}.response.json`));
  const supplier = createHotelbedsSupplier(adapterOptions(clock, transport));
  return { supplier, client: new SupplierClient(supplier, clock) };
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

describeWithDocuments('recorded responses of Hotelbeds', () => {
  it('the recorded Hotelbeds search returns the recorded rates', async () => {
    const { client } = replay();
    const offers = await client.offers(LONDON, hotelWithCode(6_619));
    const rows = offers.map(offer => [
      offer.rooms[0]?.supplierRoomCode,
      offer.board,
      offerNetMinor(offer),
      offer.sellingMinor,
      offer.policy.kind === 'KNOWN' ? offer.policy.penalties[0]?.from.kind : offer.policy.kind,
    ]);
    expect(rows.slice(0, 3)).toEqual([
      ['DBL.ST', 'RO', 21_240, 22_722, 'ALWAYS'],
      ['SGL.ST', 'RO', 21_240, 22_722, 'ALWAYS'],
      ['TWN.ST', 'RO', 21_240, 22_722, 'ALWAYS'],
    ]);
    expect(offers).toHaveLength(19);
    expect(Math.max(...offers.map(offerNetMinor))).toBe(52_543);
    const flexible = offers.find(
      ({ rooms, policy }) =>
        rooms[0]?.supplierRoomCode === 'DBL.ST' &&
        policy.kind === 'KNOWN' &&
        policy.penalties[0]?.from.kind === 'INSTANT',
    );
    expect(flexible?.policy).toEqual({
      kind: 'KNOWN',
      penalties: [{ from: { kind: 'INSTANT', atMs: Date.UTC(2024, 3, 1, 13) }, penaltyMinor: 23_601 }],
      noShowMinor: null,
    });
  });

  it('the recorded Hotelbeds rate check becomes a quote', async () => {
    const { client, supplier } = replay();
    const offers = await client.offers(LONDON, hotelWithCode(6_619));
    const offer = offers.find(({ rooms, board, policy }) => {
      const isFlexible = policy.kind === 'KNOWN' && policy.penalties[0]?.from.kind === 'INSTANT';
      return rooms[0]?.supplierRoomCode === 'TWN.ST' && board === 'BB' && isFlexible;
    });
    const request = client.quoteRequest(LONDON, hotelWithCode(6_619), offer ?? expect.fail('no offer'));
    const quote = await supplier.quote(client.call(), request);
    if (quote.kind !== 'OK') return expect.fail(quote.kind);
    expect(quote.value.offer).toMatchObject({ board: 'BB', currency: 'EUR', sellingMinor: 30_030 });
    expect(offerNetMinor(quote.value.offer)).toBe(28_072);
    expect(quote.value.notices.map(({ code, text }) => [code, digest(text)])).toEqual([
      ['RATE_COMMENTS', 'bf105e51a7b5e386'],
    ]);
  });

  it('the recorded Hotelbeds booking is confirmed as it was booked', async () => {
    const { client, supplier } = replay();
    const stay = {
      checkIn: '2024-04-06',
      checkOut: '2024-04-08',
      occupancies: [{ adults: 2, childAges: [] }],
    };
    const rate = ['recorded', 'DBL.DX', 'BB', 89_923, ''].join('\t');
    const tokens = `hotelbeds-1\t712986\t${RECORDED_MS}\n${rate}`;
    const offer = { currency: 'GBP', rooms: [{ nightlyMinor: null, totalMinor: 89_923, stayCharges: [] }] };
    const quote = { offer, tokens } as unknown as Parameters<SupplierClient['bookRequest']>[2];
    const request = client.bookRequest(stay, hotelWithCode(712_986), quote, 'quo_1');
    const booked = await supplier.book(client.call(), { ...request, reference: 'IntegrationAgency' });
    if (booked.kind !== 'CONFIRMED') return expect.fail(booked.kind);
    const { payableThrough = '', ...rest } = booked;
    expect(rest).toEqual({
      kind: 'CONFIRMED',
      supplierRef: '207-12306403',
      hotelId: 'htl_712986',
      checkIn: '2024-04-06',
      checkOut: '2024-04-08',
      currency: 'GBP',
      netMinor: 89_923,
      hotelRef: null,
      board: 'BB',
      policy: {
        kind: 'KNOWN',
        penalties: [{ from: { kind: 'INSTANT', atMs: Date.UTC(2024, 2, 26, 22, 59) }, penaltyMinor: 89_923 }],
        noShowMinor: null,
      },
    });
    expect(payableThrough).toMatch(
      /^Payable through HOTELBEDS PRODUCT,S\.L\.U\., .* VAT: ESB38877676 Reference: 207-12306403$/,
    );
  });

  it('the recorded Hotelbeds hotels can be read', () => {
    const { hotels } = JSON.parse(readRecording('hotelbeds/content-hotels.response.json'));
    const names = { rooms: new Map(), chains: new Map(), accommodations: new Map(), facilities: new Map() };
    for (const hotel of hotels) {
      const read = mapHotel(hotel, names, 'en');
      expect(read).toMatchObject({ address: { countryCode: 'GB' }, supplierId: String(hotel.code) });
      expect([4, 5]).toContain(read?.stars);
      expect(read?.rooms.length).toBe(hotel.rooms.length);
      expect(read?.location?.lat).toBeCloseTo(51.5, 1);
      expect(read?.imagePaths).toHaveLength(hotel.images.length);
    }
  });
});

describeWithDocuments('the requests of the Hotelbeds adapter', () => {
  let world: AdapterWorld;

  beforeAll(async () => {
    world = await startAdapter();
  });
  afterAll(() => world.close());

  it('all requests of the Hotelbeds adapter match the OpenAPI documents of Hotelbeds', async () => {
    const { client, supplier, simulator, clock } = world;
    for (const code of [ORDINARY, IN_US, IN_DUBAI]) {
      for (const stay of [STAY, FAMILY]) {
        const { request, known } = await client.ordered(stay, hotelWithCode(code));
        const booked = await supplier.book(client.call(), request);
        if (booked.kind !== 'CONFIRMED') return expect.fail(booked.kind);
        await supplier.lookup(client.call(), known);
        await supplier.cancelQuote?.(client.call(), { ...known, supplierRef: booked.supplierRef });
        await supplier.cancel(client.call(), known);
      }
    }
    await supplier.sweep(client.call(), clock.nowMs() - 1, clock.nowMs());
    await supplier.probe(client.call());
    const outbound = new OutboundClient({ connections: 1 });
    const settings = { baseUrl: simulator.url };
    const content = createHotelbedsContent({
      kind: 'TEST',
      credentials: simulator.credentials,
      settings,
      clock,
      client: outbound,
    });
    expect((await content.changed(client.call(), { atMs: clock.nowMs(), cursor: null })).kind).toBe('OK');
    await outbound.close();

    for (const [api, overlay] of [
      ['booking', BOOKING_OVERLAY],
      ['content', CONTENT_OVERLAY],
    ] as const) {
      const document = readDocument(`hotelbeds-${api}.yaml`);
      const validator = new DocumentValidator(document, overlay);
      const samples = samplesOf(simulator.exchanges, api);
      expect(samples.length).toBeGreaterThan(4);
      expect(samples.flatMap(sample => validator.check(sample))).toEqual([]);
      const requests = simulator.exchanges
        .map(({ request }) => request)
        .filter(({ path }) => path.includes('content') === (api === 'content'));
      expect(requests.flatMap(request => checkQuery(document, request, pathInApi(request.path)))).toEqual([]);
    }
  });
});
