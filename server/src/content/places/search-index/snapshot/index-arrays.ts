/**
 * The arrays an index consists of. `…Starts` has one element more than what it counts: the things of i are those from
 * starts[i] to starts[i + 1]. A change of meaning, order or type is a change of SNAPSHOT_FORMAT.
 */

export const ARRAY_TYPES = {
  /** BCP 47 tags, one a line; a language is the number of its line. */
  languageBytes: Uint8Array,

  placeIdStarts: Uint32Array,
  placeIdBytes: Uint8Array,
  /** Places in the order of their ids. */
  placesById: Uint32Array,
  placeTypes: Uint8Array,
  /** Two letters in two bytes. */
  placeCountryCodes: Uint16Array,
  /** The country as a place, or -1. */
  placeCountries: Int32Array,
  placeParents: Int32Array,
  placeWeights: Float32Array,
  /** Millionths of a degree. */
  placeLatitudes: Int32Array,
  placeLongitudes: Int32Array,
  /** Three letters in the low three bytes, 0 for none. */
  placeIataCodes: Uint32Array,
  placeCanonicalNames: Uint32Array,
  boxPlaces: Uint32Array,
  /** South, west, north, east in millionths of a degree. */
  boxSides: Int32Array,
  childStarts: Uint32Array,
  childPlaces: Int32Array,
  airportStarts: Uint32Array,
  airportPlaces: Int32Array,
  airportMetres: Uint32Array,
  zoneStarts: Uint32Array,
  zonePlaces: Int32Array,

  /** Places by country, by type and by square degree, each greatest weight first. */
  countryCodes: Uint16Array,
  countryStarts: Uint32Array,
  countryPlaces: Uint32Array,
  typeStarts: Uint32Array,
  typePlaces: Uint32Array,
  cellStarts: Uint32Array,
  cellPlaces: Uint32Array,

  /** Distinct normalised names in byte order, each with a zero byte at its end, and the names that read so, best first. */
  keyStarts: Uint32Array,
  keyBytes: Uint8Array,
  keyNames: Uint32Array,
  keyOpenings: Uint32Array,
  keyLeads: Uint32Array,
  keyMilestones: Uint32Array,

  namePlaces: Uint32Array,
  nameClasses: Uint8Array,
  nameLanguages: Uint16Array,
  nameKeys: Uint32Array,
  nameTextStarts: Uint32Array,
  nameTextBytes: Uint8Array,
  /** Maximum tree over the values of names. */
  nameTree: Uint16Array,
  placeNameStarts: Uint32Array,
  placeNames: Uint32Array,

  /** Each later word of each key with what follows it, in byte order: its key and where it begins in `keyBytes`. */
  tailKeys: Uint32Array,
  tailStarts: Uint32Array,
  tailTree: Uint16Array,
  tailOpenings: Uint32Array,
  tailLeads: Uint32Array,
  tailMilestones: Uint32Array,

  /** For each gram the keys that contain it, as differences in bytes of seven bits. */
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
