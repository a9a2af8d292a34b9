/**
 * The normal form of a hotel, which comparisons read. It is computed when a supplier's hotel is stored, and stored with
 * it. If you change these rules, increase `NORMAL_FORM_VERSION`. Pure.
 */
import type { SuppliedHotel } from '../../booking/port/supplied-content.ts';
import { chainForm } from './chains.ts';
import { hostForm, phoneForms } from './contacts.ts';
import { type NameForm, nameForm, splitFormerName, standardWord } from './hotel-name.ts';
import { kindOfCategory, kindOfName, type PropertyKind } from './property-kind.ts';
import { type AddressForm, addressForm } from './street-address.ts';

export const NORMAL_FORM_VERSION = 1;

export interface NormalForm extends AddressForm {
  /** The current name first, then names in other languages and former names. */
  names: readonly NameForm[];
  /**
   * Words of the city and region, and of the chain, in standard form. They are ignored in names, which may omit them.
   */
  placeWords: readonly string[];
  chainWords: readonly string[];
  country: string | null;
  /**
   * Null without coordinates. `isCoarse` is true if both have fewer than three decimals, so that they may be off by
   * more than 100 m.
   */
  location: { lat: number; lng: number; isCoarse: boolean } | null;
  phones: readonly string[];
  host: string | null;
  chain: string | null;
  /** From the category, or from the name if the category is unknown. */
  kind: PropertyKind | null;
  /** From the name alone. */
  namedKind: PropertyKind | null;
  stars: number | null;
  ids: Readonly<Record<string, string>>;
  pictures: readonly string[];
}

/** The fields of a hotel that are evidence. Catalogue hotels have names in several languages. */
export type HotelEvidence = Omit<SuppliedHotel, 'supplierId' | 'rooms' | 'updatedAtMs' | 'content'> & {
  otherNames?: readonly string[];
};

const MAX_NAMES = 6;
const MAX_PICTURES = 20;

export function normalFormOf(hotel: HotelEvidence): NormalForm {
  const country = hotel.address.countryCode?.toUpperCase() ?? null;
  const texts = [hotel.name, ...(hotel.otherNames ?? [])].flatMap(splitFormerName);
  const names = [...new Set(texts)].slice(0, MAX_NAMES).map(nameForm);
  const namedKind = names[0] === undefined ? null : kindOfName(names[0]);
  const address = addressForm(hotel.address);
  const chain = chainForm(hotel.chain);
  return {
    names,
    placeWords: [...new Set([...address.city, ...address.region].map(standardWord))],
    chainWords: chain === null ? [] : chain.split(' ').map(standardWord),
    country,
    ...address,
    location: locationForm(hotel.location),
    phones: phoneForms(hotel.phones, country),
    host: hostForm(hotel.web),
    chain,
    kind: kindOfCategory(hotel.category) ?? namedKind,
    namedKind,
    stars: hotel.stars !== null && hotel.stars > 0 ? hotel.stars : null,
    ids: hotel.ids,
    pictures: hotel.imagePaths.slice(0, MAX_PICTURES).map(path => path.replace(/^\/+/, '').toLowerCase()),
  };
}

/** Coordinates close to 0, 0 and impossible coordinates count as missing. */
function locationForm(location: SuppliedHotel['location']): NormalForm['location'] {
  if (location === null) return null;
  const { lat, lng } = location;
  const isValid =
    Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && !(Math.abs(lat) < 0.01 && Math.abs(lng) < 0.01);
  return isValid ? { lat, lng, isCoarse: decimals(lat) < 3 && decimals(lng) < 3 } : null;
}

function decimals(degrees: number): number {
  const text = String(degrees);
  const point = text.indexOf('.');
  return point === -1 ? 0 : text.length - point - 1;
}
