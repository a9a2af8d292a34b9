/** Reads table and routine definitions from the PostgreSQL system catalogue. Every list has a fixed order. */
import type { Database } from '../../../server/src/platform/database/connect.ts';

export interface Column {
  name: string;
  /** The type as written in SQL, such as `character varying(3)` or `text[]`. */
  type: string;
  /** The element type of an array, or the base type of a domain. */
  base_type: string;
  is_array: boolean;
  not_null: boolean;
  default_value: string | null;
  identity: '' | 'a' | 'd';
  generated: '' | 's' | 'v';
}

export interface Definition {
  name: string;
  definition: string;
}

export interface Policy {
  name: string;
  permissive: 'PERMISSIVE' | 'RESTRICTIVE';
  roles: string[];
  command: string;
  using_expression: string | null;
  check_expression: string | null;
}

export interface Grant {
  grantee: string;
  privileges: string[];
}

export interface Table {
  name: string;
  comment: string | null;
  partition_key: string | null;
  partition_of: string | null;
  partition_bound: string | null;
  row_security: boolean;
  forced_row_security: boolean;
  columns: Column[];
  constraints: Definition[];
  indexes: Definition[];
  triggers: Definition[];
  policies: Policy[];
  grants: Grant[];
}

export interface Routine extends Definition {
  signature: string;
  grants: Grant[];
}

export interface View extends Definition {
  options: string[];
  grants: Grant[];
}

export interface Catalogue {
  extensions: string[];
  enums: { name: string; labels: string[] }[];
  tables: Table[];
  views: View[];
  routines: Routine[];
}

export async function readCatalogue(db: Database): Promise<Catalogue> {
  return {
    extensions: (
      await db<{ name: string }[]>`
      SELECT extname AS name FROM pg_extension WHERE extname <> 'plpgsql' ORDER BY 1`
    ).map(({ name }) => name),
    enums: await db<Catalogue['enums']>`
      SELECT typname AS name, array_agg(enumlabel::text ORDER BY enumsortorder) AS labels
      FROM pg_type JOIN pg_enum ON enumtypid = pg_type.oid
      WHERE typnamespace = 'public'::regnamespace GROUP BY typname ORDER BY typname`,
    tables: await readTables(db),
    views: await readViews(db),
    routines: await readRoutines(db),
  };
}

async function readTables(db: Database): Promise<Table[]> {
  const tables = await db<
    (Omit<Table, 'columns' | 'constraints' | 'indexes' | 'triggers' | 'policies' | 'grants'> & {
      id: number;
    })[]
  >`
    SELECT oid::bigint AS id, relname AS name, obj_description(oid, 'pg_class') AS comment,
      pg_get_partkeydef(oid) AS partition_key, pg_get_expr(relpartbound, oid) AS partition_bound,
      (SELECT inhparent::regclass::text FROM pg_inherits WHERE inhrelid = c.oid AND c.relispartition) AS partition_of,
      relrowsecurity AS row_security, relforcerowsecurity AS forced_row_security
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname`;
  const complete: Table[] = [];
  for (const { id, ...table } of tables)
    complete.push({ ...table, ...(await readTableParts(db, id, table.name)) });
  return complete;
}

async function readTableParts(db: Database, id: number, name: string) {
  return {
    columns: await db<Column[]>`
      SELECT attname AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS not_null,
        t.typcategory = 'A' AS is_array,
        format_type(CASE WHEN t.typcategory = 'A' THEN t.typelem WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END,
          NULL) AS base_type,
        pg_get_expr(adbin, adrelid) AS default_value, attidentity::text AS identity, attgenerated::text AS generated
      FROM pg_attribute a JOIN pg_type t ON t.oid = atttypid
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      WHERE attrelid = ${id}::oid AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    constraints: await db<Definition[]>`
      SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE conrelid = ${id}::oid AND contype IN ('p', 'u', 'f', 'c', 'x')
      ORDER BY array_position('{p,u,x,f,c}'::text[], contype::text), conname`,
    indexes: await db<Definition[]>`
      SELECT c.relname AS name, pg_get_indexdef(indexrelid) AS definition
      FROM pg_index JOIN pg_class c ON c.oid = indexrelid
      WHERE indrelid = ${id}::oid AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = indrelid)
      ORDER BY c.relname`,
    triggers: await db<Definition[]>`
      SELECT tgname AS name, pg_get_triggerdef(oid) AS definition FROM pg_trigger
      WHERE tgrelid = ${id}::oid AND NOT tgisinternal ORDER BY tgname`,
    policies: await db<Policy[]>`
      SELECT policyname AS name, permissive, roles::text[] AS roles, cmd AS command, qual AS using_expression,
        with_check AS check_expression
      FROM pg_policies WHERE schemaname = 'public' AND tablename = ${name} ORDER BY policyname`,
    grants: await db<Grant[]>`
      WITH granted AS (
        SELECT grantee, privilege_type AS privilege FROM pg_class, aclexplode(relacl)
        WHERE pg_class.oid = ${id}::oid AND grantee <> relowner
        UNION ALL
        SELECT grantee, privilege_type || ' (' || string_agg(quote_ident(attname), ', ' ORDER BY attnum) || ')'
        FROM pg_attribute, aclexplode(attacl) WHERE attrelid = ${id}::oid GROUP BY grantee, privilege_type
      )
      SELECT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END AS grantee,
        array_agg(privilege ORDER BY privilege) AS privileges
      FROM granted GROUP BY granted.grantee ORDER BY 1`,
  };
}

async function readViews(db: Database): Promise<View[]> {
  return db<View[]>`
    SELECT relname AS name, pg_get_viewdef(c.oid) AS definition, coalesce(reloptions, '{}') AS options,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('grantee', who, 'privileges', what) ORDER BY who)
        FROM (
          SELECT grantee::regrole::text AS who, array_agg(privilege_type ORDER BY privilege_type) AS what
          FROM aclexplode(c.relacl) WHERE grantee <> c.relowner GROUP BY grantee
        ) AS granted
      ), '[]') AS grants
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('v', 'm') ORDER BY relname`;
}

/** Excludes routines that belong to an extension. */
async function readRoutines(db: Database): Promise<Routine[]> {
  return db<Routine[]>`
    SELECT proname AS name, p.oid::regprocedure::text AS signature, pg_get_functiondef(p.oid) AS definition,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('grantee', who, 'privileges', jsonb_build_array('EXECUTE')) ORDER BY who)
        FROM (
          SELECT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END AS who
          FROM aclexplode(p.proacl) WHERE grantee <> p.proowner
        ) AS granted
      ), '[]') AS grants
    FROM pg_proc p
    WHERE pronamespace = 'public'::regnamespace AND prokind IN ('f', 'p')
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
    ORDER BY signature`;
}
