/**
 * A database as the version before partners left it: two organisations with people of all four roles, sessions,
 * sign-in links, keys, bookings and provider connections. The current version creates the keys and bookings,
 * because the format of their rows has not changed since then.
 */
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { ENVIRONMENTS } from '@serai/contract/shared/answer.ts';
import { hashToken } from '../src/account/access/hash-token.ts';
import type { Database } from '../src/platform/database/connect.ts';
import { applyMigrations } from '../src/platform/database/schema/migrate.ts';
import { readMigrations } from '../src/platform/database/schema/migration-files.ts';
import { MIGRATIONS } from '../src/start-database.ts';
import { bookingApp, STAY } from './booking-app.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { PASSWORD } from './people.ts';

export const LAST_MIGRATION = 35;
export const FORMER_ROLES = ['owner', 'admin', 'developer', 'read-only'] as const;
export const OPERATOR_TOKEN = 'serai_operator_of_the_version_before';
export const FIRST = 'org_first';
export const SECOND = 'org_second';

type Organisation = typeof FIRST | typeof SECOND;
type FormerRole = (typeof FORMER_ROLES)[number];

export const emailOf = (organisation: Organisation, role: FormerRole) =>
  `${role}@${organisation.slice(4)}.example`;
export const sessionToken = (organisation: Organisation, role: FormerRole) =>
  `session ${organisation} ${role}`;
/** The token of a session that was opened by a one-time link with the role `developer`. */
export const linkSessionToken = (organisation: Organisation) => `link session ${organisation}`;
/** The token of an unused one-time link with the role `admin`. */
export const linkToken = (organisation: Organisation) => `link ${organisation}`;

export interface VersionBefore {
  database: TestDatabase;
  /** API keys and booking ids, by organisation. */
  secrets: Record<Organisation, string>;
  bookingIds: Record<Organisation, string>;
}

export async function versionBefore(): Promise<VersionBefore> {
  const made = await makeRows();
  const database = await testDatabase({ empty: true });
  const { ownerDb } = database;
  const migrations = (await readMigrations(MIGRATIONS)).filter(({ number }) => number <= LAST_MIGRATION);
  await ownerDb.transaction(async tx => {
    await applyMigrations(tx, migrations);
    await tx`
      INSERT INTO organisation (id, name, created_at, default_currency, require_second_factor, guest_days)
      VALUES (${FIRST}, 'Serai Hotels', '2026-01-01', 'GBP', false, 30), (${SECOND}, 'Northern Travel', '2026-02-01', 'EUR', false, NULL)`;
    await tx.script('SET LOCAL session_replication_role = replica');
    for (const { table, rows } of made.copied) {
      const [found] = await tx<{ is_there: boolean }[]>`SELECT to_regclass(${table}) IS NOT NULL AS is_there`;
      if (!found?.is_there) continue;
      const [before, after] = [
        `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, `,
        '::text::json)',
      ];
      await tx(template(before, after), rows);
    }
    await tx.script('SET LOCAL session_replication_role = origin');
    for (const organisation of [FIRST, SECOND] as const) await insertPeople(tx, organisation);
    for (const environment of ENVIRONMENTS) {
      await tx`
        INSERT INTO provider_connection (organisation_id, environment, code, name, enabled, preference, created_at, updated_at)
        VALUES (${FIRST}, ${environment}, 'own', 'Rooms of ours', true, 7, now(), now()),
               (${SECOND}, ${environment}, 'own', 'Not for us', false, 9, now(), now())`;
    }
    await tx`
      INSERT INTO operator_token_selection (token_hash, organisation_id) VALUES (${hashToken(OPERATOR_TOKEN)}, ${FIRST})`;
  });
  return { database, secrets: made.secrets, bookingIds: made.bookingIds };
}

async function insertPeople(tx: Database, organisation: Organisation): Promise<void> {
  const inAnHour = new Date(Date.now() + 3_600_000);
  for (const role of FORMER_ROLES) {
    const email = emailOf(organisation, role);
    await tx`
      INSERT INTO person (id, name, email) VALUES (${`per_${email}`}, 'Ivo', ${email}) ON CONFLICT (email) DO NOTHING`;
    const [{ id } = { id: '' }] = await tx<{ id: string }[]>`SELECT id FROM person WHERE email = ${email}`;
    await tx`
      INSERT INTO member (id, organisation_id, person_id, email, role, created_at)
      VALUES (${`mbr_${organisation}_${role}`}, ${organisation}, ${id}, ${email}, ${role}, now())`;
    await tx`
      INSERT INTO operator_session (id, token_hash, organisation_id, actor, person_id, expires_at)
      VALUES (${`ses_${organisation}_${role}`}, ${hashToken(sessionToken(organisation, role))}, ${organisation}, ${email}, ${id},
        ${inAnHour})`;
  }
  await tx`
    INSERT INTO operator_session (id, token_hash, organisation_id, actor, role, expires_at)
    VALUES (${`ses_${organisation}`}, ${hashToken(linkSessionToken(organisation))}, ${organisation}, 'link', 'developer', ${inAnHour})`;
  await tx`
    INSERT INTO sign_in_link (token_hash, organisation_id, role, expires_at)
    VALUES (${hashToken(linkToken(organisation))}, ${organisation}, 'admin', ${inAnHour})`;
}

/**
 * Tables whose rows are not copied, because this file writes them itself or because they belong to the original
 * requests.
 */
const NOT_COPIED =
  /^(organisation|member|operator_session|operator_token_selection|sign_in_link|provider_connection|request_log.*|usage_.*|audit_entry|job)$/;

async function makeRows() {
  const booking = await bookingApp();
  try {
    const { app } = booking;
    const { ownerDb } = app.database;
    await ownerDb`INSERT INTO organisation (id, name) VALUES (${FIRST}, 'First'), (${SECOND}, 'Second')`;
    const secrets = {} as Record<Organisation, string>;
    const bookingIds = {} as Record<Organisation, string>;
    for (const partnerId of [FIRST, SECOND] as const) {
      const { secret: key } = await app.createKey({ partnerId, name: 'Website' });
      secrets[partnerId] = key;
      const search = { ...STAY, hotelIds: [scenarioHotelId('ok')] };
      const found = await booking.call('availability', search, { key });
      const quote = await booking.call(
        'prebooking',
        { offerId: found.json.hotels[0].offers[0].offerId },
        { key },
      );
      const booked = await booking.call('booking', booking.bookingOf(quote.json), { key });
      bookingIds[partnerId] = booked.json.booking.bookingId;
      await signUp(partnerId, emailOf(partnerId, 'owner'));
    }
    return { secrets, bookingIds, copied: await readRows(ownerDb) };

    async function signUp(partnerId: string, email: string) {
      const link = await app.operate('session/create-link', { partnerId });
      const person = { name: 'Ana', email, password: PASSWORD, token: link.json.url.split('#')[1] };
      const origin = app.dashboardUrl as string;
      const { status, text } = await app.operate('session/sign-up', person, { origin, authorization: '' });
      if (status !== 200) throw new Error(text);
    }
  } finally {
    await booking.close();
  }
}

/** The accounts of the owners, and everything that belongs to one of the two organisations. */
async function readRows(db: Database): Promise<{ table: string; rows: string }[]> {
  const owned = await db<{ table: string }[]>`
    SELECT table_name AS table FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'organisation_id' ORDER BY 1`;
  const tables = owned.map(({ table }) => table).filter(table => !NOT_COPIED.test(table));
  const isOwned = `WHERE t.organisation_id IN ('${FIRST}', '${SECOND}')`;
  const copied = [];
  for (const table of ['person', 'person_credential', ...tables]) {
    const condition = table.startsWith('person') ? '' : isOwned;
    const [row] = await db<{ rows: string }[]>(
      template(`SELECT coalesce(json_agg(t), '[]')::text AS rows FROM ${table} t ${condition}`),
    );
    if (row !== undefined && row.rows !== '[]') copied.push({ table, rows: row.rows });
  }
  return copied;
}

function template(...texts: string[]): TemplateStringsArray {
  return Object.assign(texts, { raw: texts });
}
