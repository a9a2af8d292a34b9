/** Shows and changes the texts of room types. Changes follow the rules of catalogue files. */
import { ROOM_TEXT_FIELDS, showRoomTexts, updateRoomTexts } from '@serai/contract/account/room-texts.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { auditOf, type RecordAudit } from '../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import type { RoomContent } from '../../catalogue/catalogue-hotel.ts';
import type { StoredRoom } from '../../catalogue/hotel-view.ts';
import { NoChange } from '../../catalogue-change-store.ts';
import {
  changeCatalogue,
  changesOf,
  checkMayChange,
  checkNotMerged,
  checkUnchanged,
  getHotel,
  mergeRecord,
} from './change-hotel.ts';
import { listRoomsOfHotel } from './operator-hotels-store.ts';

/** More than the catalogue file allows, because rooms that were removed stay. */
const MAX_ROOMS = 10_000;

export function hotelsRoomTexts(): OperatorHandler {
  return operate(showRoomTexts, async ({ db }, { environment, hotelId }) => {
    await getHotel(db, environment, hotelId);
    const rooms = await listRoomsOfHotel(db, environment, hotelId, MAX_ROOMS);
    return {
      hotelId,
      rooms: rooms.map(({ roomCode, status, updatedAt, content }) => ({
        roomCode,
        status,
        updatedAt: updatedAt.toISOString(),
        ...textsOf(content),
      })),
    };
  });
}

type Texts = Pick<RoomContent, (typeof ROOM_TEXT_FIELDS)[number]>;

function textsOf({ name, description }: Texts): Texts {
  return { name, ...(description !== undefined && { description }) };
}

export function hotelsUpdateRoomTexts({ recordAudit }: { recordAudit: RecordAudit }): OperatorHandler {
  return operate(updateRoomTexts, async (context, input) => {
    const { environment, hotelId, roomCode, updatedAt, ...texts } = input;
    checkMayChange(context, hotelId);
    const write = async (tx: Database, changeId: number) => {
      const hotel = await getHotel(tx, environment, hotelId);
      checkNotMerged(hotel);
      const rooms = await listRoomsOfHotel(tx, environment, hotelId, MAX_ROOMS);
      const stored = getRoom(rooms, roomCode);
      checkUnchanged(stored, updatedAt, 'room type');
      // Rooms that a hotel does not list are removed, so the others are listed too. Equal ones are not touched.
      const kept = rooms.filter(room => room === stored || room.status !== 'INACTIVE');
      const listed = kept.map(room => roomRecord(room, room === stored ? texts : textsOf(room.content)));
      const record = { ...hotel.content, hotelId, status: hotel.status, rooms: listed };
      const under = `/rooms/${kept.indexOf(stored)}`;
      const merged = await mergeRecord(tx, { environment, changeId }, hotelId, record, under);
      if (merged.changed === 0) throw new NoChange(false);
      const written = merged.hotel.rooms?.find(room => room.roomCode === roomCode) ?? stored.content;
      const [before, after] = changesOf(ROOM_TEXT_FIELDS, textsOf(stored.content), textsOf(written));
      const change = {
        ...{ action: updateRoomTexts.name, target: hotelId },
        ...{ before, after: { environment, roomCode, ...after } },
      };
      await recordAudit(tx, auditOf(context, change));
      return true;
    };
    const changed = await changeCatalogue(context.db, `room texts (${environment})`, write);
    const after = await findUpdatedAt(context.db, environment, hotelId, roomCode);
    return { changed, updatedAt: after.toISOString() };
  });
}

function roomRecord({ status, mergedInto, content }: StoredRoom, texts: Texts): object {
  const { description: _, ...rest } = content;
  return { ...rest, status, ...(mergedInto !== null && { mergedInto }), ...texts };
}

function getRoom<Room extends StoredRoom>(rooms: readonly Room[], roomCode: string): Room {
  const room = rooms.find(each => each.roomCode === roomCode);
  if (room === undefined) {
    const message = 'This hotel has no such room type. hotels/room-texts shows its room types.';
    throw new ApiError('NOT_FOUND', message);
  }
  if (room.status === 'MERGED') {
    const message = 'This room type was merged into another one. Change that room type instead.';
    throw new ApiError('INVALID_STATE', message);
  }
  return room;
}

async function findUpdatedAt(
  db: Database,
  environment: Environment,
  hotelId: string,
  roomCode: string,
): Promise<Date> {
  return getRoom(await listRoomsOfHotel(db, environment, hotelId, MAX_ROOMS), roomCode).updatedAt;
}
