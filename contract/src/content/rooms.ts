import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { hotelId } from '../shared/ids.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import {
  askedLanguage,
  CONTENT_DEADLINE_MS,
  DEFAULT_CONTENT_PAGE,
  ETAG_NOTE,
  MAX_CONTENT_PAGE,
  updatedSince,
} from './content-record.ts';
import { roomCode, roomRecord } from './room-record.ts';

const input = z.strictObject({
  hotelIds: z.array(hotelId()).min(1).max(200).optional(),
  roomCodes: z.array(roomCode()).min(1).max(500).optional().describe('Only rooms with one of these codes.'),
  updatedSince: updatedSince(),
  language: askedLanguage(),
  page: pageInput(MAX_CONTENT_PAGE, DEFAULT_CONTENT_PAGE),
});

export const rooms = defineOperation({
  name: 'rooms',
  path: '/content/hotels/v1/rooms',
  scope: 'content:read',
  trafficClass: 'content',
  deadlineMs: CONTENT_DEADLINE_MS,
  summary: 'Read the room catalogue',
  description: `Room types of the hotels named, or of all. \`roomCode\` is the one that offers carry. To keep a copy current, send \`meta.processedAt\` of the first page of the last run as \`updatedSince\`. Rooms end with their hotel; removed ones come with \`updatedSince\` or when \`roomCodes\` names them.

Hotel ids that are not known are left out and named in the warning HOTEL_NOT_FOUND; when none of them is known the answer is 404 HOTEL_NOT_FOUND. ${ETAG_NOTE}`,
  input,
  output: z.strictObject({ rooms: z.array(roomRecord()), page: pageOutput() }),
  errors: ['INVALID_CURSOR', 'HOTEL_NOT_FOUND'],
});

export type RoomsRequest = z.infer<typeof rooms.input>;
export type RoomsAnswer = z.infer<typeof rooms.output>;
