import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { hotelId } from '../shared/ids.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import {
  CONTENT_DEADLINE_MS,
  DEFAULT_CONTENT_PAGE,
  ETAG_NOTE,
  MAX_CONTENT_PAGE,
  requestedLanguage,
  updatedSince,
} from './content-record.ts';
import { roomCode, roomRecord } from './room-record.ts';

const input = z.strictObject({
  hotelIds: z.array(hotelId()).min(1).max(200).optional(),
  roomCodes: z.array(roomCode()).min(1).max(500).optional().describe('Only rooms with one of these codes.'),
  updatedSince: updatedSince(),
  language: requestedLanguage(),
  page: pageInput(MAX_CONTENT_PAGE, DEFAULT_CONTENT_PAGE),
});

export const rooms = defineOperation({
  name: 'rooms',
  operationId: 'listRooms',
  path: '/content/hotels/v1/rooms',
  scope: 'content:read',
  trafficClass: 'content',
  deadlineMs: CONTENT_DEADLINE_MS,
  summary: 'List the rooms in the catalogue',
  description: `Returns the room types of the given hotels, or of all hotels. Offers use the same \`roomCode\`. To keep a mirror up to date, send \`meta.processedAt\` from the first page of the previous run as \`updatedSince\`. Rooms are removed together with their hotel. Removed rooms are returned only with \`updatedSince\` or if \`roomCodes\` contains them.

Unknown hotel IDs are skipped and listed in the warning \`HOTEL_NOT_FOUND\`. If none of the IDs is known, the response is 404 \`HOTEL_NOT_FOUND\`. ${ETAG_NOTE}`,
  input,
  output: z.strictObject({ rooms: z.array(roomRecord()), page: pageOutput() }),
  errors: ['INVALID_CURSOR', 'HOTEL_NOT_FOUND'],
});

export type RoomsRequest = z.infer<typeof rooms.input>;
export type RoomsAnswer = z.infer<typeof rooms.output>;
