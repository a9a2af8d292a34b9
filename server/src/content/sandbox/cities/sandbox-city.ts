/** A city of the sandbox catalogue: a real place, with what its invented hotels need to know of it. */

/** What a city is visited for, or lies at. Views, beaches and descriptions follow. */
export type Trait = 'beach' | 'mountains' | 'lake' | 'river' | 'oldTown' | 'business';

/** A populated point of the city; hotels stand around it. */
export interface Spot {
  latitude: number;
  longitude: number;
  radiusMetres: number;
  /** Name of the district, where the point is one. The first spot of a city is its centre and has none. */
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
