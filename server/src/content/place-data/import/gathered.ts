/** What the files of one import say beside the places themselves. All of it is small. */
import type { NamedArea } from '../staging/stage-areas.ts';
import type { FileKind } from './file-kind.ts';
import { IdSet } from './id-set.ts';

export interface Gathered {
  /** Of the next staged place. */
  nextN: number;
  areas: NamedArea[];
  /** `ES`, `ES.56` or `ES.56.B` by the GeoNames id of the same area. */
  areaOfId: Map<number, string>;
  /** Languages of a country, by its code. */
  languages: Map<string, string[]>;
  /** Codes of languages: two letters by three. */
  shortOf: Map<string, string>;
  geonameIds: IdSet;
  /** Of settlements that the files have and the import leaves out. */
  smallIds: IdSet;
  counts: Record<FileKind, number>;
}

export function startGathering(): Gathered {
  return {
    nextN: 1,
    areas: [],
    areaOfId: new Map(),
    languages: new Map(),
    shortOf: new Map(),
    geonameIds: new IdSet(),
    smallIds: new IdSet(),
    counts: {
      languages: 0,
      countries: 0,
      'first regions': 0,
      'second regions': 0,
      cities: 0,
      hierarchy: 0,
      names: 0,
      airports: 0,
    },
  };
}
