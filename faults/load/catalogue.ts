/**
 * The hotels that the load searches and books: a city with hotels of the test providers, scenario hotels, and own
 * inventory.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { importInventory } from '../../server/src/booking/suppliers/own-inventory/files/import-inventory.ts';
import type { Database } from '../../server/src/platform/database/connect.ts';
import { addDays } from '../../server/src/platform/time/civil-date.ts';
import { SPAIN, writeHotels, writePlaces } from '../../server/test/catalogue-builder.ts';
import { loadScenarioHotels } from '../../server/test/scenario-hotels.ts';

export const CITY = { canonicalCityId: 'plc_BCN' };
export const CITY_HOTELS = Array.from({ length: 12 }, (_, i) => `htl_F${String(i + 1).padStart(2, '0')}`);
/** A hotel with more rooms of own inventory than the clients can book. */
export const WIDE_OWN_HOTEL = 'htl_OWNWIDE';
/** A hotel with so few rooms of own inventory that clients compete for them. */
export const NARROW_OWN_HOTEL = 'htl_OWNFEW';
export const LIVE_OWN_HOTEL = 'htl_OWNLIVE';

/** Scenarios that finish within minutes and whose prices have two decimals. */
const PLAYED: readonly ScenarioName[] = [
  'ok',
  'avail.on_request',
  'prebook.price_up',
  'prebook.terms_changed',
  'book.rejected',
  'book.soldout',
  'book.price_changed',
  'book.on_request_confirm',
  'book.on_request_reject',
  'book.timeout_then_confirmed',
  'book.timeout_then_absent',
  'book.garbled',
  'book.ok_but_error',
  'book.confirmation_number_later',
  'book.cancelled_by_hotel',
  'cancel.free',
  'cancel.penalty',
  'cancel.timeout_then_done',
  'cancel.refused',
];
export const SCENARIO_HOTELS = PLAYED.map(scenarioHotelId);

const TODAY = new Date().toISOString().slice(0, 10);
/** The first night is so far ahead that no free cancellation period has ended yet. */
export const FIRST_NIGHT = addDays(TODAY, 60);
/** All stays begin within this number of days. */
export const DAYS = 20;
export const LONGEST_STAY = 3;

const WIDE = 5_000;
const NARROW = 6;

export async function prepareCatalogue(db: Database, folder: string): Promise<void> {
  await writePlaces(db, SPAIN);
  await loadScenarioHotels(db);
  const sandbox = [...CITY_HOTELS, WIDE_OWN_HOTEL, NARROW_OWN_HOTEL];
  await writeHotels(db, 'sandbox', sandbox.map(hotelOf));
  await writeHotels(db, 'production', [hotelOf(LIVE_OWN_HOTEL, 0)]);
  await loadOwn(db, folder, 'sandbox', [
    [WIDE_OWN_HOTEL, WIDE],
    [NARROW_OWN_HOTEL, NARROW],
  ]);
  await loadOwn(db, folder, 'production', [[LIVE_OWN_HOTEL, WIDE]]);
}

function hotelOf(hotelId: string, i: number) {
  const room = (roomCode: string, en: string) => ({
    roomCode,
    name: { en },
    occupancy: { maxTotal: 3, maxAdults: 2, maxChildren: 1 },
  });
  return {
    hotelId,
    stars: i % 6,
    location: { latitude: 41.3888 + i * 0.0027, longitude: 2.159 },
    canonicalCityId: CITY.canonicalCityId,
    timeZone: 'Europe/Madrid',
    rooms: [room('DBL', 'Double'), room('STE', 'Suite')],
  };
}

/** These prices are lower than those of the test providers, so that clients choose them. */
async function loadOwn(
  db: Database,
  folder: string,
  environment: Environment,
  hotels: readonly (readonly [hotelId: string, total: number])[],
): Promise<void> {
  const lines = hotels.flatMap(([hotelId, total]) => {
    const nights = {
      hotelId,
      roomCode: 'DBL',
      from: FIRST_NIGHT,
      to: addDays(FIRST_NIGHT, DAYS + LONGEST_STAY),
    };
    return [
      { type: 'property', hotelId, currency: 'EUR', ...OWN_DOCUMENT },
      { type: 'allotment', ...nights, total },
      { type: 'rate', ...nights, planCode: 'FLEX', amount: '5.05' },
    ];
  });
  const file = join(folder, `own-${environment}.jsonl`);
  await writeFile(file, lines.map(line => JSON.stringify(line)).join('\n'));
  const fail = (problem: unknown) => {
    throw new Error(JSON.stringify(problem));
  };
  await importInventory(db, {
    ...{ file, environment, dryRun: false, onProblem: fail, onExcess: fail, onProgress: () => {} },
    onWarning: () => {},
  });
}

const OWN_DOCUMENT = {
  rooms: [{ roomCode: 'DBL', baseOccupancy: 2, maxAdults: 2, maxChildren: 1, maxTotal: 3 }],
  cancellationPolicies: [
    { code: 'WEEK', rules: [{ daysBefore: 7, penalty: { nights: 1 } }], noShow: { percent: '100' } },
  ],
  plans: [
    {
      code: 'FLEX',
      name: { en: 'Flexible' },
      board: 'BB',
      priceModel: 'PER_ROOM',
      rooms: ['DBL'],
      cancellationPolicy: 'WEEK',
    },
  ],
};
