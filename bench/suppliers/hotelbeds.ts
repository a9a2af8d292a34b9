/**
 * Search responses of Hotelbeds for the benchmark: recorded rates and rates of the simulator, each scaled to 100
 * hotels.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createHotelbedsSupplier } from '../../server/src/booking/suppliers/hotelbeds/adapter.ts';
import type { Clock } from '../../server/src/platform/clock.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { search } from '../../server/test/suppliers/hotelbeds/availability.ts';
import { createState } from '../../server/test/suppliers/hotelbeds/hotelbeds-simulator.ts';
import type { MappingCase } from './mapping-case.ts';

const HOTELS = 100;
const RECORDING = new URL(
  '../../../shared/suppliers/recorded/hotelbeds/availability.response.json',
  import.meta.url,
);
const MARKET = { nationality: 'ES', currency: 'EUR', language: 'en' };

interface Search {
  text: string;
  codes: readonly number[];
  nowMs: number;
  stay: { checkIn: string; checkOut: string };
  adults: number;
}

export function hotelbedsCases(): MappingCase[] {
  const recorded = recordedSearch();
  const cases = [caseOf('Hotelbeds, simulated', simulatedSearch())];
  return recorded === undefined ? cases : [caseOf('Hotelbeds, recorded', recorded), ...cases];
}

function caseOf(name: string, { text, codes, nowMs, stay, adults }: Search): MappingCase {
  const clock: Clock = { nowMs: () => nowMs, monotonicMs: () => 0, after: () => ({ cancel() {} }) };
  const supplier = createHotelbedsSupplier({
    kind: 'TEST',
    credentials: { apiKey: 'bench', secret: 'bench' },
    settings: {},
    clock,
    log: createLog('silent'),
    client: { send: async () => ({ kind: 'RESPONSE', status: 200, headers: {}, text }) },
  });
  const hotels = codes.map(code => ({
    hotelId: `htl_${code}`,
    supplierIds: [String(code)],
    countryCode: 'ES',
    timeZone: 'Europe/Madrid',
    rooms: [],
  }));
  const request = { ...stay, occupancies: [{ adults, childAges: [] }], market: MARKET, hotels };
  const { signal } = new AbortController();
  const call = { attempt: 1, deadlineMs: 60_000, signal, scenario: undefined, record: () => {} };
  return {
    name,
    text,
    async map() {
      const found = await supplier.search(call, request);
      if (found.kind !== 'OK') throw new Error(`The search returned ${found.kind}.`);
      return found.value.hotels;
    },
  };
}

function simulatedSearch(): Search {
  const nowMs = Date.UTC(2027, 0, 10);
  const state = createState({ clock: { nowMs: () => nowMs }, hotelCount: HOTELS });
  const codes = state.hotels.map(({ code }) => code);
  const stay = { checkIn: '2027-05-14', checkOut: '2027-05-17' };
  const { status, body } = search(state, {
    stay,
    occupancies: [{ rooms: 1, adults: 2, children: 0 }],
    hotels: { hotel: codes },
    dailyRate: true,
  });
  if (status !== 200) throw new Error(`The simulator returned ${status}.`);
  return { text: JSON.stringify(body), codes, nowMs, stay, adults: 2 };
}

/** The recorded hotel, repeated with different codes. */
function recordedSearch(): Search | undefined {
  if (!existsSync(RECORDING)) return undefined;
  const recorded = JSON.parse(readFileSync(RECORDING, 'utf8'));
  const [hotel] = recorded.hotels.hotels;
  const hotels = Array.from({ length: HOTELS }, (_, i) => ({ ...hotel, code: i + 1 }));
  return {
    text: JSON.stringify({ ...recorded, hotels: { ...recorded.hotels, hotels, total: HOTELS } }),
    codes: hotels.map(({ code }) => code),
    nowMs: Date.UTC(2024, 1, 23, 20, 30),
    stay: { checkIn: '2024-04-02', checkOut: '2024-04-03' },
    adults: 1,
  };
}
