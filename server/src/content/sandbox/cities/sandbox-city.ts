/** A characteristic of a city or of its location. Views, beaches and descriptions depend on it. */
export type Trait = 'beach' | 'mountains' | 'lake' | 'river' | 'oldTown' | 'business';

/** A populated point in a city, with hotels around it. */
export interface Spot {
  latitude: number;
  longitude: number;
  radiusMetres: number;
  /** The name of the district. Undefined for the centre of the city. */
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
