/**
 * Search responses of LiteAPI for the benchmark: recorded rates and rates of the simulator, each scaled to 100 hotels.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Supplier } from '../../server/src/booking/port/supplier.ts';
import { createLiteApiSupplier } from '../../server/src/booking/suppliers/liteapi/adapter.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { LiteApiWorld } from '../../server/test/suppliers/liteapi/world.ts';
import type { MappingCase } from './mapping-case.ts';

const HOTELS = 100;
const RATES_PER_HOTEL = 15;
const STAY = {
  checkIn: '2027-05-14',
  checkOut: '2027-05-17',
  occupancies: [{ adults: 2, childAges: [] }],
  market: { nationality: 'ES', currency: 'EUR', language: 'en' },
};
const RECORDINGS = new URL('../../../shared/suppliers/recorded/', import.meta.url);

const idOf = (index: number) => `lp${(0x1000 + index).toString(16)}`;
const hotels = Array.from({ length: HOTELS }, (_, index) => ({
  hotelId: `htl_${index}`,
  supplierIds: [idOf(index)],
  countryCode: 'ES',
  timeZone: 'Europe/Madrid',
  rooms: [],
}));

export function liteApiCases(): MappingCase[] {
  const recorded = recordedSearch();
  const cases = [caseOf('LiteAPI, simulated', simulatedSearch())];
  return recorded === undefined ? cases : [caseOf('LiteAPI, recorded', recorded), ...cases];
}

function caseOf(name: string, text: string): MappingCase {
  const supplier = supplierWith(text);
  return {
    name,
    text,
    async map() {
      const call = {
        attempt: 1,
        deadlineMs: Number.POSITIVE_INFINITY,
        signal: new AbortController().signal,
        scenario: undefined,
        record: () => {},
      };
      const found = await supplier.search(call, { ...STAY, hotels });
      if (found.kind !== 'OK') throw new Error(`The search returned ${found.kind}.`);
      return found.value.hotels;
    },
  };
}

/** The adapter with a transport that returns `text` immediately. */
function supplierWith(text: string): Supplier {
  return createLiteApiSupplier({
    kind: 'TEST',
    credentials: { apiKey: 'sand_bench' },
    clock: systemClock,
    log: createLog('silent'),
    http: { send: async () => ({ kind: 'RESPONSE', status: 200, headers: {}, text }) },
  });
}

function simulatedSearch(): string {
  const world = new LiteApiWorld({ nowMs: () => Date.UTC(2027, 0, 10) }, 'bench', HOTELS);
  const { status, body } = world.search(
    {
      hotelIds: hotels.flatMap(({ supplierIds }) => supplierIds),
      occupancies: [{ adults: 2, children: [] }],
      currency: 'EUR',
      guestNationality: 'ES',
      checkin: STAY.checkIn,
      checkout: STAY.checkOut,
      maxRatesPerHotel: RATES_PER_HOTEL,
    },
    true,
  );
  if (status !== 200) throw new Error(`The simulator returned ${status}.`);
  return JSON.stringify(body);
}

interface RecordedRate {
  name: string;
  [field: string]: unknown;
}

/**
 * The recorded rates of version 2 with the fields that version 3 added: an offer id of the recorded length and a board.
 */
function recordedSearch(): string | undefined {
  const file = new URL('liteapi-v2/rates.response.json', RECORDINGS);
  if (!existsSync(file)) return undefined;
  const { offerId } = JSON.parse(readFileSync(new URL('liteapi-v3/01-rates.offer.json', RECORDINGS), 'utf8'));
  const { data } = JSON.parse(readFileSync(file, 'utf8')) as {
    data: { roomTypes: { rates: RecordedRate[] }[] }[];
  };
  const roomTypes = data
    .flatMap(entry => entry.roomTypes)
    .slice(0, RATES_PER_HOTEL)
    .map((roomType, index) => ({
      ...roomType,
      offerId: `${index}${offerId.slice(2)}`,
      rates: roomType.rates.map(rate => ({
        ...rate,
        occupancyNumber: 1,
        boardType: /breakfast/i.test(rate.name) ? 'BI' : 'RO',
        boardName: /breakfast/i.test(rate.name) ? 'Breakfast Included' : 'Room Only',
      })),
    }));
  const entries = hotels.map((_, index) => ({ hotelId: idOf(index), roomTypes }));
  return JSON.stringify({ data: entries, guestLevel: 0, sandbox: true });
}
