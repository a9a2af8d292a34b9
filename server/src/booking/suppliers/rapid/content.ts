/**
 * Reads Rapid's properties page by page. A pass over all properties reads every page. A pass over changes reads the properties
 * that changed since a date, and then the ones that became inactive since it.
 */
import type { Clock } from '../../../platform/clock.ts';
import { objectOf, parseJson, textOf } from '../../../platform/json-values.ts';
import type { Log } from '../../../platform/log.ts';
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts';
import type { Call } from '../../port/call.ts';
import type { Read } from '../../port/outcomes.ts';
import type { ContentPage, ContentSource, SuppliedHotel } from '../../port/supplied-content.ts';
import type { Supplier } from '../../port/supplier.ts';
import { type ApiRequest, RapidClient, readResponse, type Usage } from './client.ts';
import { mapContent } from './content-mapping.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import type { RapidCredentials } from './signature.ts';

const MAX_PAGE_BYTES = 32 * 1024 * 1024;
const DEFAULT_LANGUAGE = 'en-US';
/** Rapid filters by whole days in UTC. A change may be published later than the day that it states. */
const OVERLAP_MS = 86_400_000;

export interface RapidContentOptions {
  kind: Supplier['kind'];
  credentials: RapidCredentials;
  settings?: {
    /** URL of a simulator. Only allowed for TEST. */
    baseUrl?: string;
    /** Language and country, for example `en-US`. */
    language?: string;
    serverIp?: string;
  };
  clock: Clock;
  log: Log;
  http: Pick<OutboundClient, 'send'>;
  onUsage?: (usage: Usage) => void;
}

/** `next` is the link to the next page of the list. Null for its first page. */
interface Cursor {
  list: 'content' | 'inactive';
  next: string | null;
}

/** Throws if a live account has a `baseUrl`. */
export function createRapidContent(options: RapidContentOptions): ContentSource {
  const { kind, credentials, clock, log, http, onUsage, settings = {} } = options;
  const { baseUrl, language = DEFAULT_LANGUAGE, serverIp = DEFAULT_SETTINGS.serverIp } = settings;
  const client = new RapidClient({ kind, credentials, serverIp, baseUrl, http, clock, onUsage });

  async function read(
    call: Call,
    target: ApiRequest['target'],
  ): Promise<Read<{ body: unknown; next: string | null }>> {
    const reply = await client.send(call, { method: 'GET', target, maxBytes: MAX_PAGE_BYTES });
    const { response, failure } = readResponse(reply);
    if (failure !== undefined) return failure;
    return { kind: 'OK', value: { body: response?.body, next: nextLink(response?.headers.link) } };
  }

  function firstPage(list: Cursor['list'], atMs: number | null): ApiRequest['target'] {
    const since =
      atMs === null ? undefined : new Date(Math.max(0, atMs - OVERLAP_MS)).toISOString().slice(0, 10);
    if (list === 'inactive')
      return { path: '/properties/inactive', query: [['since', since ?? '1970-01-01']] };
    return {
      path: '/properties/content',
      query: [
        ['language', language],
        ['supply_source', 'expedia'],
        ...(since === undefined ? [] : [['date_updated_start', since] as const]),
      ],
    };
  }

  async function changed(
    call: Call,
    { atMs, cursor }: { atMs: number | null; cursor: string | null },
  ): Promise<Read<ContentPage>> {
    const position = decodeCursor(cursor);
    if (position === undefined) return { kind: 'FAILED', cause: 'UNREADABLE' };
    const { list, next } = position;
    const page = await read(call, next === null ? firstPage(list, atMs) : { link: next });
    if (page.kind !== 'OK') return page;
    const content = list === 'content' ? readHotels(page.value.body) : readRemoved(page.value.body);
    if (content === undefined) return { kind: 'FAILED', cause: 'UNREADABLE' };
    const following = followingOf(position, page.value.next, atMs);
    return {
      kind: 'OK',
      value: {
        ...content,
        next: following === null ? null : JSON.stringify(following),
        isComplete: atMs === null && following === null,
      },
    };
  }

  function readHotels(body: unknown): Pick<ContentPage, 'hotels' | 'removed'> | undefined {
    const properties = objectOf(body);
    if (properties === undefined) return undefined;
    const hotels: SuppliedHotel[] = [];
    let unreadable = 0;
    for (const each of Object.values(properties)) {
      const hotel = mapContent(each, language);
      if (hotel === undefined) unreadable += 1;
      else hotels.push(hotel);
    }
    if (unreadable > 0) log.warn({ hotels: unreadable }, 'Rapid listed properties that cannot be read');
    return { hotels, removed: [] };
  }

  return { changed };
}

function readRemoved(body: unknown): Pick<ContentPage, 'hotels' | 'removed'> | undefined {
  if (!Array.isArray(body)) return undefined;
  return { hotels: [], removed: body.flatMap(each => textOf(objectOf(each)?.property_id) ?? []) };
}

/** Inactive properties follow the changed ones. A pass over all properties notices them by their absence. */
function followingOf({ list }: Cursor, next: string | null, atMs: number | null): Cursor | null {
  if (next !== null) return { list, next };
  return list === 'content' && atMs !== null ? { list: 'inactive', next: null } : null;
}

/** Undefined if the cursor was not made by this source. */
function decodeCursor(cursor: string | null): Cursor | undefined {
  if (cursor === null) return { list: 'content', next: null };
  const parts = objectOf(parseJson(cursor));
  const { list } = parts ?? {};
  return list === 'content' || list === 'inactive' ? { list, next: textOf(parts?.next) ?? null } : undefined;
}

/** The address of the next page in a `Link` header (RFC 8288). */
function nextLink(header: unknown): string | null {
  const text = Array.isArray(header) ? header.join(',') : typeof header === 'string' ? header : '';
  const next = text.split(',').find(link => /;\s?rel="?next"?/.test(link));
  return next === undefined ? null : next.slice(next.indexOf('<') + 1, next.indexOf('>'));
}
