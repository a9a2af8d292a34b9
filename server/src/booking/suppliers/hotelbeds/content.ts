/**
 * Reads Hotelbeds' hotels page by page. Changes are listed by date. Hotelbeds does not report removed hotels, so only a
 * complete run over all hotels reveals that they are missing. The code tables are read once a day.
 */
import type { Clock } from '../../../platform/clock.ts';
import { addDays } from '../../../platform/time/civil-date.ts';
import { dateInZone } from '../../../platform/time/zoned-time.ts';
import type { Call } from '../../port/call.ts';
import type { Read } from '../../port/outcomes.ts';
import type { ContentPage, ContentSource } from '../../port/supplied-content.ts';
import { HotelbedsClient, type HotelbedsClientOptions } from './client.ts';
import { languageOf } from './codes.ts';
import { type CodeNames, contentOf, mapHotel } from './content-mapping.ts';
import { asCount, asList, asObject, asText, type Json } from './json.ts';
import { readError, readFailure } from './outcomes.ts';

export interface HotelbedsContentSettings {
  /** URL of a simulator. Only allowed for TEST. */
  baseUrl?: string | undefined;
  /** Hotels per page, at most 1,000. A hotel takes up to 100 kB. Default: 100. */
  pageSize?: number | undefined;
  /** Language of texts. Default: en. */
  language?: string | undefined;
}

export interface HotelbedsContentOptions extends Omit<HotelbedsClientOptions, 'pathVersion' | 'baseUrl'> {
  settings: HotelbedsContentSettings;
  /** The code tables of the account, which several sources may share. By default, the source reads its own. */
  tables?: HotelbedsTables;
}

/** Hotelbeds' change dates are in Spanish time. */
const SPAIN = 'Europe/Madrid';
const PAGE_BYTES = 32 * 1024 * 1024;
const DEFAULT_PAGE = 100;
const TABLE_PAGE = 1_000;
const MAX_NAME = 300;
const CURSOR = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/;
const FIELDS =
  'name,description,countryCode,coordinates,categoryCode,chainCode,accommodationTypeCode,address,postalCode,city,giataCode,phones,rooms,facilities,images,wildcards,web,lastUpdate';
/** The fields to request when only descriptions in another language are read. */
const TEXT_FIELDS = 'name,description';

export function createHotelbedsContent(options: HotelbedsContentOptions): ContentSource {
  const { settings, tables = new HotelbedsTables(options.clock) } = options;
  const client = new HotelbedsClient({ ...options, pathVersion: '1.0', baseUrl: settings.baseUrl });
  const pageSize = settings.pageSize ?? DEFAULT_PAGE;
  const language = languageOf(settings.language ?? 'en');
  const isEnglish = language.tag === 'en';

  return {
    isPagedByOffset: true,
    async changed(call, { atMs, cursor }): Promise<Read<ContentPage>> {
      const position = readCursor(cursor);
      if (position === undefined) return { kind: 'FAILED', cause: 'UNREADABLE' };
      const names = await tables.load(client, call);
      if (names.kind !== 'OK') return names;
      const { from } = position;
      const query = {
        fields: isEnglish ? FIELDS : TEXT_FIELDS,
        language: language.code,
        // A missing text is not replaced by the English one, which would then be stored as a translation.
        useSecondaryLanguage: String(isEnglish),
        from: String(from),
        to: String(from + pageSize - 1),
        // Hotelbeds lists only changes after this date.
        ...(atMs !== null && { lastUpdateTime: addDays(dateInZone(atMs, SPAIN), -1) }),
      };
      const page = await readPage(client, call, '/hotels', 'hotels', query);
      if (page.kind !== 'OK') return page;
      return {
        kind: 'OK',
        value: toPage(
          page.value,
          { ...position, pageSize, isFull: atMs === null },
          names.value,
          language.tag,
        ),
      };
    },
  };
}

const SAMPLE_SIZE = 5;

export async function sampleHotels(client: HotelbedsClient, call: Call): Promise<Read<readonly string[]>> {
  const query = { fields: 'name', language: 'ENG', from: '1', to: String(SAMPLE_SIZE) };
  const page = await readPage(client, call, '/hotels', 'hotels', query);
  if (page.kind !== 'OK') return page;
  const codes = page.value.rows.flatMap(row => asCount(asObject(row)?.code) ?? []);
  return { kind: 'OK', value: codes.map(String) };
}

interface Position {
  from: number;
  /** The total that the first page reported. 0 before the first page. */
  total: number;
  seen: number;
}

function readCursor(cursor: string | null): Position | undefined {
  if (cursor === null) return { from: 1, total: 0, seen: 0 };
  const [, from, total, seen] = CURSOR.exec(cursor) ?? [];
  return from === undefined ? undefined : { from: Number(from), total: Number(total), seen: Number(seen) };
}

interface RawPage {
  rows: readonly unknown[];
  total: number;
}

/**
 * A run is complete only if the total did not change during the run and the code of every hotel could be read.
 * Otherwise a hotel could be missing although Hotelbeds still has it.
 */
function toPage(
  { rows, total }: RawPage,
  { from, total: firstTotal, seen, pageSize, isFull }: Position & { pageSize: number; isFull: boolean },
  names: CodeNames,
  language: string,
): ContentPage {
  const mapped = rows.map(row => ({ row, hotel: mapHotel(row, names, language) }));
  const hotels = mapped.flatMap(({ hotel }) => hotel ?? []);
  const unreadable = mapped.flatMap(({ row, hotel }) =>
    hotel === undefined ? (asCount(asObject(row)?.code) ?? []) : [],
  );
  const expected = from === 1 ? total : firstTotal;
  const seenNow = seen + hotels.length + unreadable.length;
  const isLast = rows.length === 0 || from + pageSize > total;
  return {
    hotels,
    removed: [],
    unreadable: unreadable.map(String),
    next: isLast ? null : `${from + pageSize}.${expected}.${seenNow}`,
    isComplete: isLast && isFull && seenNow === total && expected === total,
    total,
  };
}

async function readPage(
  client: HotelbedsClient,
  call: Call,
  path: string,
  field: string,
  query: Readonly<Record<string, string>>,
): Promise<Read<RawPage>> {
  const reply = await client.send(call, { method: 'GET', api: 'content', path, query, maxBytes: PAGE_BYTES });
  if (reply.kind !== 'REPLY' || reply.status !== 200) return readFailure(reply, 'NONE');
  const body = asObject(reply.json);
  const rows = asList(body?.[field]);
  const total = asCount(body?.total);
  if (rows === undefined || total === undefined || readError(reply.json) !== undefined) {
    return { kind: 'FAILED', cause: 'UNREADABLE' };
  }
  return { kind: 'OK', value: { rows, total } };
}

interface Table {
  name: keyof CodeNames;
  path: string;
  read(row: Json): readonly [string, string | null];
}

const TABLES: readonly Table[] = [
  {
    name: 'rooms',
    path: '/types/rooms',
    read: row => [asText(row.code) ?? '', asText(row.description) ?? null],
  },
  {
    name: 'chains',
    path: '/types/chains',
    read: row => [asText(row.code) ?? '', contentOf(row.description, MAX_NAME)],
  },
  {
    name: 'accommodations',
    path: '/types/accommodations',
    read: row => [
      asText(row.code) ?? '',
      contentOf(row.typeMultiDescription, MAX_NAME) ?? asText(row.typeDescription) ?? null,
    ],
  },
  {
    name: 'facilities',
    path: '/types/facilities',
    read: row => [`${row.facilityGroupCode}:${row.code}`, contentOf(row.description, MAX_NAME)],
  },
];

const TABLES_AGE_MS = 86_400_000;

/**
 * The code tables of an account, in English. Reading them takes about 20 calls, so they are cached for a day and outlive
 * the source that read them. After a failure, loading resumes at the same page, even with another source.
 */
export class HotelbedsTables {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #names = noNames();
  #pending = allTables();
  #loadedAtMs = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  async load(client: HotelbedsClient, call: Call): Promise<Read<CodeNames>> {
    if (this.#pending.length === 0 && this.#clock.monotonicMs() - this.#loadedAtMs >= TABLES_AGE_MS) {
      this.#names = noNames();
      this.#pending = allTables();
    }
    for (let next = this.#pending[0]; next !== undefined; next = this.#pending[0]) {
      const { table, from } = next;
      const query = { fields: 'all', language: 'ENG', from: String(from), to: String(from + TABLE_PAGE - 1) };
      const page = await readPage(client, call, table.path, table.name, query);
      if (page.kind !== 'OK') return page;
      // Another source has read the same page in the meantime.
      if (next.from !== from) continue;
      for (const row of page.value.rows) {
        const [code, name] = table.read(asObject(row) ?? {});
        if (name !== null) this.#names[table.name].set(code, name);
      }
      next.from += TABLE_PAGE;
      if (page.value.rows.length === 0 || next.from > page.value.total) this.#pending.shift();
      this.#loadedAtMs = this.#clock.monotonicMs();
    }
    return { kind: 'OK', value: this.#names };
  }
}

function noNames(): CodeNames {
  return { rooms: new Map(), chains: new Map(), accommodations: new Map(), facilities: new Map() };
}

function allTables(): { table: Table; from: number }[] {
  return TABLES.map(table => ({ table, from: 1 }));
}
