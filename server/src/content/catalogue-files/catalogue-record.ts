/** Pure. Turns a line of a catalogue file into a record, or into everything that is wrong with it. */
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
  /** As given in the line. Undefined if the hotel has no successor. */
  mergedInto: string | undefined;
}

export type CatalogueRecord =
  | { kind: 'hotel'; hotel: IdentifiedHotel }
  | { kind: 'tombstone'; tombstone: Tombstone };

const hotelSchema = catalogueHotel();
const tombstoneSchema = catalogueTombstone();

/** `hotelId` identifies the hotel of this line. `mergedInto` stays as given in the line. */
export function parseRecord(value: unknown, hotelId: string): CatalogueRecord | Fault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ path: '', message: 'Each line must be one hotel as a JSON object.' }];
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
      message: readableMessage(message),
    }));
  }
}

/** Users of catalogue files do not know the term "record" of the validation library. */
function readableMessage(message: string): string {
  return message === 'Invalid key in record' ? 'Use a language tag, for example en or pt-BR.' : message;
}

/** A hotel of a new catalogue, by its id or the id derived from its `sourceId`. */
export function identifyHotel(environment: Environment, hotel: CatalogueHotel): IdentifiedHotel {
  return withOurId(hotel, hotel.hotelId ?? hotelIdOf(environment, hotel.sourceId as string));
}

/** Our own id comes first. The rest is in the canonical form in which hotels are compared. */
function withOurId(hotel: CatalogueHotel, hotelId: string): IdentifiedHotel {
  const { hotelId: _, ...rest } = canonicalHotel(hotel);
  return { hotelId, ...rest };
}

export interface HotelNames {
  hotelId: string | undefined;
  sourceId: string | undefined;
}

/** How a line identifies its hotel, even if the rest of it is invalid. */
export function hotelNames(value: unknown): HotelNames {
  const { hotelId, sourceId } = (value ?? {}) as { hotelId?: unknown; sourceId?: unknown };
  return { hotelId: nameOf(hotelId), sourceId: nameOf(sourceId) };
}

/** Longer than any valid id. Such a line is invalid, and no index accepts it. */
const MAX_NAME = 200;

function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= MAX_NAME ? value : undefined;
}
