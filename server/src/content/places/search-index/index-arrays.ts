/**
 * The typed arrays that make up a place index, and how values are encoded in them. Places, names and keys are numbers: a
 * place is its rank by weight, a name its position in sorted order, and a key is a distinct normalised name. An array
 * `…Starts` has one entry more than it has lists: list i extends from starts[i] to starts[i + 1]. If the meaning, order or
 * type of an array changes, increase `SNAPSHOT_FORMAT`.
 */

export const ARRAY_TYPES = {
  /** BCP 47 tags, one per line. A language is the number of its line. */
  languageBytes: Uint8Array,

  placeIdStarts: Uint32Array,
  placeIdBytes: Uint8Array,
  /** Place numbers sorted by place id. */
  placesById: Uint32Array,
  placeTypes: Uint8Array,
  /** Packed two-letter codes. */
  placeCountryCodes: Uint16Array,
  /** The country's place number, or -1. */
  placeCountries: Int32Array,
  placeParents: Int32Array,
  placeWeights: Float32Array,
  /** In millionths of a degree. */
  placeLatitudes: Int32Array,
  placeLongitudes: Int32Array,
  /** Packed three-letter codes, or 0. */
  placeIataCodes: Uint32Array,
  placeCanonicalNames: Uint32Array,
  boxPlaces: Uint32Array,
  /** South, west, north and east, in millionths of a degree. */
  boxSides: Int32Array,
  childStarts: Uint32Array,
  childPlaces: Int32Array,
  airportStarts: Uint32Array,
  airportPlaces: Int32Array,
  airportMetres: Uint32Array,
  zoneStarts: Uint32Array,
  zonePlaces: Int32Array,

  /** Places by country, by type and by grid cell, each list in descending order of weight. */
  countryCodes: Uint16Array,
  countryStarts: Uint32Array,
  countryPlaces: Uint32Array,
  typeStarts: Uint32Array,
  typePlaces: Uint32Array,
  cellStarts: Uint32Array,
  cellPlaces: Uint32Array,

  /** Keys in byte order, each followed by a zero byte. `keyNames[i]` is the first and best name with key i. */
  keyStarts: Uint32Array,
  keyBytes: Uint8Array,
  keyNames: Uint32Array,
  keyBloomFilter: Uint32Array,
  keyDirectory: Uint32Array,
  keySparseIndex: Uint32Array,

  namePlaces: Uint32Array,
  nameClasses: Uint8Array,
  nameLanguages: Uint16Array,
  nameKeys: Uint32Array,
  nameTextStarts: Uint32Array,
  nameTextBytes: Uint8Array,
  /** Segment tree over the values of names. */
  nameSegmentTree: Uint16Array,
  placeNameStarts: Uint32Array,
  placeNames: Uint32Array,

  /** Word suffix array: each key from its second or a later word on, in byte order; its key and start in `keyBytes`. */
  suffixKeys: Uint32Array,
  suffixStarts: Uint32Array,
  suffixSegmentTree: Uint16Array,
  suffixBloomFilter: Uint32Array,
  suffixDirectory: Uint32Array,
  suffixSparseIndex: Uint32Array,

  /** N-gram index: for each n-gram, the posting list of the keys that contain it. */
  gramStarts: Uint32Array,
  gramBytes: Uint8Array,
} as const;

type ArrayOf<T> = T extends Uint8ArrayConstructor
  ? Uint8Array
  : T extends Uint16ArrayConstructor
    ? Uint16Array
    : T extends Uint32ArrayConstructor
      ? Uint32Array
      : T extends Int32ArrayConstructor
        ? Int32Array
        : Float32Array;

export type IndexArrays = { [K in keyof typeof ARRAY_TYPES]: ArrayOf<(typeof ARRAY_TYPES)[K]> };
export type ArrayName = keyof IndexArrays;
export const ARRAY_NAMES = Object.keys(ARRAY_TYPES) as ArrayName[];

export const MICRODEGREES = 1e6;

/** Packs a code of up to four ASCII characters into a number. 0 means no code. */
export function packCode(code: string): number {
  let packed = 0;
  for (let i = 0; i < code.length; i++) packed = (packed << 8) | (code.charCodeAt(i) & 0x7f);
  return packed >>> 0;
}

export function unpackCode(packed: number): string {
  let code = '';
  for (let rest = packed; rest > 0; rest >>>= 8) code = String.fromCharCode(rest & 0xff) + code;
  return code;
}
