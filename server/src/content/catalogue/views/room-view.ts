/** A room type as the API shows it. Pure. */

import { textIn } from '../language-choice.ts';
import type { RecordStatus, RoomContent } from '../stored-content.ts';
import { imageView } from './image-view.ts';

export interface StoredRoom {
  hotelId: string;
  roomCode: string;
  status: RecordStatus;
  mergedInto: string | null;
  updatedAt: Date;
  content: RoomContent;
}

export function roomView(room: StoredRoom, language: string | undefined) {
  const { content } = room;
  const name = textIn(content.name, language);
  return {
    hotelId: room.hotelId,
    roomCode: room.roomCode,
    status: room.status,
    mergedInto: room.mergedInto,
    updatedAt: room.updatedAt.toISOString(),
    name: name.text,
    language: name.language,
    standardName: {
      class: content.standardName?.class ?? null,
      beds: content.standardName?.beds ?? null,
      view: content.standardName?.view ?? null,
    },
    beds: content.beds,
    occupancy: content.occupancy,
    sizeSqm: content.sizeSqm ?? null,
    images: content.images.map(image => imageView(image, language)),
    amenities: content.amenities,
  };
}
