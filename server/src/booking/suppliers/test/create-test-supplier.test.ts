import { testDatabase } from '../../../../test/database.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import type { SoldHotel } from '../../port/supplier.ts';
import { describeSupplier } from '../conformance/supplier-conformance.ts';
import { createTestSupplier } from './create-test-supplier.ts';
import { rangeOf, sellsHotel, TEST_PROVIDER_CODES } from './sale/provider-range.ts';

const ROOMS = [
  { roomCode: 'SGL', maxTotal: 1, maxAdults: 1, maxChildren: 0 },
  { roomCode: 'DBL', maxTotal: 3, maxAdults: 2, maxChildren: 1 },
  { roomCode: 'FAM', maxTotal: 4, maxAdults: 2, maxChildren: 2 },
];

function hotel(n: number): SoldHotel {
  return { hotelId: `htl_${n}`, countryCode: 'ES', timeZone: 'Europe/Madrid', stars: 3, rooms: ROOMS };
}

const HOTELS = Array.from({ length: 60 }, (_, n) => hotel(n));

for (const code of TEST_PROVIDER_CODES) {
  describeSupplier(`test provider ${code}`, async () => {
    const { db, drop } = await testDatabase();
    const clock = new ManualClock();
    const make = () => createTestSupplier({ code, db, clock });
    const stay = { checkIn: '2027-05-14', checkOut: '2027-05-17' };
    return {
      supplier: make(),
      kind: 'TEST',
      twin: make,
      clock,
      hotel: HOTELS.find(one => rangeOf(code, one).isMain) as SoldHotel,
      unsold: HOTELS.find(one => !sellsHotel(rangeOf(code, one))) as SoldHotel,
      stay: { ...stay, occupancies: [{ adults: 2, childAges: [] }] },
      family: {
        ...stay,
        occupancies: [
          { adults: 2, childAges: [7] },
          { adults: 1, childAges: [] },
        ],
      },
      organisationId: 'org_conformance',
      close: drop,
    };
  });
}
