/** A city of the sandbox catalogue: a real place, with the data that its invented hotels need. */

/** What a city is known for or located at. Views, beaches and descriptions depend on it. */
export type Trait = 'beach' | 'mountains' | 'lake' | 'river' | 'oldTown' | 'business';

/** A populated point in a city, with hotels around it. */
export interface Spot {
  latitude: number;
  longitude: number;
  radiusMetres: number;
  /** The name of the district. The first spot of a city is its centre and has none. */
  district: string | undefined;
}

export interface SandboxCity {
  placeId: string;
  name: string;
  spanishName: string;
  regionName: string | undefined;
  countryCode: string;
  timeZone: string;
  traits: readonly Trait[];
  hotels: number;
  spots: readonly Spot[];
}
