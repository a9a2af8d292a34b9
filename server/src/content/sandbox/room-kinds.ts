import type { CatalogueRoom } from '@serai/contract/catalogue/catalogue-file.ts';
import type { FacilityCode } from '@serai/contract/content/facility-list.ts';

export interface RoomKind {
  code: string;
  house: 'hotel' | 'apartments' | 'hostel' | 'home';
  /** The lowest and the highest comfort of the properties that have this room. */
  comfort: readonly [number, number];
  /** The rank of the room in a property, from 0. Better rooms may also be offered with a view. */
  level: number;
  /** True if every property that fits has this room. */
  isUsual: boolean;
  isForFamilies: boolean;
  class: NonNullable<NonNullable<CatalogueRoom['standardName']>['class']>;
  beds: CatalogueRoom['beds'];
  total: number;
  adults: number;
  children: number;
  /** The size in square metres in a three-star property. */
  size: readonly [number, number];
  amenities: readonly FacilityCode[];
  name: { en: string; es: string };
}

export const VIEW_NAMES = {
  SEA: { en: 'sea view', es: 'vistas al mar' },
  CITY: { en: 'city view', es: 'vistas a la ciudad' },
  GARDEN: { en: 'garden view', es: 'vistas al jardín' },
  POOL: { en: 'pool view', es: 'vistas a la piscina' },
  MOUNTAIN: { en: 'mountain view', es: 'vistas a la montaña' },
  LAKE: { en: 'lake view', es: 'vistas al lago' },
  COURTYARD: { en: 'courtyard view', es: 'vistas al patio' },
} as const;

/** `guests` is the maximum occupancy: total, adults, children. */
const [, ...ROWS] = `
code    | house      | comfort | level | flags    | class        | beds                     | guests | size    | amenities                   | English                   | Spanish
SGL     | hotel      | 1-4     | 0     |          | ECONOMY      | SINGLE                   | 1/1/0  | 10-14   |                             | Single room               | Habitación individual
DBL     | hotel      | 1-4     | 1     | usual    | STANDARD     | DOUBLE                   | 2/2/1  | 15-22   |                             | Standard double room      | Habitación doble estándar
TWN     | hotel      | 1-4     | 1     |          | STANDARD     | SINGLE:2                 | 2/2/1  | 16-23   |                             | Standard twin room        | Habitación estándar con dos camas
TRP     | hotel      | 1-3     | 2     |          | COMFORT      | DOUBLE SINGLE            | 3/3/2  | 20-27   |                             | Triple room               | Habitación triple
SUP     | hotel      | 3-5     | 2     |          | SUPERIOR     | QUEEN                    | 3/2/1  | 22-28   | COFFEE_MACHINE              | Superior double room      | Habitación doble superior
DLX     | hotel      | 4-5     | 3     | usual    | DELUXE       | KING                     | 3/2/1  | 26-34   | COFFEE_MACHINE SAFE         | Deluxe king room          | Habitación deluxe con cama extragrande
FAM     | hotel      | 2-5     | 3     | families | FAMILY       | DOUBLE SINGLE:2          | 4/2/2  | 28-36   |                             | Family room               | Habitación familiar
JST     | hotel      | 4-5     | 4     |          | JUNIOR_SUITE | KING SOFA_BED            | 4/3/2  | 34-44   | BATHTUB COFFEE_MACHINE SAFE | Junior suite              | Junior suite
STE     | hotel      | 5-5     | 5     |          | SUITE        | KING SOFA_BED            | 4/3/2  | 48-70   | BATHTUB COFFEE_MACHINE SAFE | One-bedroom suite         | Suite de un dormitorio
STU     | apartments | 1-5     | 1     | usual    | STUDIO       | DOUBLE                   | 2/2/1  | 24-32   | KITCHENETTE                 | Studio                    | Estudio
STU-SUP | apartments | 3-5     | 2     |          | SUPERIOR     | QUEEN SOFA_BED           | 3/3/1  | 30-38   | KITCHENETTE COFFEE_MACHINE  | Superior studio           | Estudio superior
AP1     | apartments | 1-5     | 2     |          | APARTMENT    | DOUBLE SOFA_BED          | 4/4/2  | 38-52   | KITCHENETTE                 | One-bedroom apartment     | Apartamento de un dormitorio
AP2     | apartments | 2-5     | 3     |          | APARTMENT    | DOUBLE SINGLE:2 SOFA_BED | 6/6/4  | 58-80   | KITCHENETTE COFFEE_MACHINE  | Two-bedroom apartment     | Apartamento de dos dormitorios
DORM4   | hostel     | 1-2     | 0     |          | DORMITORY    | BUNK_BED                 | 1/1/0  | 14-18   |                             | Bed in a 4-bed dormitory  | Cama en dormitorio compartido de 4
DORM8   | hostel     | 1-2     | 0     | usual    | DORMITORY    | BUNK_BED                 | 1/1/0  | 22-30   |                             | Bed in an 8-bed dormitory | Cama en dormitorio compartido de 8
DBL-ENS | hostel     | 1-2     | 1     | usual    | ECONOMY      | DOUBLE                   | 2/2/1  | 12-16   | PRIVATE_BATHROOM            | Private double room       | Habitación doble privada
QUAD    | hostel     | 1-2     | 1     |          | FAMILY       | BUNK_BED:2               | 4/4/2  | 16-22   |                             | Private four-bed room     | Habitación privada con cuatro camas
HOME2   | home       | 1-5     | 1     | usual    | VILLA        | DOUBLE SINGLE:2          | 4/4/3  | 80-110  | KITCHENETTE COFFEE_MACHINE  | Two-bedroom house         | Casa de dos dormitorios
HOME3   | home       | 1-5     | 2     | usual    | VILLA        | DOUBLE:2 SINGLE:2        | 6/6/4  | 110-150 | KITCHENETTE COFFEE_MACHINE  | Three-bedroom house       | Casa de tres dormitorios
HOME4   | home       | 3-5     | 3     |          | VILLA        | KING DOUBLE:2 SINGLE:2   | 8/8/6  | 160-230 | KITCHENETTE COFFEE_MACHINE  | Four-bedroom house        | Casa de cuatro dormitorios
`
  .trim()
  .split('\n');

export const ROOM_KINDS: readonly RoomKind[] = ROWS.map(row => {
  const cells = row.split('|').map(cell => cell.trim());
  const [
    code = '',
    house,
    comfort,
    level,
    flags = '',
    roomClass,
    beds = '',
    guests,
    size,
    amenities = '',
    en = '',
    es = '',
  ] = cells;
  const [total = 0, adults = 0, children = 0] = numbers(guests, '/');
  return {
    code,
    house: house as RoomKind['house'],
    comfort: numbers(comfort, '-') as [number, number],
    level: Number(level),
    isUsual: flags === 'usual',
    isForFamilies: flags === 'families',
    class: roomClass as RoomKind['class'],
    beds: words(beds).map(bed => {
      const [type, count = 1] = bed.split(':');
      return { type, count: Number(count) } as RoomKind['beds'][number];
    }),
    total,
    adults,
    children,
    size: numbers(size, '-') as [number, number],
    amenities: words(amenities) as FacilityCode[],
    name: { en, es },
  };
});

function numbers(cell = '', separator: string): number[] {
  return cell.split(separator).map(Number);
}

function words(cell: string): string[] {
  return cell === '' ? [] : cell.split(' ');
}
