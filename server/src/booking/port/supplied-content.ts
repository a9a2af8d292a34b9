/**
 * The port for suppliers' hotel descriptions. `supplier.ts` is the port for their rooms. Null means that the supplier does not
 * provide the value. All texts are plain text.
 */
import type { Call } from './call.ts';
import type { Read } from './outcomes.ts';

export interface ContentSource {
  /**
   * Returns the next page of the hotels that changed since a time, or of all hotels if `atMs` is null. `cursor` is
   * `next` of the previous page, or null for the first page. Reading can be resumed after any page.
   */
  changed(call: Call, since: { atMs: number | null; cursor: string | null }): Promise<Read<ContentPage>>;
  /** Reads one hotel completely. Omitted if the pages already contain everything. GONE if the supplier has no data. */
  detail?(call: Call, supplierId: string): Promise<Read<SuppliedHotel>>;
  /**
   * Whether pages are numbered by offset. If one hotel is removed and another one added while the list is read, the total stays the
   * same, but a hotel may be skipped. A hotel is then removed only if two complete passes in a row did not contain it.
   */
  readonly isPagedByOffset?: boolean;
  /** Time limit of a page, if it may take longer than other calls. */
  readonly pageLimitMs?: number;
  /** Ends a download that continues between pages. The source can be used again afterwards. */
  close?(): Promise<void>;
}

export interface ContentPage {
  hotels: readonly SuppliedHotel[];
  removed: readonly string[];
  /** Ids of hotels that the supplier still has, but whose entries cannot be read. */
  unreadable?: readonly string[] | undefined;
  /** Descriptions in a further language. A page with texts has no hotels. */
  texts?: SuppliedTexts | undefined;
  /** Null after the last page. */
  next: string | null;
  /**
   * True on the last page of a full run that missed no hotel. Only then does the absence of a hotel mean that it was
   * removed.
   */
  isComplete: boolean;
  /** The number of hotels in the whole run. Omitted if the supplier does not report it. */
  total?: number | undefined;
  /** The time of the data. Omitted if it is current. Changes after this time are not in the run. */
  asOfMs?: number | undefined;
}

export interface SuppliedTexts {
  language: string;
  /** `text` is null if the hotel has no description in this language. */
  descriptions: readonly { supplierId: string; text: string | null }[];
}

/** Content calls to one account. The booking area implements them for the mapping area, and `app/` connects the two. */
export interface ContentSession {
  /** Whether pages contain only part of each hotel, so that `detail` must be called for the rest. */
  readonly hasDetails: boolean;
  readonly isPagedByOffset: boolean;
  page(
    since: { atMs: number | null; cursor: string | null },
    signal: AbortSignal,
  ): Promise<ContentOutcome<ContentPage>>;
  detail(supplierId: string, signal: AbortSignal): Promise<ContentOutcome<SuppliedHotel>>;
  close(): Promise<void>;
}

export type ContentOutcome<T> =
  | { kind: 'OK'; value: T }
  /** The supplier no longer accepts the cursor, or no longer has the hotel. */
  | { kind: 'GONE' }
  /** BUDGET: the account's limits leave no call for content. SUPPLIER_LIMIT: the supplier refused the call because of its limits. */
  | { kind: 'WAIT'; reason: 'BUDGET' | 'SUPPLIER_LIMIT'; waitMs: number }
  /** `isFinal` is true if retrying cannot help, for example after rejected credentials. */
  | { kind: 'FAILED'; problem: string; isFinal: boolean };

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
  /** Paths of photos without host, size and query. Equal paths suggest the same photo. */
  imagePaths: readonly string[];
  rooms: readonly SuppliedHotelRoom[];
  updatedAtMs: number | null;
  /** Null if the page contains only what identifies the hotel. */
  content: SuppliedContent | null;
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

/** Content that is shown to people and not used as evidence that two hotels are the same. */
export interface SuppliedContent {
  photos: readonly SuppliedPhoto[];
  /** Descriptions by language tag. */
  texts: Readonly<Record<string, string>>;
  facilities: readonly string[];
  policies: readonly string[];
}

export interface SuppliedPhoto {
  url: string;
  caption: string | null;
  supplierRoomId: string | null;
}
