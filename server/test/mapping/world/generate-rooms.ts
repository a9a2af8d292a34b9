import type { SuppliedHotelRoom } from '../../../src/booking/port/supplied-content.ts';
import { type SeededRandom, seededRandom } from '../../../src/content/sandbox/seeded-random.ts';

interface TrueRoom {
  quality: string;
  kind: string;
  beds: string;
  view: string | null;
  extra: string | null;
  capacity: number;
}

export interface RoomEntry {
  truth: number;
  record: SuppliedHotelRoom;
}

export interface GeneratedRooms {
  ours: RoomEntry[];
  theirs: RoomEntry[];
}

const QUALITIES = ['Standard', 'Superior', 'Deluxe', 'Executive', 'Premium', 'Classic', 'Economy'];
const KINDS = ['Room', 'Room', 'Room', 'Suite', 'Junior Suite', 'Studio', 'Apartment'];
const BEDS = [
  '1 King Bed',
  '1 Queen Bed',
  '2 Double Beds',
  '2 Twin Beds',
  '1 Double Bed',
  '1 King Bed and 1 Sofa Bed',
];
const VIEWS = ['Sea View', 'City View', 'Garden View', 'Pool View', 'Mountain View'];
const EXTRAS = ['Balcony', 'High Floor', 'Accessible', 'Club', 'Non Smoking', 'Shared Bathroom'];

/** Rooms of one hotel often differ in a single attribute. */
export function* generateRooms(seed: string, hotels: number): Generator<GeneratedRooms> {
  for (let i = 0; i < hotels; i++) {
    const random = seededRandom(`${seed} rooms ${i}`);
    const rooms = inventRooms(random);
    const style = random.between(0, 2);
    const entries = (share: number, describe: (room: TrueRoom) => SuppliedHotelRoom) =>
      rooms.flatMap((room, truth) => (random.chance(share) ? [{ truth, record: describe(room) }] : []));
    yield {
      ours: entries(0.85, room => describeRoom(random, room, 0, 0)),
      theirs: entries(0.85, room => describeRoom(random, room, style, 0.02)),
    };
  }
}

function inventRooms(random: SeededRandom): TrueRoom[] {
  const rooms: TrueRoom[] = [];
  const taken = new Set<string>();
  for (let left = random.between(3, 9); left > 0; left--) {
    const base = rooms.length > 0 && random.chance(0.6) ? random.pick(rooms) : undefined;
    const fresh: TrueRoom = {
      quality: random.pick(QUALITIES),
      kind: random.pick(KINDS),
      beds: random.pick(BEDS),
      view: random.chance(0.4) ? random.pick(VIEWS) : null,
      extra: random.chance(0.25) ? random.pick(EXTRAS) : null,
      capacity: random.between(2, 4),
    };
    const key = random.pick(Object.keys(fresh) as (keyof TrueRoom)[]);
    const room = base === undefined ? fresh : { ...base, [key]: fresh[key] };
    if (taken.has(JSON.stringify(room))) continue;
    taken.add(JSON.stringify(room));
    rooms.push(room);
  }
  return rooms;
}

const RATES = ['', '', ' - Room Only', ' - Non-refundable', ' - Free breakfast', ' - Breakfast for 2'];

/** `errors` is the probability that an attribute is left out. */
function describeRoom(
  random: SeededRandom,
  room: TrueRoom,
  style: number,
  errors: number,
): SuppliedHotelRoom {
  const kept = (text: string | null) => (text === null || random.chance(errors) ? null : text);
  const [view, extra, beds] = [kept(room.view), kept(room.extra), kept(room.beds)];
  const parts =
    style === 0
      ? [`${room.quality} ${room.kind}`, beds, view, extra]
      : style === 1
        ? [`${room.kind} ${room.quality} ${view ?? ''} ${extra ?? ''}`.toUpperCase()]
        : [`${room.quality} ${room.kind}${view === null ? '' : ` with ${view}`}`, extra];
  const name = `${parts.filter(part => part !== null).join(', ')}${style === 2 ? random.pick(RATES) : ''}`;
  return {
    supplierRoomId: null,
    name,
    maxTotal: random.chance(0.9) ? room.capacity : null,
    maxAdults: null,
    maxChildren: null,
    beds: style === 0 || beds === null ? [] : [beds],
    attributes: {},
  };
}
