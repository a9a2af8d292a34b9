/**
 * The database adapter for the authentication library. Table and column names come from its configuration, and only
 * those listed here are allowed. Values are always passed as parameters.
 */
import { type CleanedWhere, type CustomAdapter, createAdapterFactory } from 'better-auth/adapters';
import type { Database } from '../../../platform/database/connect.ts';
import type { SqlValue, Statement } from '../../../platform/database/statement.ts';

type Row = Record<string, unknown>;

const TABLES: Readonly<Record<string, readonly string[]>> = {
  person: [
    'id',
    'name',
    'email',
    'email_verified',
    'image',
    'two_factor_enabled',
    'created_at',
    'updated_at',
  ],
  person_credential: ['id', 'person_id', 'provider_id', 'account_id', 'password', 'created_at', 'updated_at'],
  person_second_factor: [
    'id',
    'person_id',
    'secret',
    'backup_codes',
    'verified',
    'failed_count',
    'locked_until',
  ],
};

interface FindMany {
  model: string;
  where?: CleanedWhere[] | undefined;
  limit: number;
}

const words = new Map<string, TemplateStringsArray>();
for (const word of [...Object.keys(TABLES), ...Object.values(TABLES).flat()]) {
  words.set(word, Object.assign([word], { raw: [word] }));
}

/** `current` is called for every statement, so that each statement runs in the transaction of its call. */
export function peopleAdapter(current: () => Database) {
  return createAdapterFactory({
    config: { adapterId: 'serai', supportsNumericIds: false, supportsBooleans: true, supportsDates: true },
    adapter: (): CustomAdapter => ({
      async create<T extends Row>({ model, data }: { model: string; data: T }) {
        return (await insertRow(current(), model, data)) as T;
      },
      async findOne<T>({ model, where }: { model: string; where: CleanedWhere[] }) {
        return ((await selectRows(current(), model, where, 1))[0] ?? null) as T | null;
      },
      async findMany<T>({ model, where = [], limit }: FindMany) {
        return (await selectRows(current(), model, where, limit)) as T[];
      },
      async count({ model, where = [] }) {
        return countRows(current(), model, where);
      },
      async update<T>({ model, where, update }: { model: string; where: CleanedWhere[]; update: T }) {
        return ((await updateRows(current(), model, where, update as Row))[0] ?? null) as T | null;
      },
      async updateMany({ model, where, update }) {
        return (await updateRows(current(), model, where, update)).length;
      },
      async delete({ model, where }) {
        await deleteRows(current(), model, where);
      },
      async deleteMany({ model, where }) {
        return (await deleteRows(current(), model, where)).length;
      },
      async consumeOne<T>({ model, where }: { model: string; where: CleanedWhere[] }) {
        return ((await deleteRows(current(), model, where))[0] ?? null) as T | null;
      },
      async incrementOne<T>(change: {
        model: string;
        where: CleanedWhere[];
        increment: Record<string, number>;
        set?: Row | undefined;
      }) {
        const { model, where, increment, set = {} } = change;
        return ((await updateRows(current(), model, where, set, increment))[0] ?? null) as T | null;
      },
    }),
  });
}

async function insertRow(db: Database, table: string, data: Row): Promise<Row | undefined> {
  const columns = Object.keys(data);
  const [row] = await db<Row[]>`
    INSERT INTO ${tableOf(db, table)} (${joined(
      db,
      columns.map(name => columnOf(db, table, name)),
    )})
    VALUES (${joined(
      db,
      columns.map(name => db`${data[name] as SqlValue}`),
    )})
    RETURNING *`;
  return row;
}

async function selectRows(
  db: Database,
  table: string,
  where: readonly CleanedWhere[],
  limit: number,
): Promise<readonly Row[]> {
  return await db<Row[]>`
    SELECT * FROM ${tableOf(db, table)} WHERE ${conditions(db, table, where)} ORDER BY id LIMIT ${limit}`;
}

async function countRows(db: Database, table: string, where: readonly CleanedWhere[]): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM ${tableOf(db, table)} WHERE ${conditions(db, table, where)}`;
  return row?.count ?? 0;
}

async function updateRows(
  db: Database,
  table: string,
  where: readonly CleanedWhere[],
  set: Row,
  increment: Record<string, number> = {},
): Promise<readonly Row[]> {
  const changes = [
    ...Object.entries(set).map(([name, value]) => db`${columnOf(db, table, name)} = ${value as SqlValue}`),
    ...Object.entries(increment).map(([name, delta]) => {
      const column = columnOf(db, table, name);
      return db`${column} = ${column} + ${delta}`;
    }),
  ];
  if (changes.length === 0) throw new Error('nothing to write');
  return await db<Row[]>`
    UPDATE ${tableOf(db, table)} SET ${joined(db, changes)} WHERE ${conditions(db, table, where)} RETURNING *`;
}

async function deleteRows(
  db: Database,
  table: string,
  where: readonly CleanedWhere[],
): Promise<readonly Row[]> {
  return await db<Row[]>`
    DELETE FROM ${tableOf(db, table)} WHERE ${conditions(db, table, where)} RETURNING *`;
}

/**
 * Conditions are combined with AND. Unsupported conditions are rejected, because ignoring them would return more rows.
 */
function conditions(db: Database, table: string, where: readonly CleanedWhere[]): Statement {
  return where.reduce<Statement>((all, { field, operator, value, connector, mode }) => {
    const column = columnOf(db, table, field);
    if (connector !== 'AND' || mode !== 'sensitive') throw new Error(`unsupported condition on ${field}`);
    if (operator === 'eq' && value === null) return db`${all} AND ${column} IS NULL`;
    if (operator === 'eq') return db`${all} AND ${column} = ${value as SqlValue}`;
    if (operator === 'in') return db`${all} AND ${column} = ANY (${value as SqlValue})`;
    if (operator === 'lte') return db`${all} AND ${column} <= ${value as SqlValue}`;
    if (operator === 'gte') return db`${all} AND ${column} >= ${value as SqlValue}`;
    throw new Error(`unsupported condition ${operator} on ${field}`);
  }, db`true`);
}

function joined(db: Database, parts: readonly Statement[]): Statement {
  const [first, ...rest] = parts;
  if (first === undefined) throw new Error('nothing to write');
  return rest.reduce<Statement>((all, part) => db`${all}, ${part}`, first);
}

function tableOf(db: Database, table: string): Statement {
  if (!Object.hasOwn(TABLES, table)) throw new Error(`the table ${table} is not allowed`);
  return db(words.get(table) as TemplateStringsArray);
}

function columnOf(db: Database, table: string, name: string): Statement {
  if (!TABLES[table]?.includes(name)) throw new Error(`${table} has no column ${name}`);
  return db(words.get(name) as TemplateStringsArray);
}
