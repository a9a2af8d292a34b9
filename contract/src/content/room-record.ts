import { z } from 'zod';
import { hotelId } from '../shared/ids.ts';
import { BED_TYPES, bed } from '../shared/lodging.ts';
import { loggable } from '../shared/loggable.ts';
import { localisedText } from '../shared/text.ts';
import { choice, count, instant, opaque } from '../shared/values.ts';
import { facilityUse, image, nameLanguage, recordStatus } from './content-record.ts';

export const ROOM_CLASSES = [
  'STANDARD',
  'ECONOMY',
  'COMFORT',
  'SUPERIOR',
  'PREMIUM',
  'DELUXE',
  'EXECUTIVE',
  'JUNIOR_SUITE',
  'SUITE',
  'STUDIO',
  'APARTMENT',
  'FAMILY',
  'VILLA',
  'DORMITORY',
] as const;

export const ROOM_VIEWS = [
  'SEA',
  'CITY',
  'GARDEN',
  'POOL',
  'MOUNTAIN',
  'LAKE',
  'RIVER',
  'COURTYARD',
  'PARK',
] as const;

export const roomCode = () => opaque(128).describe('Identifies the room type within its hotel.');

export const roomRecord = () =>
  z.strictObject({
    hotelId: hotelId(),
    roomCode: roomCode(),
    status: recordStatus(),
    mergedInto: roomCode()
      .nullable()
      .describe('With `status` `MERGED`: the room code that replaces this one.'),
    updatedAt: instant(),
    name: z.string(),
    language: nameLanguage(),
    description: localisedText().nullable().describe('Null if the catalogue has no description.'),
    standardName: z
      .strictObject({
        class: choice(ROOM_CLASSES).nullable(),
        beds: choice(BED_TYPES).nullable(),
        view: choice(ROOM_VIEWS).nullable(),
      })
      .describe('The name in standard terms that are the same for all hotels.'),
    beds: z.array(bed()),
    occupancy: z.strictObject({
      maxTotal: count(1, 100),
      maxAdults: count(1, 100),
      maxChildren: count(0, 100),
    }),
    sizeSqm: loggable(z.number().positive()).nullable().describe('Size in square metres.'),
    images: z.array(image()),
    amenities: z.array(facilityUse()).describe('Codes from the facility list.'),
  });
export type RoomRecord = z.infer<ReturnType<typeof roomRecord>>;
