/** Builds a readable standard name from the attributes of a room: `Deluxe Room, 1 King Bed, Sea View`. Pure. */
import type { RoomVector } from './room-attributes.ts';
import type { BedCount } from './room-beds.ts';

const title = (code: string) =>
  code
    .toLowerCase()
    .split('_')
    .map(word => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ');

function bedsText(beds: readonly BedCount[]): string {
  return beds
    .map(({ type, count }) => {
      if (type === 'DOUBLE_OR_TWIN') return '1 Double or 2 Single Beds';
      const word = type === 'SOFA_BED' || type === 'BUNK_BED' ? title(type) : `${title(type)} Bed`;
      return `${count} ${word}${count === 1 ? '' : 's'}`;
    })
    .join(' and ');
}

export function standardRoomName(room: RoomVector): string {
  const bedrooms = room.bedrooms === null ? '' : `${room.bedrooms}-Bedroom`;
  const quality = room.quality === null ? '' : title(room.quality);
  const kind = room.kind === null ? 'Room' : title(room.kind);
  const head = [
    quality,
    room.club === true ? 'Club' : '',
    room.family === true ? 'Family' : '',
    bedrooms,
    kind,
  ];
  const parts = [
    head.filter(word => word !== '').join(' '),
    room.beds === null ? '' : bedsText(room.beds),
    room.view === null ? '' : `${title(room.view)} View`,
    room.balcony === true ? 'Balcony' : '',
    room.floor === null ? '' : `${title(room.floor)} Floor`,
    room.bathroom === 'SHARED' ? 'Shared Bathroom' : '',
    room.isAccessible === true ? 'Accessible' : '',
    room.smoking === null ? '' : room.smoking === 'SMOKING' ? 'Smoking' : 'Non-Smoking',
    room.sex === null ? '' : `${title(room.sex)} Only`.replace('Mixed Only', 'Mixed'),
  ];
  return parts.filter(part => part !== '').join(', ');
}
