/**
 * Reads LiteAPI's hotels. A full run reads country by country, because LiteAPI lists hotels only by place. Changes are
 * listed by time for all countries and include removed hotels. Rooms, phone numbers and additional photos are returned
 * only by the request for a single hotel's details.
 */
import type { Clock } from '../../../platform/clock.ts';
import { type Json, listOf, numberOf, objectOf, textOf } from '../../../platform/json-values.ts';
import type { Log } from '../../../platform/log.ts';
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts';
import type { Call } from '../../port/call.ts';
import type { Read } from '../../port/outcomes.ts';
import type { ContentPage, ContentSource, SuppliedHotel } from '../../port/supplied-content.ts';
import type { Supplier } from '../../port/supplier.ts';
import { LiteApiClient, type Usage } from './client.ts';
import { type CodeNames, mapHotelDetail, mapListedHotel, sinceText } from './content-mapping.ts';
import { readBody } from './search.ts';

const MAX_PAGE_BYTES = 32 * 1024 * 1024;
const MAX_DETAIL_BYTES = 4 * 1024 * 1024;
const DEFAULT_PAGE_SIZE = 1_000;
const DEFAULT_LANGUAGE = 'en';
const MAX_SECONDS = 60;

export interface LiteApiContentOptions {
  kind: Supplier['kind'];
  credentials: { apiKey: string };
  settings?: {
    /** URL of a simulator. Only allowed for TEST. */
    baseUrl?: string;
    /** Hotels per page, at most 5,000. */
    pageSize?: number;
    language?: string;
  };
  clock: Clock;
  log: Log;
  http: Pick<OutboundClient, 'send'>;
  onUsage?: (usage: Usage) => void;
  /** The code lists of the account, which several sources may share. By default, the source reads its own. */
  codes?: LiteApiCodes;
}

type Query = Readonly<Record<string, string | number>>;

export function createLiteApiContent(options: LiteApiContentOptions): ContentSource {
  return new LiteApiContent(options);
}

class LiteApiContent implements ContentSource {
  readonly isPagedByOffset = true;
  readonly #client: LiteApiClient;
  readonly #log: Log;
  readonly #pageSize: number;
  readonly #language: string;
  readonly #codes: LiteApiCodes;

  constructor({ kind, credentials, settings = {}, clock, log, http, onUsage, codes }: LiteApiContentOptions) {
    const { baseUrl, pageSize = DEFAULT_PAGE_SIZE, language = DEFAULT_LANGUAGE } = settings;
    this.#client = new LiteApiClient({ kind, apiKey: credentials.apiKey, baseUrl, http, clock, onUsage });
    this.#log = log;
    this.#pageSize = pageSize;
    this.#language = language;
    this.#codes = codes ?? new LiteApiCodes(clock);
  }

  changed(call: Call, { atMs, cursor }: Parameters<ContentSource['changed']>[1]): Promise<Read<ContentPage>> {
    return atMs === null ? this.#allHotels(call, cursor) : this.#changedSince(call, atMs, cursor);
  }

  async detail(call: Call, supplierId: string): Promise<Read<SuppliedHotel>> {
    const query = { hotelId: supplierId, language: this.#language };
    const found = await this.#read(call, '/data/hotel', query, MAX_DETAIL_BYTES);
    if (found.kind !== 'OK') return found.kind === 'NONE' ? { kind: 'GONE' } : found;
    const mapped = mapHotelDetail(found.value.data, this.#language);
    if (mapped.kind === 'HOTEL') return { kind: 'OK', value: mapped.hotel };
    return mapped.kind === 'REMOVED' ? { kind: 'GONE' } : { kind: 'FAILED', cause: 'UNREADABLE' };
  }

  async #changedSince(call: Call, atMs: number, cursor: string | null): Promise<Read<ContentPage>> {
    const offset = cursor === null ? 0 : Number(cursor);
    const found = await this.#page(call, { lastUpdatedAt: sinceText(atMs) }, offset);
    if (found.kind !== 'OK') return found;
    const { isLast, unknown: _, ...page } = found.value;
    return { kind: 'OK', value: { ...page, next: isLast ? null : String(offset + this.#pageSize) } };
  }

  /**
   * The cursor is a country, an offset in its list, the number of hotels in this list, and whether the run may have
   * missed a hotel: because an id was unreadable, or because a list changed while it was read and pages are numbered by
   * offset.
   */
  async #allHotels(call: Call, cursor: string | null): Promise<Read<ContentPage>> {
    const [given = '', start = '0', firstTotal = '', gap = ''] = (cursor ?? '').split(':');
    const country =
      given === '' ? await this.#nextCountry(call, '') : ({ kind: 'OK', value: given } as const);
    if (country.kind !== 'OK') return country;
    if (country.value === undefined) return { kind: 'OK', value: { ...EMPTY, isComplete: true } };
    const offset = Number(start);
    const found = await this.#page(call, { countryCode: country.value }, offset);
    if (found.kind !== 'OK') return found;
    const { isLast, unknown, total: listTotal, ...page } = found.value;
    const total = String(listTotal ?? '');
    const isChanged = offset > 0 && total !== firstTotal;
    const mark = gap === GAP || unknown > 0 || isChanged ? GAP : '';
    if (!isLast) {
      const next = `${country.value}:${offset + this.#pageSize}:${offset === 0 ? total : firstTotal}:${mark}`;
      return { kind: 'OK', value: { ...page, next } };
    }
    const following = await this.#nextCountry(call, country.value);
    if (following.kind !== 'OK') return following;
    const next = following.value === undefined ? null : `${following.value}:0::${mark}`;
    return { kind: 'OK', value: { ...page, next, isComplete: next === null && mark !== GAP } };
  }

  /** Returns the next country in alphabetical order, or undefined after the last one. */
  async #nextCountry(call: Call, after: string): Promise<Read<string | undefined>> {
    const found = await this.#list(call, '/data/countries');
    if (found.kind !== 'OK') return found;
    const codes = found.value.flatMap(each => textOf(objectOf(each)?.code) ?? []).sort();
    if (codes.length === 0) return { kind: 'FAILED', cause: 'INCOMPLETE' };
    return { kind: 'OK', value: codes.find(code => code > after) };
  }

  async #page(call: Call, where: Query, offset: number): Promise<Read<ListedPage>> {
    const codes = await this.#readCodes(call);
    if (codes.kind !== 'OK') return codes;
    const query = { ...where, limit: this.#pageSize, offset, language: this.#language };
    const found = await this.#read(call, '/data/hotels', query, MAX_PAGE_BYTES);
    if (found.kind === 'NONE') return { kind: 'OK', value: { ...EMPTY, isLast: true, unknown: 0 } };
    if (found.kind !== 'OK') return found;
    const { data, total } = found.value;
    if (!isList(data)) return { kind: 'FAILED', cause: 'UNREADABLE' };
    const hotels = listOf(data);
    return {
      kind: 'OK',
      value: {
        ...EMPTY,
        ...this.#mapPage(hotels, codes.value),
        isLast: hotels.length < this.#pageSize,
        total: numberOf(total),
      },
    };
  }

  #mapPage(
    values: readonly unknown[],
    codes: CodeNames,
  ): Pick<ListedPage, 'hotels' | 'removed' | 'unreadable' | 'unknown'> {
    const mapped = values.map(value => mapListedHotel(value, codes, this.#language));
    const unread = mapped.flatMap(each => (each.kind === 'UNREADABLE' ? [each.supplierId] : []));
    if (unread.length > 0)
      this.#log.warn({ hotels: unread.length }, 'LiteAPI listed hotels that cannot be read');
    const unreadable = unread.filter(id => id !== undefined);
    return {
      unreadable,
      unknown: unread.length - unreadable.length,
      hotels: mapped.flatMap(each => (each.kind === 'HOTEL' ? [each.hotel] : [])),
      removed: mapped.flatMap(each => (each.kind === 'REMOVED' ? [each.supplierId] : [])),
    };
  }

  async #readCodes(call: Call): Promise<Read<CodeNames>> {
    const read = (path: string) => this.#list(call, path);
    const types = await this.#codes.load('/data/hotelTypes', read);
    if (types.kind !== 'OK') return types;
    const facilities = await this.#codes.load('/data/facilities', read);
    if (facilities.kind !== 'OK') return facilities;
    return {
      kind: 'OK',
      value: {
        hotelTypes: namesById(types.value, 'id', 'name'),
        facilities: namesById(facilities.value, 'facility_id', 'facility'),
      },
    };
  }

  async #list(call: Call, path: string, query: Query = {}): Promise<Read<readonly unknown[]>> {
    const found = await this.#read(call, path, query, MAX_PAGE_BYTES);
    if (found.kind !== 'OK') return found;
    const { data } = found.value;
    return isList(data) ? { kind: 'OK', value: listOf(data) } : { kind: 'FAILED', cause: 'UNREADABLE' };
  }

  async #read(call: Call, path: string, query: Query, maxBytes: number): Promise<Read<Json>> {
    const timeout = this.#client.timeoutSeconds(call, MAX_SECONDS);
    const request = { host: 'api', method: 'GET', path, query: { ...query, timeout }, maxBytes } as const;
    const { body, failure } = readBody(await this.#client.send(call, request));
    return failure ?? { kind: 'OK', value: body ?? {} };
  }
}

const CODES_AGE_MS = 86_400_000;

type CodeList = readonly unknown[];

/**
 * The code lists of an account. They are kept for a day, longer than a source, so that a run that waits for its budget after every
 * call still makes progress.
 */
export class LiteApiCodes {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #lists = new Map<string, { list: CodeList; readAtMs: number }>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  async load(path: string, read: (path: string) => Promise<Read<CodeList>>): Promise<Read<CodeList>> {
    const known = this.#lists.get(path);
    const nowMs = this.#clock.monotonicMs();
    if (known !== undefined && nowMs - known.readAtMs < CODES_AGE_MS)
      return { kind: 'OK', value: known.list };
    const found = await read(path);
    if (found.kind === 'OK') this.#lists.set(path, { list: found.value, readAtMs: nowMs });
    return found;
  }
}

interface ListedPage extends ContentPage {
  isLast: boolean;
  /** Hotels of the page whose id could not be read. */
  unknown: number;
}

/** LiteAPI may return null instead of an empty list. */
function isList(data: unknown): boolean {
  return Array.isArray(data) || data === null;
}

/** Marks a run that may have missed a hotel. */
const GAP = 'gap';

const EMPTY: ContentPage = { hotels: [], removed: [], next: null, isComplete: false };

function namesById(values: readonly unknown[], id: string, name: string): Map<number, string> {
  return new Map(
    values.flatMap(each => {
      const entry = objectOf(each);
      const key = numberOf(entry?.[id]);
      const text = textOf(entry?.[name]);
      return key === undefined || text === undefined ? [] : [[key, text] as const];
    }),
  );
}
