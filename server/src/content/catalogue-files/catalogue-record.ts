/** Pure. Turns what stands on a line of a catalogue file into a record, or into everything that is wrong with it. */
import {
  type CatalogueHotel,
  catalogueHotel,
  catalogueTombstone,
  isTombstone,
} from '@serai/contract/catalogue/catalogue-file.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../platform/api-error.ts';
import { validate } from '../../platform/operations/validate.ts';
import { hotelIdOf } from '../catalogue/hotel-id.ts';
import type { IdentifiedHotel } from '../catalogue/writing/catalogue-write.ts';
import { canonicalHotel } from './canonical-hotel.ts';
import type { Fault } from './file-record.ts';

export interface Tombstone {
  hotelId: string;
  /** As the line names it; undefined where the hotel has no successor. */
  mergedInto: string | undefined;
}

export type CatalogueRecord =
  | { kind: 'hotel'; hotel: IdentifiedHotel }
  | { kind: 'tombstone'; tombstone: Tombstone };

const hotelSchema = catalogueHotel();
const tombstoneSchema = catalogueTombstone();

/** `hotelId` is that of the hotel the line is about. `mergedInto` stays as the line names it. */
export function parseRecord(value: unknown, hotelId: string): CatalogueRecord | Fault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ path: '', message: 'A line holds one hotel as a JSON object.' }];
  }
  try {
    if (isTombstone(value)) {
      const { mergedInto } = validate(tombstoneSchema, value);
      return { kind: 'tombstone', tombstone: { hotelId, mergedInto } };
    }
    return { kind: 'hotel', hotel: withOurId(validate(hotelSchema, value), hotelId) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return (error.extras.details ?? []).map(({ path = '', message }) => ({
      path,
      message: inWords(message),
    }));
  }
}

/** Who mends a file need not know what a record is. */
function inWords(message: string): string {
  return message === 'Invalid key in record' ? 'Not a language tag, such as en or pt-BR.' : message;
}

/** A hotel of a new catalogue, by the id it has or gets from its `sourceId`. */
export function identifyHotel(environment: Environment, hotel: CatalogueHotel): IdentifiedHotel {
  return withOurId(hotel, hotel.hotelId ?? hotelIdOf(environment, hotel.sourceId as string));
}

/** Our own id comes first, and the rest has the one form in which hotels are compared. */
function withOurId(hotel: CatalogueHotel, hotelId: string): IdentifiedHotel {
  const { hotelId: _, ...rest } = canonicalHotel(hotel);
  return { hotelId, ...rest };
}

export interface HotelNames {
  hotelId: string | undefined;
  sourceId: string | undefined;
}

/** By what a line names its hotel, also where the rest of it is wrong. */
export function hotelNames(value: unknown): HotelNames {
  const { hotelId, sourceId } = (value ?? {}) as { hotelId?: unknown; sourceId?: unknown };
  return { hotelId: nameOf(hotelId), sourceId: nameOf(sourceId) };
}

/** Longer than any id may be; such a line is bad, and no index takes it. */
const MAX_NAME = 200;

function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= MAX_NAME ? value : undefined;
}
