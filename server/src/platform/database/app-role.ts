/** Makes sure that the role exists under which the application works: no superuser, bound by row security. */
import { sleep, systemClock } from '../clock.ts';
import { StartError } from '../start-error.ts';
import { APP_ROLE, type Database } from './connect.ts';

const INSUFFICIENT_PRIVILEGE = '42501';
/** Roles belong to the whole server, where another database's start may do the same at this moment. */
const RACE_CODES: ReadonlySet<unknown> = new Set(['42710', '23505', 'XX000']);
const MAX_TRIES = 10;

export async function ensureAppRole(owner: Database): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await createRole(owner);
      return await grantRole(owner);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === INSUFFICIENT_PRIVILEGE) throw await missingPrivilege(owner, error);
      if (!RACE_CODES.has(code) || attempt === MAX_TRIES) throw error;
      await sleep(systemClock, 5 * attempt);
    }
  }
}

async function createRole(owner: Database): Promise<void> {
  const [role] = await owner<{ rolsuper: boolean; rolbypassrls: boolean }[]>`
    SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = ${APP_ROLE}`;
  if (role === undefined) return owner.script(`CREATE ROLE ${APP_ROLE} NOLOGIN`);
  if (role.rolsuper || role.rolbypassrls) {
    throw new StartError(
      `The role ${APP_ROLE} can bypass row security, so organisations would not be kept apart.`,
      `As an administrator run: ALTER ROLE ${APP_ROLE} NOSUPERUSER NOBYPASSRLS;`,
    );
  }
}

/** Whether the owner may act as the role is best learnt by trying: the rules differ between server versions. */
async function grantRole(owner: Database): Promise<void> {
  const tryRole = () => owner.transaction(tx => tx.script(`SET LOCAL ROLE ${APP_ROLE}`));
  try {
    await tryRole();
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    await owner.script(`GRANT ${APP_ROLE} TO CURRENT_USER`);
    await tryRole();
  }
}

async function missingPrivilege(owner: Database, cause: unknown): Promise<StartError> {
  const [row] = await owner<{ name: string }[]>`SELECT quote_ident(session_user) AS name`;
  return new StartError(
    `The database user may not set up the role ${APP_ROLE}.`,
    `As an administrator of the database server run:\n  CREATE ROLE ${APP_ROLE} NOLOGIN;\n  GRANT ${APP_ROLE} TO ${row?.name};`,
    { cause },
  );
}
