/** Ensures that the application roles exist, are no superusers, and are subject to row security. */
import { systemClock } from '../../clock.ts';
import { retry } from '../../retry.ts';
import { StartError } from '../../start-error.ts';
import type { Database } from '../connect.ts';
import { PREVIOUS_ROLE, ROLES, SCOPED_ROLE, SERVICE_ROLE } from '../database-roles.ts';

const INSUFFICIENT_PRIVILEGE = '42501';
/** Roles belong to the whole server, so a process of another database may be creating them at the same time. */
const RACE_CODES: ReadonlySet<unknown> = new Set(['42710', '23505', 'XX000']);
const MAX_TRIES = 10;

export async function ensureAppRole(owner: Database): Promise<void> {
  try {
    await retry(() => setUpRoles(owner), {
      clock: systemClock,
      maxAttempts: MAX_TRIES,
      isRetryable: error => RACE_CODES.has((error as { code?: string }).code),
      delayMs: attempt => 5 * attempt,
    });
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw await missingPrivilege(owner, error);
  }
}

async function setUpRoles(owner: Database): Promise<void> {
  for (const role of ROLES) {
    await createRole(owner, role);
    await grantRole(owner, role);
  }
  await checkMembers(owner);
}

/** Switches to the owner, because the sessions of a pooler may start with another role. */
function asOwner<T>(owner: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return owner.transaction(async tx => {
    await tx.script('SET LOCAL ROLE none');
    return work(tx);
  });
}

async function createRole(owner: Database, name: string): Promise<void> {
  const [role] = await owner<{ rolsuper: boolean; rolbypassrls: boolean }[]>`
    SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = ${name}`;
  if (role === undefined) return asOwner(owner, tx => tx.script(`CREATE ROLE ${name} NOLOGIN`));
  if (role.rolsuper || role.rolbypassrls) {
    throw new StartError(
      `The role ${name} can bypass row security, so partners would not be isolated.`,
      `As an administrator run: ALTER ROLE ${name} NOSUPERUSER NOBYPASSRLS;`,
    );
  }
}

/** Tries the role to find out whether the owner may use it, because the rules differ between server versions. */
async function grantRole(owner: Database, name: string): Promise<void> {
  const tryRole = () => owner.transaction(tx => tx.script(`SET LOCAL ROLE ${name}`));
  try {
    await tryRole();
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    await asOwner(owner, tx => tx.script(`GRANT ${name} TO CURRENT_USER`));
    await tryRole();
  }
}

/** Checks role membership, because a policy also applies to roles that inherit the role it was created for. */
async function checkMembers(owner: Database): Promise<void> {
  const [row] = await asOwner(
    owner,
    async tx =>
      await tx<{ name: string; is_blind: boolean; is_wide: boolean }[]>`
        SELECT quote_ident(current_user) AS name, NOT pg_has_role(current_user, ${SERVICE_ROLE}, 'USAGE') AS is_blind,
          pg_has_role(${SCOPED_ROLE}, ${SERVICE_ROLE}, 'MEMBER')
            OR pg_has_role(${SCOPED_ROLE}, ${PREVIOUS_ROLE}, 'MEMBER') AS is_wide`,
  );
  if (row?.is_wide) {
    throw new StartError(
      `The role ${SCOPED_ROLE} is a member of another application role, so partners would not be isolated.`,
      `As an administrator run: REVOKE ${SERVICE_ROLE}, ${PREVIOUS_ROLE} FROM ${SCOPED_ROLE};`,
    );
  }
  if (row?.is_blind) {
    throw new StartError(
      `The database user does not inherit the role ${SERVICE_ROLE}, so migrations would not see the rows they change.`,
      `As an administrator run: ALTER ROLE ${row.name} INHERIT; GRANT ${SERVICE_ROLE} TO ${row.name};`,
    );
  }
}

async function missingPrivilege(owner: Database, cause: unknown): Promise<StartError> {
  const [row] = await owner<{ name: string }[]>`SELECT quote_ident(session_user) AS name`;
  const known = new Set(
    (await owner<{ rolname: string }[]>`SELECT rolname FROM pg_roles`).map(role => role.rolname),
  );
  const missing = ROLES.filter(role => !known.has(role)).map(role => `CREATE ROLE ${role} NOLOGIN;`);
  return new StartError(
    `The database user is not allowed to create the roles ${ROLES.join(', ')}.`,
    [
      'As an administrator of the database server run:',
      ...[...missing, `GRANT ${ROLES.join(', ')} TO ${row?.name};`].map(line => `  ${line}`),
    ].join('\n'),
    { cause },
  );
}
