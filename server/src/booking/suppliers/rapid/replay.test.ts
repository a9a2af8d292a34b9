import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  describeWithDocuments,
  readDocument,
  readRecording,
} from '../../../../test/suppliers/supplier-documents.ts';
import { type Json, listOf, objectOf } from '../../../platform/json-values.ts';
import { offerNetMinor, type SuppliedOffer } from '../../port/supplied-offer.ts';
import { mapContent } from './content-mapping.ts';
import { cancelLinks, mapItinerary } from './itinerary-mapping.ts';
import { errorTypes, judgeBookError, judgeReadError, judgeRoomCancel } from './outcomes.ts';
import { mapProperty, priceRooms, type RateContext } from './rate-mapping.ts';

/** The recordings are of version 2.4. Rates, prices, errors and itineraries have the same format in version 3. */
const FOLDER = 'rapid-2.4';

function recorded(file: string): unknown {
  return JSON.parse(readRecording(`${FOLDER}/${file}`));
}

/** Recorded texts are compared by their hash, because we may not copy them. */
function hashOf(text: string | undefined): string {
  return createHash('sha256')
    .update(text ?? '')
    .digest('hex')
    .slice(0, 12);
}

const FAMILY: RateContext = {
  checkIn: '2021-05-02',
  checkOut: '2021-05-04',
  occupancies: [{ adults: 2, childAges: [9, 4] }],
  nowMs: Date.UTC(2021, 3, 1),
  // The recorded search was for packages.
  sellsPackages: true,
};
const COUPLE: RateContext = {
  ...FAMILY,
  checkIn: '2021-05-20',
  checkOut: '2021-05-22',
  occupancies: [{ adults: 2, childAges: [] }],
};

function offersIn(file: string, context: RateContext): SuppliedOffer[] {
  return listOf(recorded(file)).flatMap(each => {
    const mapped = mapProperty(each, context);
    return mapped.kind === 'OFFERS' ? mapped.offers : expect.fail(mapped.kind);
  });
}

describeWithDocuments('recorded rates of Rapid', () => {
  it('recorded Rapid rates become offers with exact amounts, terms and beds', () => {
    const [offer, ...others] = offersIn('availability.response.json', FAMILY);
    expect(others).toEqual([]);
    expect(offer).toMatchObject({
      ratePlan: '234264409',
      board: 'RO',
      payment: 'MERCHANT',
      currency: 'USD',
      rooms: [
        {
          supplierRoomCode: '419495',
          allotment: 9,
          beds: [{ type: 'DOUBLE', count: 2 }],
          nightlyMinor: [11_866, 11_866],
          totalMinor: 23_732,
        },
      ],
      charges: [{ type: 'TAX', collection: 'INCLUDED', amountMinor: 3_502 }],
      policy: {
        kind: 'KNOWN',
        penalties: [{ from: { kind: 'INSTANT', atMs: Date.UTC(2021, 4, 1, 6, 59) }, penaltyMinor: 11_866 }],
      },
    });
    expect(hashOf(offer?.rooms[0]?.name?.text)).toBe(hashOf('Two Doubles Deluxe - Resort Fee Waived'));
  });

  it('recorded Rapid rates have boards from their amenities, and value adds as promotions', () => {
    const offers = offersIn('additional-rates.response.json', FAMILY);
    expect(offers.length).toBeGreaterThan(5);
    expect(offers[1]).toMatchObject({ board: 'BB', rooms: [{ totalMinor: 30_186 }] });
    expect(offers[2]).toMatchObject({ board: 'RO', rooms: [{ totalMinor: 33_658 }] });
    expect(offers[2]?.promotions).toHaveLength(3);
  });

  it('amounts and terms of every recorded Rapid rate are consistent', () => {
    const all = [
      ...offersIn('additional-rates.response.json', FAMILY),
      ...offersIn('recommendations.response.json', COUPLE),
    ];
    for (const offer of all) {
      const net = offerNetMinor(offer);
      expect(Number.isSafeInteger(net) && net > 0).toBe(true);
      expect(offer.rateKey).toHaveLength(32);
      expect(offer.rooms[0]?.nightlyMinor).toHaveLength(2);
      if (offer.policy.kind === 'UNKNOWN') return expect.fail('unknown terms');
      for (const { penaltyMinor } of offer.policy.penalties) expect(penaltyMinor).toBeLessThanOrEqual(net);
    }
    expect(new Set(all.map(({ rateKey }) => rateKey)).size).toBe(all.length);
  });

  it('a recorded Rapid rate has a resort fee that is paid at the property', () => {
    const fees = offersIn('recommendations.response.json', COUPLE).flatMap(({ charges }) => charges);
    expect(fees).toContainEqual(
      expect.objectContaining({ code: 'RESORT_FEE', collection: 'PAY_AT_PROPERTY', amountMinor: 4_624 }),
    );
  });

  it('recorded package rates are sold only if packages are allowed', () => {
    const [property] = listOf(recorded('availability.response.json'));
    const { sellsPackages: _, ...alone } = FAMILY;
    expect(mapProperty(property, alone)).toMatchObject({ kind: 'OFFERS', offers: [] });
  });

  it('a recorded price check has the billable total, even if another currency was requested', () => {
    const checked = objectOf(recorded('price-check.response.json'));
    expect(priceRooms(checked?.occupancy_pricing, FAMILY)).toMatchObject([
      { currency: 'USD', totalMinor: 23_732 },
    ]);
    const changed = objectOf(recorded('price-check-changed.response.json'));
    expect(changed?.status).toBe('price_changed');
    const night = { ...COUPLE, checkOut: '2021-05-21' };
    expect(priceRooms(changed?.occupancy_pricing, night)).toMatchObject([
      { currency: 'CAD', totalMinor: 34_600, nightlyMinor: [34_600] },
    ]);
  });
});

describeWithDocuments('recorded itineraries of Rapid', () => {
  const itinerary = () => objectOf(listOf(recorded('itineraries.response.json'))[0]) ?? {};

  it('a recorded Rapid itinerary becomes a reservation with its price and confirmation number', () => {
    const found = mapItinerary(itinerary(), { hotelId: 'ours', propertyId: '8150374' });
    expect(found).toMatchObject({
      supplierRef: '8999989898988',
      hotelId: 'ours',
      checkIn: '2018-09-21',
      checkOut: '2018-09-23',
      currency: 'USD',
      netMinor: 36_815,
      hotelRef: 'BEF23123AA',
      state: 'BOOKED',
      // The refund of -65.98 is not a penalty.
      penaltyMinor: null,
    });
    expect(cancelLinks(itinerary())).toMatchObject([{ id: '926784314', status: 'booked' }]);
  });

  it('an itinerary of another property keeps Rapid’s own id, so that the difference is detected', () => {
    expect(mapItinerary(itinerary(), { hotelId: 'ours', propertyId: '1' })?.hotelId).toBe('8150374');
  });

  it('an itinerary whose rooms are pending, or that has only an id and a time, is incomplete', () => {
    const pending = structuredClone(itinerary()) as { rooms: { status: string }[] };
    for (const room of pending.rooms) room.status = 'pending';
    expect(mapItinerary(pending as unknown as Json, { hotelId: 'ours', propertyId: '1' })).toBeUndefined();
    const { itinerary_id, creation_date_time } = itinerary();
    expect(
      mapItinerary({ itinerary_id, creation_date_time }, { hotelId: 'ours', propertyId: '1' }),
    ).toBeUndefined();
  });
});

describeWithDocuments('recorded errors of Rapid', () => {
  it.each(['availability-400', 'content-400', 'itineraries-400', 'itinerary-400'])(
    'a read with the recorded error %s fails with SERVER',
    name => {
      expect(judgeReadError(400, errorTypes(recorded(`errors/${name}.json`)))).toBe('SERVER');
    },
  );

  it('an invalid link makes a read GONE, a cancel link stale and a booking REFUSED', () => {
    const types = errorTypes(recorded('errors/link-invalid-400.json'));
    expect(judgeReadError(400, types)).toBe('GONE');
    expect(judgeRoomCancel(400, types)).toEqual({ kind: 'STALE_LINK' });
    expect(judgeBookError(400, types)).toEqual({ kind: 'REFUSED', reason: 'PROVIDER_REFUSED' });
  });

  it('the recorded Rapid error for a booking without a payment means that the booking is REFUSED', () => {
    const types = errorTypes(recorded('errors/itinerary-create-400.json'));
    expect(judgeBookError(400, types)).toEqual({ kind: 'REFUSED', reason: 'PROVIDER_REFUSED' });
  });

  it('every example error in Rapid’s OpenAPI document has an outcome, and only duplicate_itinerary is a duplicate', () => {
    const document = readDocument('expedia-rapid.yaml') as { paths: Record<string, { post: Json }> };
    const responses = objectOf(document.paths['/itineraries']?.post.responses) ?? {};
    const kinds = Object.entries(responses).flatMap(([status, response]) => {
      const json = objectOf(objectOf(objectOf(response)?.content)?.['application/json']);
      const named = Object.values(objectOf(json?.examples) ?? {}).map(each => objectOf(each)?.value);
      const bodies = json?.example === undefined ? named : [json.example, ...named];
      if (Number(status) < 400) return [];
      return bodies.map(body => {
        const types = errorTypes(body);
        const { kind } = judgeBookError(Number(status), types);
        expect(kind === 'DUPLICATE').toBe(types.includes('duplicate_itinerary'));
        return `${status} ${kind}`;
      });
    });
    expect(new Set(kinds)).toEqual(
      new Set([
        '400 REFUSED',
        '400 DUPLICATE',
        '401 NOT_EXECUTED',
        '403 NOT_EXECUTED',
        '409 REFUSED',
        '410 REFUSED',
        '426 NOT_EXECUTED',
        '429 NOT_EXECUTED',
        '500 UNKNOWN',
        '503 UNKNOWN',
      ]),
    );
  });
});

describeWithDocuments('recorded content of Rapid', () => {
  it('recorded Rapid content becomes a hotel with address, location, rooms and pictures', () => {
    const [property] = Object.values(recorded('content.response.json') as object);
    expect(mapContent(property, 'en-US')).toMatchObject({
      supplierId: '12345',
      address: { countryCode: 'US', city: 'Springfield', region: 'Missouri', postalCode: '65804' },
      location: { lat: 37.15845, lng: -93.26838 },
      stars: 3.5,
      category: 'Hotel',
      imagePaths: ['/hotels/1000000/20000/15300/15237/bef1b976.jpg'],
      rooms: [{ supplierRoomId: '224829', maxTotal: 5, maxAdults: 4, maxChildren: 2, beds: ['1 King Bed'] }],
    });
  });

  it('the example content in Rapid’s OpenAPI document is readable', () => {
    const document = readDocument('expedia-rapid.yaml') as { paths: Record<string, { get: Json }> };
    const responses = objectOf(document.paths['/properties/content']?.get.responses);
    const json = objectOf(objectOf(objectOf(responses?.['200'])?.content)?.['application/json']);
    const properties = Object.values(objectOf(json?.examples) ?? {}).flatMap(each =>
      Object.values(objectOf(objectOf(each)?.value) ?? {}),
    );
    expect(properties.length).toBeGreaterThan(2);
    for (const property of properties) expect(mapContent(property, 'en-US')?.name).toMatch(/\S/);
  });
});
