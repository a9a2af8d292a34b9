import type { SuppliedAddress, SuppliedHotel } from '../../src/booking/port/supplied-content.ts';
import type { HotelEvidence } from '../../src/mapping/normal-form/normal-form.ts';

type Given = Partial<Omit<SuppliedHotel, 'address'>> & {
  address?: Partial<SuppliedAddress>;
  otherNames?: readonly string[];
};

export function suppliedHotel(given: Given): SuppliedHotel {
  return {
    supplierId: 'one',
    name: 'Larkspur',
    location: null,
    phones: [],
    web: null,
    chain: null,
    stars: null,
    category: null,
    ids: {},
    imagePaths: [],
    rooms: [],
    updatedAtMs: null,
    content: null,
    ...given,
    address: {
      lines: [],
      houseNumber: null,
      city: null,
      region: null,
      postalCode: null,
      countryCode: 'ES',
      ...given.address,
    },
  };
}

export const hotelEvidence = (given: Given): HotelEvidence => suppliedHotel(given);
