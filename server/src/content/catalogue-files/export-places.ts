/**
 * Exports places, either cities and districts in the 19 columns of GeoNames, which `serai import places` reads, or every
 * place as JSON Lines for other uses.
 */
import type { Database } from '../../platform/database/connect.ts';
import { StartError } from '../../platform/start-error.ts';
import { findPendingNames } from '../place-data/seed/seed-store.ts';
import { countPlaces, type ExportedPlace, inSnapshot, listPlacesAfter } from './export-store.ts';

export interface ExportPlacesOptions {
  format: 'tsv' | 'jsonl';
  /** Includes removed places. Only JSON Lines can represent them. */
  all: boolean;
  write(text: string): Promise<void>;
  onProgress(done: number, share: number): void;
}

const BATCH = 2_000;

export async function exportPlaces(db: Database, options: ExportPlacesOptions): Promise<number> {
  const { format, all, write, onProgress } = options;
  const scope = { source: format === 'tsv' ? 'geonames' : undefined, all: all && format === 'jsonl' };
  return inSnapshot(db, async tx => {
    if ((await findPendingNames(tx)) !== undefined) {
      throw new StartError(
        'The first start is still writing the names of the places.',
        'Try again in a minute. If the service was stopped since then, start it once.',
      );
    }
    const total = await countPlaces(tx, scope);
    let done = 0;
    for (let after = 0; ; ) {
      const places = await listPlacesAfter(tx, scope, after, BATCH);
      if (places.length === 0) return done;
      after = places.at(-1)?.id ?? after;
      await write(places.map(format === 'tsv' ? geonamesLine : jsonLine).join(''));
      done += places.length;
      onProgress(done, done / total);
    }
  });
}

/** Replaces tabs and line breaks, which would start another column or line. */
const cell = (text: string) => text.replaceAll(/[\t\r\n]/g, ' ');

function geonamesLine(place: ExportedPlace): string {
  const { name, names, latitude, longitude, population } = place;
  // An import stores the third column as a name of class 1 without a known language.
  const plain = names.find(entry => entry.class === 1 && entry.language === 'und')?.name ?? name;
  const others = new Set(names.map(entry => entry.name).filter(text => !text.includes(',')));
  others.delete(name);
  others.delete(plain);
  const columns = [
    place.sourceId,
    name,
    plain,
    [...others].join(','),
    degrees(latitude),
    degrees(longitude),
    'P',
    place.featureCode ?? '',
    place.countryCode,
    '',
    place.regionCode ?? '',
    '',
    '',
    '',
    String(population),
    '',
    '',
    place.timeZone ?? '',
    '',
  ];
  return `${columns.map(cell).join('\t')}\n`;
}

/** Formats a coordinate without scientific notation. */
function degrees(value: number): string {
  return String(value).includes('e') ? value.toFixed(7) : String(value);
}

function jsonLine({ id: _, names, ...place }: ExportedPlace): string {
  const fields = Object.entries({ ...place, names }).filter(([, value]) => value !== null);
  return `${JSON.stringify(Object.fromEntries(fields))}\n`;
}
