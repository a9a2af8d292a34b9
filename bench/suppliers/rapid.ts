/**
 * Search responses of Rapid for the benchmark: recorded rates and rates of the simulator, each scaled to 100
 * properties.
 */

import { existsSync, readFileSync } from 'node:fs';
import type { StayRequest } from '../../server/src/booking/port/supplier.ts';
import { createRapidSupplier } from '../../server/src/booking/suppliers/rapid/adapter.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { RapidWorld } from '../../server/test/suppliers/rapid/world.ts';
import type { MappingCase } from './mapping-case.ts';

const HOTELS = 100;
const STAY: StayRequest = {
  checkIn: '2027-05-14',
  checkOut: '2027-05-17',
  occupancies: [{ adults: 2, childAges: [] }],
  market: { nationality: 'ES', currency: 'EUR', language: 'en' },
};
const RECORDED_STAY: StayRequest = {
  ...STAY,
  occupancies: [{ adults: 2, childAges: [9, 4] }],
};
const RECORDING = new URL(
  '../../../shared/suppliers/recorded/rapid-2.4/additional-rates.response.json',
  import.meta.url,
);

const idOf = (index: number) => String(10_000 + index);
const hotels = Array.from({ length: HOTELS }, (_, index) => ({
  hotelId: `htl_${index}`,
  supplierIds: [idOf(index)],
  countryCode: 'ES',
  timeZone: 'Europe/Madrid',
  rooms: [],
}));

export function rapidCases(): MappingCase[] {
  const recorded = recordedSearch();
  const cases = [caseOf('Rapid, simulated', simulatedSearch(), STAY)];
  return recorded === undefined ? cases : [caseOf('Rapid, recorded', recorded, RECORDED_STAY), ...cases];
}

function caseOf(name: string, text: string, stay: StayRequest): MappingCase {
  const supplier = createRapidSupplier({
    kind: 'TEST',
    credentials: { apiKey: 'bench', secret: 'bench' },
    clock: systemClock,
    log: createLog('silent'),
    http: { send: async () => ({ kind: 'RESPONSE', status: 200, headers: {}, text }) },
  });
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
      const found = await supplier.search(call, { ...stay, hotels });
      if (found.kind !== 'OK') throw new Error(`The search returned ${found.kind}.`);
      if (found.value.hotels.length !== HOTELS) throw new Error('The search did not return all hotels.');
      return found.value.hotels;
    },
  };
}

function simulatedSearch(): string {
  const world = new RapidWorld({ nowMs: () => Date.UTC(2027, 0, 10) }, 'bench', HOTELS);
  const query = new URLSearchParams({
    checkin: STAY.checkIn,
    checkout: STAY.checkOut,
    currency: 'EUR',
    country_code: 'ES',
    language: 'en-US',
    occupancy: '2',
    rate_plan_count: '15',
    sales_channel: 'website',
    sales_environment: 'hotel_only',
  });
  for (const { supplierIds } of hotels) for (const id of supplierIds) query.append('property_id', id);
  const path = '/v3/properties/availability';
  const { status, body } = world.search({
    method: 'GET',
    path,
    query,
    headers: {},
    body: undefined,
    text: '',
  });
  if (status !== 200) throw new Error(`The simulator returned ${status}.`);
  return JSON.stringify(body);
}

interface Amount {
  value: string;
}

interface Pricing {
  nightly: Amount[][];
  totals: { inclusive: { billable_currency: Amount } };
}

/**
 * Builds a search response from the recorded rates of one property. All properties get these rates, without the package
 * mark and with the status field that version 3 added. The first of the two recorded nights is repeated, because the
 * stay has three.
 */
function recordedSearch(): string | undefined {
  if (!existsSync(RECORDING)) return undefined;
  const text = readFileSync(RECORDING, 'utf8').replaceAll('"package": true', '"package": false');
  const [property] = JSON.parse(text, (name, value) => {
    if (name === 'occupancy_pricing') for (const each of Object.values<Pricing>(value)) addNight(each);
    return value;
  });
  const properties = hotels.map((_, index) => ({
    ...property,
    property_id: idOf(index),
    status: 'available',
  }));
  return JSON.stringify(properties);
}

function addNight({ nightly, totals }: Pricing): void {
  const [first = []] = nightly;
  nightly.push(first);
  const total = totals.inclusive.billable_currency;
  const cents = first.reduce((sum, { value }) => sum + Number(value) * 100, Number(total.value) * 100);
  total.value = (Math.round(cents) / 100).toFixed(2);
}
