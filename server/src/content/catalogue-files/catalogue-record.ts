/**
 * Parses a line of a catalogue file into a record in canonical form, or returns everything that is wrong with it. Pure.
 */
import {
  type CatalogueHotel,
  catalogueHotel,
  catalogueTombstone,
  isTombstone,
} from '@serai/contract/catalogue/catalogue-file.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../platform/api-error.ts';
import { validate } from '../../platform/operations/validate.ts';
import { hotelIdOf, type IdentifiedHotel } from '../catalogue/catalogue-hotel.ts';
import type { Fault } from './file-record.ts';

export interface Tombstone {
  hotelId: string;
  /** The id as it appears in the file. Undefined if the hotel has no successor. */
  mergedInto: string | undefined;
}

export type CatalogueRecord =
  | { kind: 'hotel'; hotel: IdentifiedHotel }
  | { kind: 'tombstone'; tombstone: Tombstone };

const hotelSchema = catalogueHotel();
const tombstoneSchema = catalogueTombstone();

/** `hotelId` identifies the hotel on this line. `mergedInto` is returned as it appears in the file. */
export function parseRecord(value: unknown, hotelId: string): CatalogueRecord | Fault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ path: '', message: 'Each line must be one hotel as a JSON object.' }];
  }
  try {
    if (isTombstone(value)) {
      const { mergedInto } = validate(tombstoneSchema, value);
      return { kind: 'tombstone', tombstone: { hotelId, mergedInto } };
    }
    return { kind: 'hotel', hotel: withHotelId(validate(hotelSchema, value), hotelId) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return (error.extras.details ?? []).map(({ path = '', message }) => ({
      path,
      message: readableMessage(message),
    }));
  }
}

/** Replaces a message from the validation library that users of catalogue files would not understand. */
function readableMessage(message: string): string {
  return message === 'Invalid key in record' ? 'Use a language tag, for example en or pt-BR.' : message;
}

/** Uses the hotel's own id, or derives one from its `sourceId`. Does not look for existing hotels with that `sourceId`. */
export function identifyHotel(environment: Environment, hotel: CatalogueHotel): IdentifiedHotel {
  return withHotelId(hotel, hotel.hotelId ?? hotelIdOf(environment, hotel.sourceId as string));
}

/** Puts the hotel id first and the rest into the canonical form in which hotels are compared. */
function withHotelId(hotel: CatalogueHotel, hotelId: string): IdentifiedHotel {
  const { hotelId: _, ...rest } = canonicalHotel(hotel);
  return { hotelId, ...rest };
}

interface HotelIds {
  hotelId: string | undefined;
  sourceId: string | undefined;
}

/** The ids by which a line identifies its hotel. They are read even if the rest of the line is invalid. */
export function hotelIdsOf(value: unknown): HotelIds {
  const { hotelId, sourceId } = (value ?? {}) as { hotelId?: unknown; sourceId?: unknown };
  return { hotelId: idOf(hotelId), sourceId: idOf(sourceId) };
}

/** No valid id is longer than this, and a longer id would not fit into an index. */
const MAX_ID_LENGTH = 200;

function idOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH ? value : undefined;
}

type Texts = Readonly<Record<string, string>>;

/**
 * Puts the first language of the name first in all texts, sorts the other languages by tag, and omits empty fields. A
 * hotel is therefore the same after passing through any format. Expects the fields in the order of the schema.
 */
function canonicalHotel(hotel: CatalogueHotel): CatalogueHotel {
  const [main = ''] = Object.keys(hotel.name);
  return canonicalObject(hotel, main) as CatalogueHotel;
}

/** Fields whose value is a text in several languages. */
const TEXTS: ReadonlySet<string> = new Set(['name', 'description', 'caption', 'text']);

/** Fields that contain no translated text and are never empty objects. */
const PLAIN: ReadonlySet<string> = new Set([
  'address',
  'location',
  'facilities',
  'amenities',
  'beds',
  'occupancy',
]);

function canonicalObject(given: object, main: string): object {
  const fields: [string, unknown][] = [];
  for (const [name, value] of Object.entries(given)) {
    const canonical = canonicalValue(name, value, main);
    if (value !== undefined && !isEmpty(canonical)) fields.push([name, canonical]);
  }
  return Object.fromEntries(fields);
}

function canonicalValue(name: string, value: unknown, main: string): unknown {
  if (typeof value !== 'object' || value === null || PLAIN.has(name)) return value;
  if (Array.isArray(value)) return value.map(item => canonicalValue('', item, main));
  return TEXTS.has(name) ? ordered(value as Texts, main) : canonicalObject(value, main);
}

function ordered(texts: Texts, main: string): Texts {
  const rank = (tag: string) => (tag === main ? 0 : 1);
  const tags = Object.keys(texts).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return Object.fromEntries(tags.map(tag => [tag, texts[tag] as string]));
}

/** Returns true for an empty object, and for policies whose only field is an empty list of texts. */
function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return entries.every(([name, field]) => name === 'texts' && Array.isArray(field) && field.length === 0);
}
