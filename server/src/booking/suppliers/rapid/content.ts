/**
 * Reads Rapid's properties page by page. A full run reads the file of all properties, or every page of the list if the
 * account has no file. A delta run reads the properties that changed since a date, and then those that became inactive
 * since then.
 */
import { RAPID_LANGUAGES } from '@serai/contract/account/supplier-accounts.ts';
import type { Clock } from '../../../platform/clock.ts';
import { objectOf, parseJson, textOf } from '../../../platform/json-values.ts';
import type { Log } from '../../../platform/log.ts';
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts';
import type { Call } from '../../port/call.ts';
import type { Read } from '../../port/outcomes.ts';
import type { ContentPage, ContentSource } from '../../port/supplied-content.ts';
import type { Supplier } from '../../port/supplier.ts';
import { type ApiRequest, RapidClient, readResponse, type Usage } from './client.ts';
import { ContentFile, type FilePosition } from './content-file.ts';
import { mapContent } from './content-mapping.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import type { RapidCredentials } from './signature.ts';

const MAX_PAGE_BYTES = 32 * 1024 * 1024;
const DEFAULT_LANGUAGE = 'en';
const TAGS: Readonly<Record<string, string>> = RAPID_LANGUAGES;
const DEFAULT_FILE_PAGE = 500;
/** Time limit of a page. A resumed download is read from its beginning, which takes minutes with a large file. */
const FILE_PAGE_LIMIT_MS = 20 * 60_000;
/** A delta run starts this much earlier, because Rapid filters by whole days in UTC and may publish a change later. */
const OVERLAP_MS = 86_400_000;

export interface RapidContentOptions {
  kind: Supplier['kind'];
  credentials: RapidCredentials;
  settings?: {
    /** URL of a simulator. Only allowed for TEST. */
    baseUrl?: string;
    /** A key of `RAPID_LANGUAGES`. Default: en. */
    language?: string;
    serverIp?: string;
    /** Properties of one page of the file. Default: 500. */
    pageSize?: number;
  };
  clock: Clock;
  log: Log;
  http: Pick<OutboundClient, 'send' | 'open'>;
  onUsage?: (usage: Usage) => void;
}

/**
 * `next` is the link to the next page of the list. Null for its first page. `file` is the position in the file instead. `unknown`
 * is the number of properties whose id could not be read.
 */
type Cursor = { unknown: number } & (
  | { list: 'content' | 'inactive'; next: string | null }
  | ({ list: 'file' } & FilePosition)
);

type ListPosition = Exclude<Cursor, { list: 'file' }>;

export function createRapidContent(options: RapidContentOptions): ContentSource {
  return new RapidContent(options);
}

class RapidContent implements ContentSource {
  readonly pageLimitMs = FILE_PAGE_LIMIT_MS;
  readonly #client: RapidClient;
  readonly #file: ContentFile;
  readonly #log: Log;
  readonly #language: string;
  readonly #query: readonly (readonly [string, string])[];

  constructor({ kind, credentials, clock, log, http, onUsage, settings = {} }: RapidContentOptions) {
    const { baseUrl, serverIp = DEFAULT_SETTINGS.serverIp, pageSize = DEFAULT_FILE_PAGE } = settings;
    this.#language = settings.language ?? DEFAULT_LANGUAGE;
    this.#query = [
      ['language', TAGS[this.#language] ?? this.#language],
      ['supply_source', 'expedia'],
    ];
    this.#log = log;
    this.#client = new RapidClient({ kind, credentials, serverIp, baseUrl, http, clock, onUsage });
    this.#file = new ContentFile({ client: this.#client, http, baseUrl, query: this.#query, pageSize });
  }

  async changed(
    call: Call,
    { atMs, cursor }: Parameters<ContentSource['changed']>[1],
  ): Promise<Read<ContentPage>> {
    const position = decodeCursor(cursor, atMs);
    if (position === undefined) return { kind: 'FAILED', cause: 'UNREADABLE' };
    if (position.list !== 'file') return this.#listPage(call, position, atMs);
    const page = await this.#filePage(call, position);
    // Only the first page of the file may be replaced by the list.
    return page.kind === 'NONE' && cursor === null
      ? this.#listPage(call, { list: 'content', next: null, unknown: 0 }, atMs)
      : page;
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #filePage(
    call: Call,
    { file, line, unknown: unknownBefore }: Extract<Cursor, { list: 'file' }>,
  ): Promise<Read<ContentPage>> {
    const read = await this.#file.page(call, { file, line });
    if (read.kind !== 'OK') return read;
    const { lines, badLines, position, isLast, asOfMs } = read.value;
    const { unknown, ...content } = this.#hotels(lines.map(parseJson), badLines);
    const following: Cursor = { list: 'file', unknown: unknownBefore + unknown, ...position };
    return {
      kind: 'OK',
      value: {
        ...content,
        next: isLast ? null : JSON.stringify(following),
        // A property whose id cannot be read would look as if it had been removed.
        isComplete: isLast && following.unknown === 0,
        asOfMs,
      },
    };
  }

  async #listPage(call: Call, position: ListPosition, atMs: number | null): Promise<Read<ContentPage>> {
    const { list, next } = position;
    const page = await this.#read(call, next === null ? this.#firstPage(list, atMs) : { link: next });
    if (page.kind !== 'OK') return page;
    const { body, total } = page.value;
    const properties = objectOf(body);
    const read =
      list === 'inactive'
        ? readRemoved(body)
        : properties === undefined
          ? undefined
          : this.#hotels(Object.values(properties), 0);
    if (read === undefined) return { kind: 'FAILED', cause: 'UNREADABLE' };
    const { unknown, ...content } = read;
    const unknownSoFar = position.unknown + unknown;
    const following = followingOf({ list, unknown: unknownSoFar }, page.value.next, atMs);
    return {
      kind: 'OK',
      value: {
        ...content,
        next: following === null ? null : JSON.stringify(following),
        isComplete: atMs === null && following === null && unknownSoFar === 0,
        // The two lists have separate totals, and the second one is usually short.
        total: list === 'content' ? total : undefined,
      },
    };
  }

  async #read(
    call: Call,
    target: ApiRequest['target'],
  ): Promise<Read<{ body: unknown; next: string | null; total: number | undefined }>> {
    const reply = await this.#client.send(call, { method: 'GET', target, maxBytes: MAX_PAGE_BYTES });
    const { response, failure } = readResponse(reply);
    if (failure !== undefined) return failure;
    const { headers = {}, body } = response ?? {};
    const total = Number(headers['pagination-total-results'] ?? Number.NaN);
    return {
      kind: 'OK',
      value: { body, next: nextLink(headers.link), total: Number.isInteger(total) ? total : undefined },
    };
  }

  #firstPage(list: ListPosition['list'], atMs: number | null): ApiRequest['target'] {
    const since =
      atMs === null ? undefined : new Date(Math.max(0, atMs - OVERLAP_MS)).toISOString().slice(0, 10);
    if (list === 'inactive')
      return { path: '/properties/inactive', query: [['since', since ?? '1970-01-01']] };
    return {
      path: '/properties/content',
      query: [...this.#query, ...(since === undefined ? [] : [['date_updated_start', since] as const])],
    };
  }

  #hotels(properties: readonly unknown[], badLines: number): ReadProperties {
    const mapped = properties.map(property => ({ property, hotel: mapContent(property, this.#language) }));
    const hotels = mapped.flatMap(({ hotel }) => hotel ?? []);
    const unreadable = mapped.flatMap(({ property, hotel }) =>
      hotel === undefined ? (textOf(objectOf(property)?.property_id) ?? []) : [],
    );
    const unread = badLines + properties.length - hotels.length;
    if (unread > 0) this.#log.warn({ hotels: unread }, 'Rapid listed properties that cannot be read');
    return { hotels, removed: [], unreadable, unknown: unread - unreadable.length };
  }
}

interface ReadProperties extends Pick<ContentPage, 'hotels' | 'removed' | 'unreadable'> {
  unknown: number;
}

function readRemoved(body: unknown): ReadProperties | undefined {
  if (!Array.isArray(body)) return undefined;
  const removed = body.flatMap(each => textOf(objectOf(each)?.property_id) ?? []);
  return { hotels: [], removed, unknown: 0 };
}

/** Inactive properties follow the changed ones. In a full run, they are simply missing. */
function followingOf(
  { list, unknown }: Pick<ListPosition, 'list' | 'unknown'>,
  next: string | null,
  atMs: number | null,
): ListPosition | null {
  if (next !== null) return { list, next, unknown };
  return list === 'content' && atMs !== null ? { list: 'inactive', next: null, unknown } : null;
}

/** Returns undefined if the cursor was not created by this kind of source. */
function decodeCursor(cursor: string | null, atMs: number | null): Cursor | undefined {
  if (cursor === null)
    return atMs === null
      ? { list: 'file', file: null, line: 0, unknown: 0 }
      : { list: 'content', next: null, unknown: 0 };
  const { list, next, file, line, unknown } = objectOf(parseJson(cursor)) ?? {};
  // A cursor of an earlier version has no such number, so its run counts as having missed a property.
  const missed = Number.isInteger(unknown) ? Number(unknown) : 1;
  if (list === 'content' || list === 'inactive') return { list, next: textOf(next) ?? null, unknown: missed };
  if (list !== 'file' || typeof file !== 'string' || !Number.isInteger(line)) return undefined;
  return { list, file, line: Number(line), unknown: missed };
}

/** The address of the next page in a `Link` header (RFC 8288). The address may contain commas. */
export function nextLink(header: unknown): string | null {
  const text = Array.isArray(header) ? header.join(',') : typeof header === 'string' ? header : '';
  return /<([^<>]*)>[^<]*\brel="?next\b/.exec(text)?.[1] ?? null;
}
