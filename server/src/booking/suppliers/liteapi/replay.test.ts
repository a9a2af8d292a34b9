import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  describeWithDocuments,
  readDocument,
  readRecording,
} from '../../../../test/suppliers/supplier-documents.ts';
import { type Json, listOf, objectOf } from '../../../platform/json-values.ts';
import { offerNetMinor } from '../../port/supplied-offer.ts';
import { mapReservation, stateOf } from './booking-mapping.ts';
import { mapHotelDetail, mapListedHotel } from './content-mapping.ts';
import { judgeBookError, judgeReadError, type SupplierError } from './outcomes.ts';
import { mapPrebook, mapRoomTypes } from './rate-mapping.ts';

const ONE_ADULT = [{ adults: 1, childAges: [] }];

function recorded(file: string): Json {
  return JSON.parse(readRecording(file)) as Json;
}

/** Recorded texts are compared by their hash, because we may not copy them. */
function hashOf(text: string | undefined): string {
  return createHash('sha256')
    .update(text ?? '')
    .digest('hex')
    .slice(0, 12);
}

/** Adds the board names and offer ids that version 2 does not have. */
function asVersion3(roomType: unknown): Json {
  const { roomTypeId, rates, ...rest } = objectOf(roomType) ?? {};
  const named = listOf(rates).map(each => {
    const rate = objectOf(each) ?? {};
    const boardName = /breakfast/i.test(String(rate.name)) ? 'Breakfast included' : 'Room only';
    return { ...rate, boardName };
  });
  return { ...rest, offerId: roomTypeId, rates: named };
}

describeWithDocuments('recorded rates of LiteAPI', () => {
  const search = () =>
    listOf(recorded('liteapi-v2/rates.response.json').data).map(each => {
      const { hotelId, roomTypes } = objectOf(each) ?? {};
      return { hotelId: String(hotelId), roomTypes: listOf(roomTypes).map(asVersion3) };
    });

  it('recorded LiteAPI rates become offers with exact amounts, deadlines and charges', () => {
    const [first, ...others] = search();
    const repeated = others.filter(({ hotelId }) => hotelId === first?.hotelId);
    expect(repeated).toHaveLength(1);
    const offers = mapRoomTypes(first?.roomTypes ?? [], {
      supplierHotelId: '436827',
      occupancies: ONE_ADULT,
    });
    const [cheapest, withBreakfast] = offers;
    expect(cheapest).toMatchObject({
      board: 'RO',
      payment: 'MERCHANT',
      currency: 'USD',
      rooms: [{ roomCode: null, totalMinor: 19_295, nightlyMinor: null }],
      policy: { kind: 'KNOWN', penalties: [{ from: { kind: 'ALWAYS' }, penaltyMinor: 19_295 }] },
      charges: [
        { type: 'FEE', collection: 'PAY_AT_PROPERTY', amountMinor: 4_056 },
        { type: 'TAX', collection: 'INCLUDED', amountMinor: 3_050 },
      ],
    });
    expect(withBreakfast).toMatchObject({
      board: 'BB',
      rooms: [{ totalMinor: 22_101 }],
      policy: {
        penalties: [{ from: { kind: 'INSTANT', atMs: Date.UTC(2023, 2, 12) }, penaltyMinor: 21_259 }],
      },
    });
    expect(hashOf(cheapest?.rooms[0]?.name?.text)).toBe('687c0114df58');
  });

  it('amounts and terms of every recorded LiteAPI rate are consistent', () => {
    let count = 0;
    for (const { hotelId, roomTypes } of search()) {
      for (const offer of mapRoomTypes(roomTypes, { supplierHotelId: hotelId, occupancies: ONE_ADULT })) {
        count += 1;
        const net = offerNetMinor(offer);
        expect(Number.isSafeInteger(net) && net > 0).toBe(true);
        expect(offer.sellingMinor ?? net).toBeGreaterThanOrEqual(net);
        expect(offer.rateKey).toHaveLength(32);
        if (offer.policy.kind === 'UNKNOWN') continue;
        for (const { penaltyMinor } of offer.policy.penalties) expect(penaltyMinor).toBeLessThanOrEqual(net);
      }
    }
    expect(count).toBeGreaterThan(20);
  });

  it('a recorded LiteAPI prebook becomes a quote with the binding price', () => {
    const data = objectOf(recorded('liteapi-v2/prebook.response.json').data) ?? {};
    const roomTypes = listOf(data.roomTypes).map(asVersion3);
    const prebooked = mapPrebook({ ...data, roomTypes }, ONE_ADULT);
    expect(prebooked).toMatchObject({ prebookId: 'dYMiMhpP4', supplierHotelId: '436827' });
    expect(prebooked && offerNetMinor(prebooked.offer)).toBe(21_049);
  });

  it('the shortened recording of a LiteAPI version 3 prebook becomes a quote with unknown terms once room names are added', () => {
    const data = objectOf(recorded('liteapi-v3/02-prebook.response.json').data) ?? {};
    expect(mapPrebook(data, ONE_ADULT)).toBeUndefined();
    const roomTypes = listOf(data.roomTypes).map(each => {
      const rates = listOf(objectOf(each)?.rates).map(rate => ({ ...objectOf(rate), name: 'Room' }));
      return { rates };
    });
    const prebooked = mapPrebook({ ...data, roomTypes }, ONE_ADULT);
    expect(prebooked?.offer).toMatchObject({ board: 'BB', currency: 'USD', policy: { kind: 'UNKNOWN' } });
    expect(prebooked && offerNetMinor(prebooked.offer)).toBe(102_020);
  });
});

describeWithDocuments('recorded bookings of LiteAPI', () => {
  it('a recorded LiteAPI booking becomes a reservation with a separate fee', () => {
    const data = objectOf(recorded('liteapi-v3/03-book.response.json').data) ?? {};
    expect(mapReservation(data, { hotelId: 'ours', supplierHotelId: 'lp1beec' })).toEqual({
      supplierRef: 'Fog_bsZp6',
      hotelId: 'ours',
      checkIn: '2026-10-12',
      checkOut: '2026-10-14',
      currency: 'USD',
      netMinor: 102_020,
      feesMinor: 4_080,
      hotelRef: 'test',
    });
  });

  it('a booking of another hotel keeps LiteAPI’s own hotel id, so that the difference is detected', () => {
    const data = objectOf(recorded('liteapi-v3/03-book.response.json').data) ?? {};
    expect(mapReservation(data, { hotelId: 'ours', supplierHotelId: 'lp1' })?.hotelId).toBe('lp1beec');
  });

  it('the statuses of the recorded LiteAPI bookings of version 2 are known', () => {
    const statusOf = (file: string) => stateOf(objectOf(recorded(file).data)?.status);
    expect(statusOf('liteapi-v2/booking.response.json')).toBe('BOOKED');
    expect(statusOf('liteapi-v2/booking-cancelled.response.json')).toBe('CANCELLED');
    expect(stateOf(recorded('liteapi-v2/cancel.response.json').status)).toBe('CANCELLED');
  });

  it('a recorded LiteAPI booking with only three fields is not a complete reservation', () => {
    const [found] = listOf(recorded('liteapi-v3/04-lookup.response.json').data);
    expect(
      mapReservation(objectOf(found) ?? {}, { hotelId: 'ours', supplierHotelId: 'lp1' }),
    ).toBeUndefined();
  });
});

describeWithDocuments('recorded errors of LiteAPI', () => {
  const errorOf = (file: string): SupplierError => {
    const { code, message, description } = objectOf(recorded(file).error) ?? {};
    return {
      code: Number(code),
      texts: [message, description].flatMap(text => (text ? [String(text)] : [])),
    };
  };

  it.each([
    ['liteapi-v3/errors/book-4005-duplicate.json', { kind: 'DUPLICATE' }],
    ['liteapi-v3/errors/book-5000-payment-method.json', { kind: 'REFUSED', reason: 'PROVIDER_REFUSED' }],
    ['liteapi-v2/errors/cancel-5000-failed.json', { kind: 'UNKNOWN', cause: 'SERVER' }],
  ])('the recorded LiteAPI error %s leads to the booking outcome %j', (file, expected) => {
    expect(judgeBookError(400, errorOf(file))).toEqual(expected);
  });

  it.each([
    ['liteapi-v3/errors/prebook-2001-stale-offer.json', 400, 'NONE'],
    ['liteapi-v2/errors/min-rates-2001-none.json', 400, 'NONE'],
    ['liteapi-v2/errors/min-rates-401.json', 401, 'CREDENTIALS'],
    ['liteapi-v3/errors/rates-4002-no-nationality.json', 400, 'SERVER'],
  ])('the recorded LiteAPI error %s with HTTP %d leads to the read outcome %s', (file, status, expected) => {
    expect(judgeReadError(status, errorOf(file))).toBe(expected);
  });

  it('every example error in LiteAPI’s OpenAPI document has an outcome, and only 4005 is a duplicate', () => {
    const document = readDocument('liteapi-booking.json') as { paths: Record<string, { post: Json }> };
    const responses = objectOf(document.paths['/rates/book']?.post.responses);
    const content = objectOf(objectOf(responses?.['400'])?.content);
    const examples = Object.values(objectOf(objectOf(content?.['application/json'])?.examples) ?? {});
    const errors = examples.map(each => objectOf(objectOf(objectOf(each)?.value)?.error) ?? {});
    expect(errors.length).toBeGreaterThan(20);
    for (const { code, message, description } of errors) {
      const texts = [message, description].flatMap(text => (text ? [String(text)] : []));
      const { kind } = judgeBookError(400, { code: Number(code), texts });
      expect(['REFUSED', 'DUPLICATE', 'UNKNOWN']).toContain(kind);
      expect(kind === 'DUPLICATE').toBe(code === 4005);
      if ([2010, 2013, 2014].includes(Number(code))) expect(kind).toBe('UNKNOWN');
    }
  });
});

describeWithDocuments('recorded content of LiteAPI', () => {
  const codes = { hotelTypes: new Map(), facilities: new Map() };

  it('recorded LiteAPI content becomes hotels with address and location', () => {
    const mapped = listOf(recorded('liteapi-v2/content-hotels.response.json').data).map(each =>
      mapListedHotel(each, codes, 'en'),
    );
    expect(mapped.every(({ kind }) => kind === 'HOTEL')).toBe(true);
    const [first] = mapped;
    if (first?.kind !== 'HOTEL') return expect.fail('no hotel');
    expect(first.hotel).toMatchObject({
      supplierId: '453790',
      address: { countryCode: 'US', city: 'Las Vegas', postalCode: 'NV 89109' },
      location: { lat: 36.1203, lng: -115.172 },
      imagePaths: ['/xdata/images/hotel/170533886.jpg'],
    });
    expect(first.hotel.address.lines).toHaveLength(1);
  });

  it('the recorded hotel detail of LiteAPI version 2 is unreadable, because its field names differ from version 3', () => {
    const mapped = mapHotelDetail(recorded('liteapi-v2/content-hotel.response.json').data, 'en');
    expect(mapped).toEqual({ kind: 'UNREADABLE' });
  });

  it('the example content in LiteAPI’s OpenAPI document is readable', () => {
    const document = readDocument('liteapi-static.json') as { paths: Record<string, { get: Json }> };
    const exampleOf = (path: string) => {
      const responses = objectOf(document.paths[path]?.get.responses);
      const json = objectOf(objectOf(objectOf(responses?.['200'])?.content)?.['application/json']);
      const [example] = Object.values(objectOf(json?.examples) ?? {});
      return objectOf(objectOf(example)?.value)?.data;
    };
    for (const each of listOf(exampleOf('/data/hotels')))
      expect(mapListedHotel(each, codes, 'en').kind).toBe('HOTEL');
    const detail = mapHotelDetail(exampleOf('/data/hotel'), 'en');
    if (detail.kind !== 'HOTEL') return expect.fail(detail.kind);
    expect(detail.hotel).toMatchObject({ supplierId: 'lp1897', stars: 4, address: { countryCode: 'US' } });
    expect(detail.hotel.rooms.length).toBeGreaterThan(0);
  });
});
