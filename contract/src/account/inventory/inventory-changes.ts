/** What a change of own inventory did. */
import { z } from 'zod';
import { roomCode } from '../../content/room-record.ts';
import { hotelId } from '../../shared/ids.ts';
import { calendarDate, count } from '../../shared/values.ts';

const cells = () => z.strictObject({ created: count(0, 1_000_000_000), changed: count(0, 1_000_000_000) });

export const changedCellsShape = () => ({
  allotments: cells().describe('Nights of rooms. What was so already is not counted.'),
  rates: cells().describe('Nights of rates.'),
  exceeded: z
    .array(
      z.strictObject({
        hotelId: hotelId(),
        roomCode: roomCode(),
        night: calendarDate(),
        excess: count(1, 1_000_000),
      }),
    )
    .describe('Nights with more sold and held than their new allotment; at most 100 are named.'),
});

export const MAX_NAMED_NIGHTS = 100;
