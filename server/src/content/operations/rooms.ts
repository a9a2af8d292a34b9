import { DEFAULT_CONTENT_PAGE } from '@serai/contract/content/content-record.ts';
import { rooms as operation } from '@serai/contract/content/rooms.ts';
import type { z } from 'zod';
import { type Handler, handle } from '../../platform/operations/handler.ts';
import { roomView } from '../catalogue/hotel-view.ts';
import { listRooms, type RoomPosition } from '../catalogue/list-rooms-store.ts';
import { type ContentListParts, checkHotelIds, openPage, taggedJson } from '../content-list.ts';
import type { SandboxPictures } from '../sandbox/pictures/pictures-of-hotel.ts';

type Output = z.input<typeof operation.output>;

interface RoomListParts extends ContentListParts {
  pictures: SandboxPictures | undefined;
}

export function rooms(parts: RoomListParts): Handler {
  return handle(operation, async (context, input) => {
    const { db, environment } = context;
    const page = await openPage(parts, operation, context, input, DEFAULT_CONTENT_PAGE);
    const warnings = page.after ? [] : await checkHotelIds(context, input.hotelIds);

    const filter = { ...input, environment, pin: page.pin };
    const found = await listRooms(db, filter, toPosition(page.after), page.readLimit);
    const { shown, page: pageOutput } = page.split(found, ({ changeId, hotelId, roomCode }) => [
      String(changeId),
      hotelId,
      roomCode,
    ]);
    const pictured = shown.map(room => parts.pictures?.addToRoom(environment, room) ?? room);
    const data: Output = { rooms: pictured.map(room => roomView(room, input.language)), page: pageOutput };
    return { ...taggedJson(data), warnings, asOfMs: page.asOfMs };
  });
}

function toPosition(after: string[] | undefined): RoomPosition | undefined {
  if (after === undefined) return undefined;
  const [changeId, hotelId, roomCode] = after as [string, string, string];
  return { changeId: Number(changeId), hotelId, roomCode };
}
