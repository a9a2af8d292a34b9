/**
 * Generates a catalogue and suppliers' descriptions of its hotels, with known ground truth. The same seed gives the
 * same world. The seeds in `SEEDS` separate the data that weights are estimated on from the data that is reported.
 */

import type { SuppliedHotel } from '../../../src/booking/port/supplied-content.ts';
import { type SeededRandom, seededRandom } from '../../../src/content/sandbox/seeded-random.ts';
import type { HotelEvidence } from '../../../src/mapping/normal-form/normal-form.ts';
import { inventHotels } from './invent-hotels.ts';
import { type Profile, supplierRecord } from './supplier-record.ts';
import { COUNTRIES, inventBrands, inventTown } from './towns.ts';
import type { Relation, TrueHotel } from './true-hotel.ts';

/** Weights and thresholds come from the first seed. Only measurements use the second. */
export const SEEDS = { tuning: 'tuning 1', holdOut: 'hold-out 1' } as const;

export interface CatalogueEntry {
  id: string;
  evidence: HotelEvidence;
}

export interface SupplierEntry {
  /** The true hotel. It need not be in the catalogue. */
  truth: string;
  relation: Relation | null;
  record: SuppliedHotel;
}

/** The hotels of one country, because mapping compares only hotels in the same country. */
export interface CountryWorld {
  country: string;
  catalogue: CatalogueEntry[];
  suppliers: Readonly<Record<Profile, SupplierEntry[]>>;
}

export interface WorldSize {
  countries: number;
  towns: number;
  hotelsPerTown: number;
  /** The share of hotels with a twin. */
  twins: number;
}

export const USUAL: WorldSize = { countries: 18, towns: 8, hotelsPerTown: 110, twins: 0.2 };

export function* generateWorld(seed: string, size: WorldSize = USUAL): Generator<CountryWorld> {
  for (const country of Object.keys(COUNTRIES).slice(0, size.countries))
    yield generateCountry(seed, country, size);
}

const PROFILES: readonly Profile[] = ['CLEAN', 'WHOLESALER', 'RESELLER'];

export function generateCountry(
  seed: string,
  country: string,
  size: WorldSize,
  profiles: readonly Profile[] = PROFILES,
): CountryWorld {
  const random = seededRandom(`${seed} ${country}`);
  const brands = inventBrands(random, country);
  const hotels: TrueHotel[] = [];
  for (let i = 0; i < size.towns; i++) {
    const town = inventTown(random, country, i);
    hotels.push(
      ...inventHotels(random, town, brands, {
        count: size.hotelsPerTown,
        share: size.twins,
        prefix: `${country}-${i}`,
      }),
    );
  }
  const catalogue = hotels.filter(() => random.chance(0.8)).map(hotel => catalogueEntry(random, hotel));
  const suppliers: CountryWorld['suppliers'] = { CLEAN: [], WHOLESALER: [], RESELLER: [] };
  for (const profile of profiles) {
    for (const entry of describeHotels(seededRandom(`${seed} ${country} ${profile}`), hotels, profile)) {
      suppliers[profile].push(entry);
    }
  }
  return { country, catalogue, suppliers };
}

function* describeHotels(
  random: SeededRandom,
  hotels: readonly TrueHotel[],
  profile: Profile,
): Generator<SupplierEntry> {
  let number = 0;
  for (const hotel of hotels) {
    if (!random.chance(0.8)) continue;
    // Suppliers list some hotels under two ids.
    for (let copies = random.chance(0.01) ? 2 : 1; copies > 0; copies--) {
      const record = supplierRecord(random, hotel, profile, `${profile}-${hotel.town.country}-${number++}`);
      yield { truth: hotel.id, relation: hotel.twin?.relation ?? null, record };
    }
  }
}

/** The catalogue comes from a supplier too, so it has small errors and gaps, but no wrong names. */
function catalogueEntry(random: SeededRandom, hotel: TrueHotel): CatalogueEntry {
  const record = supplierRecord(random, hotel, 'CLEAN', hotel.id);
  return {
    id: hotel.id,
    evidence: { ...record, name: hotel.name, imagePaths: random.chance(0.5) ? hotel.pictures : [] },
  };
}
