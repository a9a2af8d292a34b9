import { type InventoryDocument, inventoryDocument } from '@serai/contract/inventory/inventory-document.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import type { SoldHotel } from '../../../port/supplier.ts';
import { lockProperty } from '../stores/rooms-store.ts';
import {
  type NewRateLine,
  raiseRatesVersion,
  writeAllotments,
  writeDocument,
  writeRates,
} from '../stores/write-store.ts';

export const EVERY_DAY = 127;
export const SEASON = { from: '2027-01-01', to: '2027-12-31', weekdayBits: EVERY_DAY };

export const OWN_HOTEL: SoldHotel = {
  hotelId: 'htl_own',
  countryCode: 'ES',
  timeZone: 'Europe/Madrid',
  rooms: [
    { roomCode: 'SGL', maxTotal: 1, maxAdults: 1, maxChildren: 0 },
    { roomCode: 'DBL', maxTotal: 3, maxAdults: 2, maxChildren: 1 },
    { roomCode: 'FAM', maxTotal: 4, maxAdults: 2, maxChildren: 2 },
  ],
};

export function ownDocument(hotelId: string): InventoryDocument {
  const room = (roomCode: string, base: number, adults: number, children: number) => ({
    ...{
      roomCode,
      baseOccupancy: base,
      maxAdults: adults,
      maxChildren: children,
      maxTotal: adults + children,
    },
    children: { kid: '15.00' },
  });
  const plan = {
    name: { en: 'Flexible' },
    board: 'RO',
    priceModel: 'PER_ROOM',
    rooms: ['SGL', 'DBL', 'FAM'],
  };
  return inventoryDocument().parse({
    hotelId,
    currency: 'EUR',
    ageBands: [
      { code: 'inf', fromAge: 0, toAge: 2, infant: true },
      { code: 'kid', fromAge: 3, toAge: 12 },
    ],
    rooms: [room('SGL', 1, 1, 0), room('DBL', 2, 2, 1), room('FAM', 2, 2, 2)],
    plans: [
      { ...plan, code: 'FLEX', cancellationPolicy: 'FLEX' },
      { ...plan, code: 'HARD', name: { en: 'Advance' }, derivedFrom: { plan: 'FLEX', percent: '-12.5' } },
      {
        ...plan,
        code: 'BB',
        board: 'BB',
        derivedFrom: { plan: 'FLEX', amount: '0.00' },
        supplement: { adult: '9.50' },
      },
    ],
    cancellationPolicies: [
      {
        code: 'FLEX',
        rules: [{ daysBefore: 2, at: '18:00', penalty: { nights: 1 } }],
        noShow: { percent: '100' },
      },
    ],
    charges: [
      { code: 'VAT', description: 'VAT', type: 'TAX', collection: 'INCLUDED', percent: '10' },
      {
        ...{
          code: 'CITY',
          description: 'City tax',
          type: 'TAX',
          collection: 'PAY_AT_PROPERTY',
          amount: '2.20',
        },
        ...{ basis: 'PER_PERSON_PER_NIGHT', minimumAge: 16, maximumNights: 7 },
      },
    ],
  });
}

export interface WrittenProperty {
  environment: Environment;
  hotelId: string;
  document?: InventoryDocument;
  /** Number of rooms of each type per night. */
  total?: number;
  rates?: readonly NewRateLine[];
}

export async function writeProperty(db: Database, given: WrittenProperty): Promise<void> {
  const { environment, hotelId, document = ownDocument(hotelId), total = 40 } = given;
  const property = { environment, hotelId };
  const prices: Record<string, number> = { SGL: 7_000, DBL: 11_150, FAM: 15_000 };
  const rates = given.rates ?? [
    ...document.rooms.map(({ roomCode }) => ({
      ...{ ...SEASON, planCode: 'FLEX', roomCode },
      amount: prices[roomCode] ?? 10_000,
    })),
  ];
  await db.transaction(async tx => {
    await writeDocument(tx, property, document);
    await lockProperty(tx, property);
    await writeAllotments(
      tx,
      property,
      document.rooms.map(({ roomCode }) => ({ ...SEASON, roomCode, total })),
    );
    await writeRates(tx, property, rates);
    await raiseRatesVersion(tx, property);
  });
}
