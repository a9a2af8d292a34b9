/**
 * A hotel as a supplier describes it, in terms that all suppliers share. Adapters translate their own format into it.
 * Null means that the supplier does not provide the value. All texts are plain text. Pure.
 */

/** One configured source of rooms: a provider code in one environment. */
export interface ProviderScope {
  /** `providers[].code`, for example `liteapi` or `liteapi-us`. */
  provider: string;
  environment: 'sandbox' | 'production';
}

export interface SuppliedAddress {
  /** Street lines in the supplier's order. The house number may be part of a line. */
  lines: readonly string[];
  /** Only if the supplier has a separate field for it. */
  houseNumber: string | null;
  city: string | null;
  region: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2. Adapters translate codes such as `UK`. */
  countryCode: string | null;
}

export interface SuppliedHotelRoom {
  /** The id that the supplier's rates use. Null if its rates carry only names. */
  supplierRoomId: string | null;
  name: string;
  maxTotal: number | null;
  maxAdults: number | null;
  maxChildren: number | null;
  /** Bed groups in the supplier's words, for example `1 King Bed`. Alternatives are separate entries. */
  beds: readonly string[];
  /** Codes with a fixed meaning at this supplier, for example `view: sea`. Unknown keys are ignored. */
  attributes: Readonly<Record<string, string>>;
}

export interface SuppliedPhoto {
  url: string;
  caption: string | null;
  /** The room that the photo shows. */
  supplierRoomId: string | null;
}

/** Content that is shown to people and not used as evidence that two hotels are the same. */
export interface SuppliedContent {
  photos: readonly SuppliedPhoto[];
  /** Descriptions by language tag. */
  texts: Readonly<Record<string, string>>;
  facilities: readonly string[];
  policies: readonly string[];
}

export interface SuppliedHotel {
  supplierId: string;
  name: string;
  address: SuppliedAddress;
  location: { lat: number; lng: number } | null;
  phones: readonly string[];
  web: string | null;
  /** The name or code of the chain or brand. */
  chain: string | null;
  stars: number | null;
  /** The kind of property in the supplier's words, for example `Hotel`, `Apartment` or `Hostel`. */
  category: string | null;
  /** Ids of the same hotel in shared code systems, for example `giata`. */
  ids: Readonly<Record<string, string>>;
  /** Paths of photos without host, size and query, which show where a photo comes from. */
  imagePaths: readonly string[];
  rooms: readonly SuppliedHotelRoom[];
  updatedAtMs: number | null;
  content: SuppliedContent | null;
}

/** One page of a supplier's content. */
export interface ContentPage {
  hotels: readonly SuppliedHotel[];
  /** Supplier ids that the supplier reports as removed. */
  removed: readonly string[];
}
