/** Pure. The columns of the two CSV files, and what their cells hold. The guide prints these tables. */

export type CellKind =
  | 'text'
  | 'number'
  | 'flag'
  /** One column for each language: `name.en`. */
  | 'languages'
  /** `WIFI_FREE|PARKING:paid`. */
  | 'facilities'
  /** `DOUBLE|SINGLE:2`. */
  | 'beds'
  /** Addresses with spaces between, or JSON. */
  | 'images'
  /** JSON, or one column for each kind and language: `policies.texts.PETS.en`. */
  | 'policyTexts';

export interface Column {
  name: string;
  kind: CellKind;
}

const text = (...names: string[]): Column[] => names.map(name => ({ name, kind: 'text' }));
const number = (...names: string[]): Column[] => names.map(name => ({ name, kind: 'number' }));
const of = (kind: CellKind, name: string): Column => ({ name, kind });

/** The language whose texts come first. When absent, that of the first `name` column that is filled. */
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

/** Which hotel a room belongs to, then the members of the room. */
export const ROOM_COLUMNS: readonly Column[] = [
  ...text('hotelId', 'sourceId', 'roomCode', 'status', 'mergedInto'),
  of('languages', 'name'),
  ...text('standardName.class', 'standardName.beds', 'standardName.view'),
  of('beds', 'beds'),
  ...number('occupancy.maxTotal', 'occupancy.maxAdults', 'occupancy.maxChildren', 'sizeSqm'),
  of('images', 'images'),
  of('facilities', 'amenities'),
];
