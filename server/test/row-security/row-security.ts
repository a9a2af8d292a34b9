import type { Database } from '../../src/platform/database/connect.ts';

export interface ProtectedTable {
  name: string;
  organisation: 'id' | 'organisation_id';
  hasEnvironment: boolean;
  /** Whether a row may inherit its organisation from its parent. */
  hasParent: boolean;
}

interface TableFacts {
  name: string;
  columns: string[];
  enabled: boolean;
  forced: boolean;
  policies: Record<string, string> | null;
}

/** Leaves partitions out, because they can be reached only through their table. Only the owner has rights on them. */
async function readTables(db: Database): Promise<TableFacts[]> {
  return db<TableFacts[]>`
    SELECT relname::text AS name, relrowsecurity AS enabled, relforcerowsecurity AS forced,
      ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped) AS columns,
      (SELECT jsonb_object_agg(array_to_string(roles, ','), qual) FROM pg_policies
       WHERE schemaname = 'public' AND tablename = relname AND cmd = 'ALL' AND permissive = 'PERMISSIVE') AS policies
    FROM pg_class c
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`;
}

export async function listProtected(db: Database): Promise<ProtectedTable[]> {
  const tables = await readTables(db);
  return tables
    .filter(({ enabled }) => enabled)
    .map(({ name, columns, policies }) => ({
      name,
      organisation: name === 'organisation' ? 'id' : 'organisation_id',
      hasEnvironment: columns.includes('environment'),
      hasParent: policies?.serai_scoped?.includes('EXISTS') ?? false,
    }));
}

/**
 * Reports tables that are neither protected by `serai_protect` nor listed as open, and listed tables that are
 * protected, have an organisation or do not exist.
 */
export async function findUnprotected(db: Database, open: readonly string[]): Promise<string[]> {
  const tables = await readTables(db);
  const gone = open.filter(name => !tables.some(table => table.name === name));
  return [
    ...gone.map(name => `${name} is listed and does not exist`),
    ...tables.flatMap(table => {
      const isOpen = open.includes(table.name);
      if (isOpen && table.enabled) return [`${table.name} is listed as open and is protected`];
      if (isOpen && table.columns.includes('organisation_id'))
        return [`${table.name} is listed as open and has an organisation`];
      return isOpen ? [] : faultsOf(table);
    }),
  ];
}

function faultsOf({ name, columns, enabled, forced, policies }: TableFacts): string[] {
  if (!enabled) return [`${name} has no row security`];
  const scoped = policies?.serai_scoped ?? '';
  const faults = [
    [!forced, 'does not bind its owner'],
    [
      !scoped.includes("current_setting('serai.organisation'::text, true)"),
      'does not ask for the organisation',
    ],
    [
      columns.includes('environment') && !scoped.includes('serai.environment'),
      'does not ask for the environment',
    ],
    [
      Object.keys(policies ?? {})
        .sort()
        .join() !== 'serai_app,serai_scoped,serai_service',
      'has other policies',
    ],
  ] as const;
  return faults.filter(([isSo]) => isSo).map(([, what]) => `${name} ${what}`);
}
