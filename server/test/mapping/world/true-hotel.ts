/** A hotel of the generated world. Its fields are the ground truth, which suppliers describe more or less correctly. */
import type { PropertyKind } from '../../../src/mapping/normal-form/property-kind.ts';

export interface Town {
  name: string;
  region: string;
  country: string;
  lat: number;
  lng: number;
  /** The distance from the centre within which most hotels are. */
  radiusMetres: number;
  districts: readonly string[];
  /** Postal codes by district. */
  postcodes: readonly string[];
}

export interface Brand {
  name: string;
  /** The chain as suppliers name it. */
  chain: string;
  host: string;
  /** The phone number of central reservations, which some suppliers report instead of the hotel's own number. */
  phone: string;
}

/** How a hotel relates to another one that it is easily mistaken for. */
export type Relation =
  | 'SISTER'
  | 'TOWER'
  | 'APARTMENTS'
  | 'CHAIN_IN_STREET'
  | 'OTHER_KIND'
  | 'NEXT_TOWN'
  | 'SAME_NAME'
  | 'REPLACED';

export interface TrueHotel {
  id: string;
  town: Town;
  brand: Brand | null;
  kind: PropertyKind;
  name: string;
  /** Some suppliers still use the former name. */
  formerName: string;
  district: number;
  street: string;
  /** The address template, for example `Calle {street}, {number}`. */
  addressTemplate: string;
  house: number;
  lat: number;
  lng: number;
  phone: string;
  host: string | null;
  stars: number | null;
  pictures: readonly string[];
  giata: string;
  /** The hotel that this one is easily mistaken for. */
  twin: { id: string; relation: Relation } | null;
}
