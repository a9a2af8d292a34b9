/** Chooses the pictures of sandbox hotels and rooms, with captions. Pure. */
import type { IMAGE_KINDS } from '@serai/contract/content/code-lists.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { HotelContent, RoomContent } from '../../catalogue/catalogue-hotel.ts';
import type { BedLayout, WindowView } from './draw-inside.ts';
import type { Building } from './draw-outside.ts';
import { picturePath, type Scene } from './sandbox-picture.ts';
import { HEIGHT, WIDTH } from './svg.ts';

type Image = HotelContent['images'][number];
type Kind = (typeof IMAGE_KINDS)[number];
type Chosen = readonly [scene: Scene, kind: Kind, en: string, es: string];

/** The ids of generated hotels start with this. Hotels that an operator imported into the sandbox keep their images. */
const GENERATED_SOURCE = /^sandbox-plc_/;
const SCENARIO_HOTEL = /^htl_sandbox_/;

interface HotelKey {
  hotelId: string;
  sourceId?: string | null | undefined;
}

export class SandboxPictures {
  readonly #url: string;

  /** `url` is the address of the API, without a trailing slash. */
  constructor(url: string) {
    this.#url = url;
  }

  /** Adds pictures to a generated hotel in the sandbox. Returns any other hotel unchanged. */
  addToHotel<Hotel extends { hotelId: string; content: HotelContent }>(
    environment: Environment,
    hotel: Hotel,
  ): Hotel {
    const { hotelId, content } = hotel;
    if (content.images.length > 0 || !isGenerated(environment, { hotelId, sourceId: content.sourceId }))
      return hotel;
    const images = chooseForHotel(content).map(chosen => this.#image(chosen, hotelId));
    return { ...hotel, content: { ...content, images } };
  }

  addToRoom<Room extends HotelKey & { roomCode: string; content: RoomContent }>(
    environment: Environment,
    room: Room,
  ): Room {
    const { hotelId, roomCode, content } = room;
    if (content.images.length > 0 || !isGenerated(environment, room)) return room;
    const images = chooseForRoom(content).map(chosen => this.#image(chosen, hotelId, roomCode));
    return { ...room, content: { ...content, images } };
  }

  #image([scene, kind, en, es]: Chosen, hotelId: string, roomCode?: string): Image {
    const url = `${this.#url}${picturePath(scene, hotelId, roomCode)}`;
    return { url, kind, caption: { en, es }, width: WIDTH, height: HEIGHT };
  }
}

function isGenerated(environment: Environment, { hotelId, sourceId }: HotelKey): boolean {
  if (environment !== 'sandbox') return false;
  return SCENARIO_HOTEL.test(hotelId) || GENERATED_SOURCE.test(sourceId ?? '');
}

function chooseForHotel({ type, stars = 3, facilities }: HotelContent): Chosen[] {
  const codes = new Set<string>(facilities.map(({ code }) => code));
  const chosen: Chosen[] = [
    [`exterior-${buildingOf(type, stars)}`, 'EXTERIOR', 'The building', 'El edificio'],
  ];
  if (codes.has('POOL_OUTDOOR')) chosen.push(['pool', 'POOL', 'Outdoor pool', 'Piscina exterior']);
  if (codes.has('BEACH_ACCESS')) chosen.push(['beach', 'BEACH', 'The beach', 'La playa']);
  if (type !== 'VILLA' && type !== 'HOLIDAY_HOME') chosen.push(['lobby', 'LOBBY', 'Lobby', 'Vestíbulo']);
  if (codes.has('RESTAURANT')) chosen.push(['restaurant', 'RESTAURANT', 'Restaurant', 'Restaurante']);
  const around = type === 'LODGE' ? 'mountains' : codes.has('BEACH_ACCESS') ? 'coast' : 'skyline';
  chosen.push([`surroundings-${around}`, 'SURROUNDINGS', 'The surroundings', 'Los alrededores']);
  return chosen;
}

function buildingOf(type: HotelContent['type'], stars: number): Building {
  if (type === 'RESORT') return 'resort';
  if (type === 'VILLA' || type === 'HOLIDAY_HOME') return 'villa';
  if (type === 'LODGE') return 'lodge';
  return type === 'HOTEL' && stars >= 4 ? 'tower' : 'townhouse';
}

const VIEWS: Readonly<Record<string, WindowView>> = {
  SEA: 'sea',
  LAKE: 'sea',
  RIVER: 'sea',
  GARDEN: 'garden',
  PARK: 'garden',
  COURTYARD: 'garden',
  POOL: 'pool',
  MOUNTAIN: 'mountain',
};

function chooseForRoom({ beds, standardName, amenities }: RoomContent): Chosen[] {
  const view = VIEWS[standardName?.view ?? ''] ?? 'city';
  const chosen: Chosen[] = [
    [`room-${layoutOf(beds, standardName?.class)}-${view}`, 'ROOM', 'The room', 'La habitación'],
  ];
  if (amenities.some(({ code }) => code === 'PRIVATE_BATHROOM'))
    chosen.push(['bathroom', 'BATHROOM', 'Bathroom', 'Baño']);
  return chosen;
}

function layoutOf(beds: RoomContent['beds'], roomClass: string | undefined): BedLayout {
  if (beds.some(({ type }) => type === 'BUNK_BED')) return 'bunk';
  if (roomClass === 'SUITE' || roomClass === 'JUNIOR_SUITE') return 'suite';
  const large = beds.filter(({ type }) => type !== 'SINGLE').length;
  const singles = beds.reduce((sum, { type, count }) => sum + (type === 'SINGLE' ? count : 0), 0);
  if (large > 0) return singles > 0 ? 'family' : 'double';
  return singles > 1 ? 'twin' : 'single';
}
