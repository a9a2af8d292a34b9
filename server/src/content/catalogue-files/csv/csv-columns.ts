/**
 * The columns of the two CSV files and the formats of their cells. The column tables in the guide are generated from
 * them. Pure.
 */

export type CellKind =
  | 'text'
  | 'number'
  | 'flag'
  /** One column per language, for example `name.en`. */
  | 'languages'
  /** For example `WIFI_FREE|PARKING:paid`. */
  | 'facilities'
  /** For example `DOUBLE|SINGLE:2`. */
  | 'beds'
  /** URLs separated by spaces, or JSON. */
  | 'images'
  /** JSON, or one column per kind and language, for example `policies.texts.PETS.en`. */
  | 'policyTexts';

export interface Column {
  name: string;
  kind: CellKind;
}

const text = (...names: string[]): Column[] => names.map(name => ({ name, kind: 'text' }));
const number = (...names: string[]): Column[] => names.map(name => ({ name, kind: 'number' }));
const of = (kind: CellKind, name: string): Column => ({ name, kind });

/** The language whose texts come first. Default: the language of the first `name` column that is not empty. */
export const MAIN_LANGUAGE = 'language';

export const HOTEL_COLUMNS: readonly Column[] = [
  ...text('hotelId', 'sourceId', 'status', 'mergedInto', MAIN_LANGUAGE),
  of('languages', 'name'),
  ...text('type', 'categoryCode'),
  ...number('stars'),
  ...text('chain.code', 'chain.name'),
  ...text('address.street', 'address.postalCode', 'address.city', 'address.region', 'address.countryCode'),
  ...number('location.latitude', 'location.longitude'),
  ...text('timeZone', 'canonicalCityId'),
  ...text('checkIn.from', 'checkIn.until', 'checkOut.from', 'checkOut.until'),
  ...text('contact.phone', 'contact.email', 'contact.website', 'externalIds.giata'),
  of('languages', 'description'),
  of('images', 'images'),
  of('facilities', 'facilities'),
  ...number('policies.minimumCheckInAge'),
  of('flag', 'policies.childrenAllowed'),
  of('flag', 'policies.petsAllowed'),
  of('policyTexts', 'policies.texts'),
];

/** The ids of the room's hotel, followed by the fields of the room. */
export const ROOM_COLUMNS: readonly Column[] = [
  ...text('hotelId', 'sourceId', 'roomCode', 'status', 'mergedInto'),
  of('languages', 'name'),
  of('languages', 'description'),
  ...text('standardName.class', 'standardName.beds', 'standardName.view'),
  of('beds', 'beds'),
  ...number('occupancy.maxTotal', 'occupancy.maxAdults', 'occupancy.maxChildren', 'sizeSqm'),
  of('images', 'images'),
  of('facilities', 'amenities'),
];

/** Thrown for a cell that cannot be read. The message explains the expected format. */
export class CellError extends Error {
  override readonly name = 'CellError';
}

type Reader = (cell: string) => unknown;

export const READ_CELL: Readonly<Record<Exclude<CellKind, 'languages'>, Reader>> = {
  text: cell => cell,
  number: readNumber,
  flag: readFlag,
  facilities: cell => listOf(cell).map(readFacility),
  beds: cell => listOf(cell).map(readBed),
  images: readImages,
  policyTexts: cell => readJsonList(cell),
};

export const WRITE_CELL: Readonly<Record<Exclude<CellKind, 'languages'>, (value: never) => string | number>> =
  {
    text: (value: string) => value,
    number: (value: number) => value,
    flag: (value: boolean) => String(value),
    facilities: (value: readonly Facility[]) => value.map(writeFacility).join('|'),
    beds: (value: readonly Bed[]) =>
      value.map(({ type, count }) => (count === 1 ? type : `${type}:${count}`)).join('|'),
    // An empty list is written as an empty cell.
    images: (value: readonly unknown[]) => (value.length === 0 ? '' : JSON.stringify(value)),
    policyTexts: (value: readonly unknown[]) => (value.length === 0 ? '' : JSON.stringify(value)),
  };

interface Facility {
  code: string;
  surcharge: boolean | null;
}

interface Bed {
  type: string;
  count: number;
}

function listOf(cell: string): string[] {
  return cell
    .split('|')
    .map(item => item.trim())
    .filter(item => item !== '');
}

function readNumber(cell: string): number {
  if (!/^-?\d+(\.\d+)?([eE]-?\d+)?$/.test(cell)) {
    throw new CellError('Write a number with digits and a decimal point, for example 41.3874.');
  }
  return Number(cell);
}

const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
};

function readFlag(cell: string): boolean {
  const flag = FLAGS[cell.toLowerCase()];
  if (flag === undefined) throw new CellError('Write true or false.');
  return flag;
}

const SURCHARGES: Readonly<Record<string, boolean | null>> = { paid: true, free: false, '': null };

function readFacility(item: string): Facility {
  const [code = '', extra = '', ...more] = item.split(':').map(part => part.trim());
  const surcharge = SURCHARGES[extra.toLowerCase()];
  if (surcharge === undefined || more.length > 0) {
    throw new CellError('Write facilities as CODE, CODE:paid or CODE:free, separated by |.');
  }
  return { code, surcharge };
}

function writeFacility({ code, surcharge }: Facility): string {
  return surcharge === null ? code : `${code}:${surcharge ? 'paid' : 'free'}`;
}

function readBed(item: string): Bed {
  const [type = '', count = '1', ...more] = item.split(':').map(part => part.trim());
  if (!/^\d{1,3}$/.test(count) || more.length > 0) {
    throw new CellError('Write beds as TYPE or TYPE:count, separated by |, for example DOUBLE|SINGLE:2.');
  }
  return { type, count: Number(count) };
}

function readImages(cell: string): unknown {
  if (cell.startsWith('[')) return readJsonList(cell);
  return cell.split(/\s+/).map(url => ({ url }));
}

function readJsonList(cell: string): unknown {
  try {
    const list: unknown = JSON.parse(cell);
    if (Array.isArray(list)) return list;
  } catch {
    // Invalid JSON gets the same error as JSON that is not an array.
  }
  throw new CellError('Write a JSON array in this cell.');
}
