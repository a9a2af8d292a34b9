/** Pure. The rooms of a hotel as they are stored. */
import type { CatalogueRoom } from '@serai/contract/catalogue/catalogue-file.ts';

export interface SettledRoom {
  roomCode: string;
  status: CatalogueRoom['status'];
  mergedInto: string | null;
  /** JSON text. */
  content: string;
}

/** A room merged into another merged room follows the chain. It is INACTIVE if no ACTIVE room is left. */
export function settledRooms(rooms: readonly CatalogueRoom[]): SettledRoom[] {
  const byCode = new Map(rooms.map(room => [room.roomCode, room]));
  return rooms.map(room => {
    const { status, mergedInto, ...content } = room;
    const settled = { roomCode: room.roomCode, content: JSON.stringify(content) };
    if (status !== 'MERGED') return { ...settled, status, mergedInto: null };
    let end = byCode.get(mergedInto as string);
    for (let step = 0; end?.status === 'MERGED' && step < rooms.length; step++) {
      end = byCode.get(end.mergedInto as string);
    }
    if (end?.status !== 'ACTIVE') return { ...settled, status: 'INACTIVE', mergedInto: null };
    return { ...settled, status, mergedInto: end.roomCode };
  });
}
