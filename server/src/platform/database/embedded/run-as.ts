/**
 * Determines which user runs the server process. PostgreSQL refuses to run as root. Root therefore starts it in a
 * separate user namespace or, if that is not allowed (as in a chroot), as the unprivileged user `nobody`. Each option
 * is tested first.
 */
import { execFile } from 'node:child_process';
import { chmod, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../../start-error.ts';

const run = promisify(execFile);

export interface RunAs {
  /** Command line words that precede the command. */
  prefix: readonly string[];
  /** The owner of the server's files. */
  owner: { uid: number; gid: number };
  spawn: { uid?: number; gid?: number; env: Record<string, string> };
}

export const NOBODY = 65534;
const PROBE_TIMEOUT_MS = 10_000;
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const USER_NAMESPACE = ['unshare', '-U', '--'];
/**
 * Lets `nobody` enter folders that only root may enter, such as /root. The securebit keeps the capability for programs
 * that call access(), as initdb does.
 */
const NOBODY_WITH_SEARCH_CAPABILITY = [
  'setpriv',
  ...['--securebits', '+no_setuid_fixup'],
  ...['--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups'],
  ...['--inh-caps', '+dac_read_search', '--ambient-caps', '+dac_read_search', '--'],
];
/** Stops the server if this process dies. This must come last, because a change of user would reset it. */
const DIE_WITH_PARENT = ['setpriv', '--pdeathsig', 'INT', '--'];

interface RunAsOptions {
  postgres: string;
  dataDir: string;
  /** The owner of an existing cluster. The server must be able to read its files. */
  clusterOwner?: number | undefined;
  env?: Record<string, string>;
}

export async function chooseRunAs({ postgres, dataDir, clusterOwner, env }: RunAsOptions): Promise<RunAs> {
  const failures: string[] = [];
  for (const candidate of candidates({ ...environment(postgres), ...env }, clusterOwner)) {
    if (candidate.spawn.uid === NOBODY) await letThrough(dataDir);
    const failure = await test(candidate, postgres, dataDir);
    if (failure === undefined) return candidate;
    failures.push(failure);
  }
  throw await noIdentity(postgres, dataDir, failures);
}

function candidates(env: Record<string, string>, clusterOwner: number | undefined): RunAs[] {
  const uid = process.getuid?.() ?? 0;
  const self = { owner: { uid, gid: process.getgid?.() ?? 0 }, spawn: { env } };
  const nobody = { owner: { uid: NOBODY, gid: NOBODY } };
  const inNamespace = { ...self, prefix: USER_NAMESPACE };
  const ways: RunAs[] = [];
  if (uid !== 0) {
    // initdb needs a name for its user. In a user namespace, every user is `nobody`.
    ways.push(hasName() || clusterOwner !== undefined ? { ...self, prefix: [] } : inNamespace);
  } else {
    if (clusterOwner !== NOBODY) ways.push(inNamespace);
    ways.push({ ...nobody, prefix: [], spawn: { uid: NOBODY, gid: NOBODY, env } });
    ways.push({ ...nobody, prefix: NOBODY_WITH_SEARCH_CAPABILITY, spawn: { env } });
  }
  return ways.flatMap(way => [{ ...way, prefix: [...way.prefix, ...DIE_WITH_PARENT] }, way]);
}

/**
 * The server must not inherit variables such as PGDATA or PGOPTIONS. Its messages must be in English, because they are
 * parsed. Without /proc, the loader only finds the shared libraries through LD_ORIGIN_PATH.
 */
function environment(postgres: string): Record<string, string> {
  return { PATH: SYSTEM_PATH, LC_ALL: 'C', LD_ORIGIN_PATH: dirname(postgres) };
}

/** Returns an error message if the server cannot run as this user. */
async function test(way: RunAs, postgres: string, dataDir: string): Promise<string | undefined> {
  const probe = ['/bin/sh', '-c', 'cd "$1" && exec "$2" --version', 'sh', dataDir, postgres];
  const [command = '', ...args] = [...way.prefix, ...probe];
  try {
    await run(command, args, { ...way.spawn, cwd: '/', timeout: PROBE_TIMEOUT_MS });
    return undefined;
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    return stderr?.trim() || message;
  }
}

/** Lets other users pass through the data folder without listing its contents. */
async function letThrough(dataDir: string): Promise<void> {
  const { mode } = await stat(dataDir);
  if ((mode & 0o001) === 0) await chmod(dataDir, (mode & 0o777) | 0o001);
}

async function noIdentity(postgres: string, dataDir: string, failures: string[]): Promise<StartError> {
  let reason = failures.at(-1) ?? 'unknown';
  if (process.getuid?.() !== 0) {
    if (!hasName()) reason += ' (and this user has no name in /etc/passwd, which PostgreSQL requires)';
    return new StartError(
      `The embedded database cannot be run here: ${reason}`,
      'Check that the packages are installed for this system, or set DATABASE_URL to a PostgreSQL server.',
    );
  }
  const closed = (await closedFolder(dataDir)) ?? (await closedFolder(dirname(postgres)));
  const where = closed === undefined ? '' : ` User "nobody" is not allowed to access ${closed}.`;
  return new StartError(
    `PostgreSQL refuses to run as root, and Serai could not start it as another user.${where} (${reason})`,
    'Start Serai as an ordinary user, or put the installation and SERAI_DATA_DIR in a folder that every user may access (for example below /srv), or set DATABASE_URL to a PostgreSQL server.',
  );
}

/** The outermost folder on the path that other users may not access. */
async function closedFolder(folder: string): Promise<string | undefined> {
  const parent = dirname(folder);
  const above = parent === folder ? undefined : await closedFolder(parent);
  if (above !== undefined) return above;
  return ((await stat(folder)).mode & 0o001) === 0 ? folder : undefined;
}

function hasName(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}
