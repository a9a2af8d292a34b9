/** Pure. Turns what stands on a line of a catalogue file into a record, or into everything that is wrong with it. */
import {
  type CatalogueHotel,
  type CatalogueTombstone,
  catalogueHotel,
  catalogueTombstone,
  isTombstone,
} from '@serai/contract/catalogue/catalogue-file.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../platform/api-error.ts';
import { validate } from '../../platform/operations/validate.ts';
import type { CatalogueWrite, IdentifiedHotel } from '../catalogue/catalogue-write.ts';
import { hotelIdOf } from '../catalogue/hotel-id.ts';
import { canonicalHotel } from './canonical-hotel.ts';
import type { Fault } from './file-record.ts';

export interface Tombstone {
  hotelId: string;
  /** Undefined where the hotel has no successor. */
  mergedInto: string | undefined;
}

export type CatalogueRecord =
  | { kind: 'hotel'; hotel: IdentifiedHotel }
  | { kind: 'tombstone'; tombstone: Tombstone };

const hotelSchema = catalogueHotel();
const tombstoneSchema = catalogueTombstone();

export function parseRecord(environment: Environment, value: unknown): CatalogueRecord | Fault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ path: '', message: 'A line holds one hotel as a JSON object.' }];
  }
  try {
    if (isTombstone(value)) {
      return { kind: 'tombstone', tombstone: identifyEnd(environment, validate(tombstoneSchema, value)) };
    }
    return { kind: 'hotel', hotel: identifyHotel(environment, validate(hotelSchema, value)) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return (error.extras.details ?? []).map(({ path = '', message }) => ({ path, message }));
  }
}

/** With our own id, which comes first, and in the one form in which hotels are compared. */
export function identifyHotel(environment: Environment, hotel: CatalogueHotel): IdentifiedHotel {
  const { hotelId, mergedInto, ...rest } = canonicalHotel(hotel);
  return {
    hotelId: hotelId ?? hotelIdOf(environment, rest.sourceId as string),
    ...rest,
    ...(mergedInto !== undefined && { mergedInto: targetId(environment, mergedInto) }),
  };
}

/** The id that a line is about, also where the rest of it is wrong. */
export function namedHotel(environment: CatalogueWrite['environment'], value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { hotelId, sourceId } = value as { hotelId?: unknown; sourceId?: unknown };
  if (typeof hotelId === 'string' && hotelId !== '') return hotelId;
  return typeof sourceId === 'string' && sourceId !== '' ? hotelIdOf(environment, sourceId) : undefined;
}

function identifyEnd(
  environment: Environment,
  { hotelId, sourceId, mergedInto }: CatalogueTombstone,
): Tombstone {
  return {
    hotelId: hotelId ?? hotelIdOf(environment, sourceId as string),
    mergedInto: mergedInto === undefined ? undefined : targetId(environment, mergedInto),
  };
}

function targetId(environment: Environment, target: string): string {
  return target.startsWith('htl_') ? target : hotelIdOf(environment, target);
}
