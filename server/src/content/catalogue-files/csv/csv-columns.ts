/** Pure. The columns of the two CSV files and the contents of their cells. The guide prints these tables. */

export type CellKind =
  | 'text'
  | 'number'
  | 'flag'
  /** One column per language: `name.en`. */
  | 'languages'
  /** `WIFI_FREE|PARKING:paid`. */
  | 'facilities'
  /** `DOUBLE|SINGLE:2`. */
  | 'beds'
  /** URLs separated by spaces, or JSON. */
  | 'images'
  /** JSON, or one column per kind and language: `policies.texts.PETS.en`. */
  | 'policyTexts';

export interface Column {
  name: string;
  kind: CellKind;
}

const text = (...names: string[]): Column[] => names.map(name => ({ name, kind: 'text' }));
const number = (...names: string[]): Column[] => names.map(name => ({ name, kind: 'number' }));
const of = (kind: CellKind, name: string): Column => ({ name, kind });

/** The language whose texts come first. Default: that of the first filled `name` column. */
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

/** The hotel of the room, followed by the fields of the room. */
export const ROOM_COLUMNS: readonly Column[] = [
  ...text('hotelId', 'sourceId', 'roomCode', 'status', 'mergedInto'),
  of('languages', 'name'),
  ...text('standardName.class', 'standardName.beds', 'standardName.view'),
  of('beds', 'beds'),
  ...number('occupancy.maxTotal', 'occupancy.maxAdults', 'occupancy.maxChildren', 'sizeSqm'),
  of('images', 'images'),
  of('facilities', 'amenities'),
];
