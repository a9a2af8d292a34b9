/**
 * What the schema guarantees so that partners can be spread over several PostgreSQL clusters (stage S4): every row of a
 * partner names it, and refers only to rows of the same partner or to rows that every cluster has a copy of.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingApp, bookingApp } from '../booking-app.ts';
import { firstPartner } from './first-partner.ts';
import { OPEN_TABLES } from './open-tables.ts';

/** Columns that may be null, each with where the partner of such a row is found. */
const NULLABLE: Readonly<Record<string, string>> = {
  api_key_last_use: 'the partner of its secret',
  api_key_secret: 'the partner of its key',
  booking_attempt: 'the partner of its booking',
  booking_exchange: 'the partner of its booking',
  booking_history: 'the partner of its booking',
  job: 'a job of the installation, which every cluster runs for itself',
  webhook_attempt: 'the partner of its delivery',
  webhook_deleted: 'the partner of the deleted endpoint, written by earlier versions only',
  webhook_secret: 'the partner of its endpoint',
  webhook_slot: 'the partner of its endpoint',
};

/** Tables of the installation to which rows of partners refer, each with how a cluster would have them. */
const SHARED_TARGETS: Readonly<Record<string, string>> = {
  organisation: 'a partner moves with its row; the row of the operator is copied to every cluster',
  person: 'people may belong to several partners, so they would be copied or stay in one central cluster',
  inventory_property:
    'own inventory is one stock for all partners: it stays in one cluster, and holds with it, until it is sold as a provider over the network',
};

let booking: BookingApp;
let owned: { name: string; is_secure: boolean; is_required: boolean; counted: string[] }[];
let references: { child: string; parent: string; columns: string[]; targets: string[] }[];

beforeAll(async () => {
  booking = await bookingApp({});
  await firstPartner(booking, 'https://example.com/nobody-listens');
  const { ownerDb } = booking.app.database;
  owned = await ownerDb`
    SELECT relname::text AS name, relrowsecurity AS is_secure, column_of.attnotnull AS is_required,
      ARRAY(
        SELECT attname::text FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE attrelid = pg_class.oid AND attnum > 0
          AND (attidentity <> '' OR pg_get_expr(adbin, adrelid) LIKE 'nextval%')) AS counted
    FROM pg_class JOIN pg_attribute AS column_of
      ON column_of.attrelid = pg_class.oid AND column_of.attname = 'organisation_id' AND NOT column_of.attisdropped
    WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND NOT relispartition
    ORDER BY relname`;
  references = await ownerDb`
    SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent,
      ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey)) AS columns,
      ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = confrelid AND attnum = ANY (confkey)) AS targets
    FROM pg_constraint
    WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace
    ORDER BY conrelid::regclass::text, conname`;
});
afterAll(async () => {
  await booking.close();
});

const isOwned = (name: string) => owned.some(table => table.name === name);

test('every table is either owned by partners, and has row security, or listed as shared', () => {
  expect(owned.length).toBeGreaterThan(30);
  expect(owned.filter(({ is_secure }) => !is_secure).map(({ name }) => name)).toEqual([]);
  expect(owned.filter(({ name }) => name in OPEN_TABLES).map(({ name }) => name)).toEqual([]);
});

test('every row of a partner names the partner, or a row that does', () => {
  const nullable = owned.filter(({ is_required }) => !is_required).map(({ name }) => name);
  expect(nullable).toEqual(Object.keys(NULLABLE));
});

test('rows of a partner refer only to rows of partners and to the listed shared tables', () => {
  const leaving = references.filter(({ child, parent }) => isOwned(child) && !isOwned(parent));
  expect([...new Set(leaving.map(({ parent }) => parent))].sort()).toEqual(
    Object.keys(SHARED_TARGETS).sort(),
  );
});

test('no shared row refers to a row of a partner', () => {
  expect(references.filter(({ child, parent }) => !isOwned(child) && isOwned(parent))).toEqual([]);
});

test('no row refers to a row of another partner', async () => {
  const { ownerDb } = booking.app.database;
  const between = references.filter(({ child, parent }) => isOwned(child) && isOwned(parent));
  let compared = 0;
  for (const { child, parent, columns, targets } of between) {
    expect([columns.length, targets.length]).toEqual([1, 1]);
    const text = `
      SELECT count(*)::int AS rows,
        count(*) FILTER (WHERE child.organisation_id <> parent.organisation_id)::int AS crossing
      FROM ${child} AS child JOIN ${parent} AS parent ON child.${columns[0]} = parent.${targets[0]}`;
    const [row] = await ownerDb<{ rows: number; crossing: number }[]>(
      Object.assign([text], { raw: [text] }) as TemplateStringsArray,
    );
    expect([child, row?.crossing]).toEqual([child, 0]);
    compared += row?.rows ?? 0;
  }
  expect(between.length).toBeGreaterThan(8);
  expect(compared).toBeGreaterThan(3);
});

test('no id of a partner row is counted, so rows of two clusters never have the same id', () => {
  expect(owned.filter(({ counted }) => counted.length > 0)).toEqual([]);
});
