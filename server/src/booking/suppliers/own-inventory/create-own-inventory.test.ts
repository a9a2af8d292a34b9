import { testDatabase } from '../../../../test/database.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { describeSupplier } from '../conformance/supplier-conformance.ts';
import { OWN_HOTEL, writeProperty } from './conformance/sold-property.ts';
import { createOwnInventory } from './create-own-inventory.ts';

for (const [environment, kind] of [
  ['sandbox', 'TEST'],
  ['production', 'LIVE'],
] as const) {
  describeSupplier(`own inventory in ${environment}`, async () => {
    const { db, drop } = await testDatabase();
    await writeProperty(db, { environment, hotelId: OWN_HOTEL.hotelId });
    const other = environment === 'sandbox' ? 'production' : 'sandbox';
    await writeProperty(db, { environment: other, hotelId: 'htl_elsewhere' });
    const clock = new ManualClock(Date.UTC(2027, 0, 10));
    const make = () => createOwnInventory({ db, clock, environment, kind });
    const stay = { checkIn: '2027-05-14', checkOut: '2027-05-17' };
    return {
      supplier: make(),
      kind,
      twin: make,
      clock,
      hotel: OWN_HOTEL,
      unsold: { ...OWN_HOTEL, hotelId: 'htl_elsewhere' },
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
