/**
 * The generated pictures of sandbox hotels and rooms. The path of a picture contains all that is needed to draw it: a
 * scene from a closed list and a seed. So every gateway can draw every picture without a lookup. Pure.
 */
import { createHash } from 'node:crypto';
import { seededRandom } from '../seeded-random.ts';
import {
  BED_LAYOUTS,
  type BedLayout,
  bathroom,
  lobby,
  restaurant,
  room,
  WINDOW_VIEWS,
  type WindowView,
} from './draw-inside.ts';
import { type Building, beach, exterior, pool, type Surroundings, surroundings } from './draw-outside.ts';
import { picture, type Scheme, schemeOf } from './svg.ts';

/** Increase the version when the drawings change, because clients cache a picture permanently. */
const FOLDER = '/sandbox/images/v1/';
const PATH = /^\/sandbox\/images\/v1\/([0-9a-f]{12})\/([a-z-]{1,32})\.svg$/;
/** The first part of the seed depends on the hotel only, so that all its pictures have the same colours. */
const HOTEL_PART = 8;

type Draw = (random: ReturnType<typeof seededRandom>, scheme: Scheme) => string[];
export type Scene =
  | `exterior-${Building}`
  | `surroundings-${Surroundings}`
  | `room-${BedLayout}-${WindowView}`
  | 'pool'
  | 'beach'
  | 'lobby'
  | 'restaurant'
  | 'bathroom';

const BUILDINGS: readonly Building[] = ['tower', 'townhouse', 'resort', 'villa', 'lodge'];
const AROUND: readonly Surroundings[] = ['skyline', 'mountains', 'coast'];

const SCENES: ReadonlyMap<string, Draw> = new Map<Scene, Draw>([
  ...BUILDINGS.map((name): [Scene, Draw] => [`exterior-${name}`, (...given) => exterior(...given, name)]),
  ...AROUND.map((name): [Scene, Draw] => [
    `surroundings-${name}`,
    (...given) => surroundings(...given, name),
  ]),
  ...BED_LAYOUTS.flatMap(beds =>
    WINDOW_VIEWS.map((view): [Scene, Draw] => [
      `room-${beds}-${view}`,
      (...given) => room(...given, beds, view),
    ]),
  ),
  ['pool', pool],
  ['beach', beach],
  ['lobby', lobby],
  ['restaurant', restaurant],
  ['bathroom', bathroom],
]);

export const SCENE_NAMES = [...SCENES.keys()] as Scene[];

export function picturePath(scene: Scene, hotelId: string, roomCode = ''): string {
  const seed = shortHash(hotelId, HOTEL_PART) + shortHash(`${hotelId} ${roomCode} ${scene}`, 4);
  return `${FOLDER}${seed}/${scene}.svg`;
}

function shortHash(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

/** Returns a function that draws the SVG document, or undefined if no picture has this path. */
export function findPicture(path: string): (() => string) | undefined {
  const [, seed, scene] = PATH.exec(path) ?? [];
  const draw = SCENES.get(scene ?? '');
  if (seed === undefined || draw === undefined) return undefined;
  return () => {
    const scheme = schemeOf(seededRandom(`scheme ${seed.slice(0, HOTEL_PART)}`));
    return picture(draw(seededRandom(`picture ${seed}`), scheme));
  };
}
