/** The places that a query may find: filtered by type and country, and without the hidden place. */
import { PLACE_TYPES } from '@serai/contract/content/place-item.ts';
import { type IndexArrays, packCode } from '../index-arrays.ts';
import type { PlaceQuery } from '../place-query.ts';

/** Lists of places in descending order of weight. The bounds are pairs of positions in `places`. */
export interface PlaceLists {
  places: Uint32Array;
  bounds: [from: number, to: number][];
  total: number;
}

export class Selection {
  readonly #arrays: IndexArrays;
  /** One bit per type. All bits are set if the query does not filter by type. */
  readonly #types: number;
  readonly #countries: Set<number> | undefined;
  readonly #hidden: number;
  readonly isAll: boolean;

  constructor(arrays: IndexArrays, { types, countryCodes, hidden = -1 }: PlaceQuery) {
    this.#arrays = arrays;
    this.#types = types ? types.reduce((bits, type) => bits | (1 << PLACE_TYPES.indexOf(type)), 0) : -1;
    this.#countries = countryCodes ? new Set(countryCodes.map(packCode)) : undefined;
    this.#hidden = hidden;
    this.isAll = types === undefined && countryCodes === undefined;
  }

  has(place: number): boolean {
    if (place === this.#hidden) return false;
    if (this.isAll) return true;
    const { placeTypes, placeCountryCodes } = this.#arrays;
    if (((this.#types >> (placeTypes[place] as number)) & 1) === 0) return false;
    return this.#countries === undefined || this.#countries.has(placeCountryCodes[place] as number);
  }

  /**
   * Returns lists that contain all selected places, by country or by type, whichever are shorter. Undefined if all
   * places are selected.
   */
  lists(): PlaceLists | undefined {
    if (this.isAll) return undefined;
    const { typeStarts, typePlaces, countryCodes, countryStarts, countryPlaces } = this.#arrays;
    const types = PLACE_TYPES.map((_, i) => i).filter(i => (this.#types >> i) & 1);
    const byType = listsOf(typePlaces, typeStarts, types);
    if (this.#countries === undefined) return byType;
    const countries = [...this.#countries].map(code => countryCodes.indexOf(code)).filter(i => i >= 0);
    const byCountry = listsOf(countryPlaces, countryStarts, countries);
    return byCountry.total <= byType.total ? byCountry : byType;
  }
}

function listsOf(places: Uint32Array, starts: Uint32Array, numbers: readonly number[]): PlaceLists {
  const bounds = numbers.map((i): [number, number] => [starts[i] as number, starts[i + 1] as number]);
  return { places, bounds, total: bounds.reduce((sum, [from, to]) => sum + to - from, 0) };
}
