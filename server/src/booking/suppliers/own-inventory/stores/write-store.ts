/**
 * Writes documents and nights. The caller must have locked the property. The lines of one call never set the same field twice for a
 * night.
 */
import type { InventoryDocument } from '@serai/contract/inventory/inventory-document.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import type { PropertyKey } from './rooms-store.ts';

export type DocumentChange = 'created' | 'changed' | 'unchanged';

export async function writeDocument(
  tx: Database,
  { environment, hotelId }: PropertyKey,
  document: InventoryDocument,
): Promise<DocumentChange> {
  const [row] = await tx<{ is_new: boolean }[]>`
    INSERT INTO inventory_property AS stored (environment, hotel_id, document)
    VALUES (${environment}, ${hotelId}, ${tx.json(document)})
    ON CONFLICT (environment, hotel_id) DO UPDATE
    SET document = excluded.document, document_version = stored.document_version + 1
    WHERE stored.document::jsonb <> excluded.document::jsonb
    RETURNING xmax = 0 AS is_new`;
  if (row === undefined) return 'unchanged';
  return row.is_new ? 'created' : 'changed';
}

/**
 * The nights of a line on the selected weekdays. Both ends are inclusive. In `weekdayBits`, Monday is the lowest bit.
 */
export interface NightLine {
  roomCode: string;
  from: string;
  to: string;
  weekdayBits: number;
}

export interface WrittenCells {
  created: number;
  changed: number;
}

export interface ExceededCell {
  roomCode: string;
  night: string;
  excess: number;
}

/** A total below the number of sold and held rooms is raised to that number, and the difference is stored as excess. */
export async function writeAllotments(
  tx: Database,
  { environment, hotelId }: PropertyKey,
  lines: readonly (NightLine & { total: number })[],
): Promise<WrittenCells & { exceeded: ExceededCell[] }> {
  const rows = await tx<{ isNew: boolean; cells: number; exceeded: ExceededCell[] | null }[]>`
    WITH written AS (
      INSERT INTO inventory_allotment AS cell (environment, hotel_id, night, room_code, total)
      SELECT ${environment}, ${hotelId}, day::date, room_code, total
      FROM unnest(${lines.map(({ roomCode }) => roomCode)}::text[], ${lines.map(({ from }) => from)}::date[],
          ${lines.map(({ to }) => to)}::date[], ${lines.map(({ weekdayBits }) => weekdayBits)}::integer[],
          ${lines.map(({ total }) => total)}::integer[]) AS line (room_code, first, last, weekdays, total),
        generate_series(first, last, '1 day') AS day
      WHERE weekdays >> (extract(isodow FROM day)::integer - 1) & 1 = 1
      ON CONFLICT (environment, hotel_id, night, room_code) DO UPDATE
      SET total = greatest(excluded.total, cell.sold + cell.held),
        excess = greatest(0, cell.sold + cell.held - excluded.total)
      WHERE cell.total - cell.excess <> excluded.total
      RETURNING room_code, night, excess, xmax = 0 AS is_new
    )
    SELECT is_new AS "isNew", count(*)::integer AS cells,
      json_agg(json_build_object('roomCode', room_code, 'night', night, 'excess', excess) ORDER BY room_code, night)
        FILTER (WHERE excess > 0) AS exceeded
    FROM written GROUP BY is_new`;
  return { ...counted(rows), exceeded: rows.flatMap(({ exceeded }) => exceeded ?? []) };
}

/** The fields that a line sets. Null clears a value. Amounts are in minor units. */
export interface RateFields {
  amount?: number | null | undefined;
  byAdults?: Readonly<Record<string, number | null>> | undefined;
  extraAdult?: number | null | undefined;
  children?: Readonly<Record<string, number | null>> | undefined;
  stopSell?: boolean | null | undefined;
  closedToArrival?: boolean | null | undefined;
  closedToDeparture?: boolean | null | undefined;
  minStayArrival?: number | null | undefined;
  minStayThrough?: number | null | undefined;
  maxStay?: number | null | undefined;
  minAdvance?: number | null | undefined;
  maxAdvance?: number | null | undefined;
}

export type NewRateLine = NightLine & { planCode: string } & RateFields;

/** Lines that set the same fields are written in one statement. */
export async function writeRates(
  tx: Database,
  property: PropertyKey,
  lines: readonly NewRateLine[],
): Promise<WrittenCells> {
  const total = { created: 0, changed: 0 };
  for (const group of Map.groupBy(lines, fieldsOf).values()) {
    const { created, changed } = await writeGroup(tx, property, group);
    total.created += created;
    total.changed += changed;
  }
  if (lines.some(clearsValue)) await tidyRates(tx, property);
  return total;
}

const FIELDS = [
  'amount',
  'byAdults',
  'extraAdult',
  'children',
  'stopSell',
  'closedToArrival',
  'closedToDeparture',
  'minStayArrival',
  'minStayThrough',
  'maxStay',
  'minAdvance',
  'maxAdvance',
] as const satisfies readonly (keyof RateFields)[];

function fieldsOf(line: NewRateLine): string {
  return FIELDS.flatMap(name => {
    const value = line[name];
    if (value === undefined) return [];
    return typeof value === 'object' && value !== null
      ? Object.keys(value).map(key => `${name}.${key}`)
      : [name];
  })
    .sort()
    .join(' ');
}

function clearsValue(line: NewRateLine): boolean {
  return FIELDS.some(name => {
    const value = line[name];
    return value === null || (typeof value === 'object' && Object.values(value).includes(null));
  });
}

async function writeGroup(
  tx: Database,
  { environment, hotelId }: PropertyKey,
  lines: readonly NewRateLine[],
): Promise<WrittenCells> {
  const values = <K extends keyof NewRateLine>(name: K) => lines.map(line => line[name] ?? null) as never[];
  const maps = (name: 'byAdults' | 'children') =>
    lines.map(line => (line[name] === undefined ? null : JSON.stringify(line[name])));
  const has = (name: keyof RateFields) => lines[0]?.[name] !== undefined;
  const rows = await tx<{ isNew: boolean; cells: number }[]>`
    WITH written AS (
      INSERT INTO inventory_rate AS cell (environment, hotel_id, night, plan_code, room_code, amount, by_adults,
        extra_adult, children, stop_sell, closed_to_arrival, closed_to_departure, min_stay_arrival, min_stay_through,
        max_stay, min_advance, max_advance)
      SELECT ${environment}, ${hotelId}, day::date, plan_code, room_code, amount, by_adults::jsonb, extra_adult,
        children::jsonb, stop_sell, to_arrival, to_departure, stay_arrival, stay_through, max_stay, min_advance, max_advance
      FROM unnest(${values('planCode')}::text[], ${values('roomCode')}::text[], ${values('from')}::date[],
          ${values('to')}::date[], ${values('weekdayBits')}::integer[], ${values('amount')}::bigint[],
          ${maps('byAdults')}::text[], ${values('extraAdult')}::bigint[], ${maps('children')}::text[],
          ${values('stopSell')}::boolean[], ${values('closedToArrival')}::boolean[],
          ${values('closedToDeparture')}::boolean[], ${values('minStayArrival')}::smallint[],
          ${values('minStayThrough')}::smallint[], ${values('maxStay')}::smallint[], ${values('minAdvance')}::smallint[],
          ${values('maxAdvance')}::smallint[])
        AS line (plan_code, room_code, first, last, weekdays, amount, by_adults, extra_adult, children, stop_sell,
          to_arrival, to_departure, stay_arrival, stay_through, max_stay, min_advance, max_advance),
        generate_series(first, last, '1 day') AS day
      WHERE weekdays >> (extract(isodow FROM day)::integer - 1) & 1 = 1
      ON CONFLICT (environment, hotel_id, night, plan_code, room_code) DO UPDATE SET
        amount = CASE WHEN ${has('amount')} THEN excluded.amount ELSE cell.amount END,
        by_adults = CASE WHEN ${has('byAdults')} THEN coalesce(cell.by_adults, '{}') || excluded.by_adults ELSE cell.by_adults END,
        extra_adult = CASE WHEN ${has('extraAdult')} THEN excluded.extra_adult ELSE cell.extra_adult END,
        children = CASE WHEN ${has('children')} THEN coalesce(cell.children, '{}') || excluded.children ELSE cell.children END,
        stop_sell = CASE WHEN ${has('stopSell')} THEN excluded.stop_sell ELSE cell.stop_sell END,
        closed_to_arrival = CASE WHEN ${has('closedToArrival')} THEN excluded.closed_to_arrival ELSE cell.closed_to_arrival END,
        closed_to_departure = CASE WHEN ${has('closedToDeparture')} THEN excluded.closed_to_departure ELSE cell.closed_to_departure END,
        min_stay_arrival = CASE WHEN ${has('minStayArrival')} THEN excluded.min_stay_arrival ELSE cell.min_stay_arrival END,
        min_stay_through = CASE WHEN ${has('minStayThrough')} THEN excluded.min_stay_through ELSE cell.min_stay_through END,
        max_stay = CASE WHEN ${has('maxStay')} THEN excluded.max_stay ELSE cell.max_stay END,
        min_advance = CASE WHEN ${has('minAdvance')} THEN excluded.min_advance ELSE cell.min_advance END,
        max_advance = CASE WHEN ${has('maxAdvance')} THEN excluded.max_advance ELSE cell.max_advance END
      WHERE (${has('amount')} AND cell.amount IS DISTINCT FROM excluded.amount)
        OR (${has('byAdults')} AND NOT coalesce(cell.by_adults, '{}') @> excluded.by_adults)
        OR (${has('extraAdult')} AND cell.extra_adult IS DISTINCT FROM excluded.extra_adult)
        OR (${has('children')} AND NOT coalesce(cell.children, '{}') @> excluded.children)
        OR (${has('stopSell')} AND cell.stop_sell IS DISTINCT FROM excluded.stop_sell)
        OR (${has('closedToArrival')} AND cell.closed_to_arrival IS DISTINCT FROM excluded.closed_to_arrival)
        OR (${has('closedToDeparture')} AND cell.closed_to_departure IS DISTINCT FROM excluded.closed_to_departure)
        OR (${has('minStayArrival')} AND cell.min_stay_arrival IS DISTINCT FROM excluded.min_stay_arrival)
        OR (${has('minStayThrough')} AND cell.min_stay_through IS DISTINCT FROM excluded.min_stay_through)
        OR (${has('maxStay')} AND cell.max_stay IS DISTINCT FROM excluded.max_stay)
        OR (${has('minAdvance')} AND cell.min_advance IS DISTINCT FROM excluded.min_advance)
        OR (${has('maxAdvance')} AND cell.max_advance IS DISTINCT FROM excluded.max_advance)
      RETURNING xmax = 0 AS is_new
    )
    SELECT is_new AS "isNew", count(*)::integer AS cells FROM written GROUP BY is_new`;
  return counted(rows);
}

/** Removes cleared values: nulls inside maps, and rows without any values. */
async function tidyRates(tx: Database, { environment, hotelId }: PropertyKey): Promise<void> {
  await tx`
    UPDATE inventory_rate
    SET by_adults = nullif(jsonb_strip_nulls(by_adults), '{}'), children = nullif(jsonb_strip_nulls(children), '{}')
    WHERE environment = ${environment} AND hotel_id = ${hotelId}
      AND (jsonb_path_exists(by_adults, '$.* ? (@ == null)') OR jsonb_path_exists(children, '$.* ? (@ == null)'))`;
  await tx`
    DELETE FROM inventory_rate
    WHERE environment = ${environment} AND hotel_id = ${hotelId}
      AND num_nonnulls(amount, by_adults, extra_adult, children, stop_sell, closed_to_arrival, closed_to_departure,
        min_stay_arrival, min_stay_through, max_stay, min_advance, max_advance) = 0`;
}

export async function raiseRatesVersion(tx: Database, { environment, hotelId }: PropertyKey): Promise<void> {
  await tx`
    UPDATE inventory_property SET rates_version = rates_version + 1
    WHERE environment = ${environment} AND hotel_id = ${hotelId}`;
}

function counted(rows: readonly { isNew: boolean; cells: number }[]): WrittenCells {
  const of = (isNew: boolean) => rows.find(row => row.isNew === isNew)?.cells ?? 0;
  return { created: of(true), changed: of(false) };
}
