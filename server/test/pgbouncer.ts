/** A transaction pooler in front of a test database, with fewer server connections than client connections. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import type { DatabaseAddress } from '../src/platform/database/database-address.ts';
import { waitUntil } from '../src/platform/database/embedded/stop-left-over.ts';
import { debianPackage } from './debian-package.ts';
import { freePort } from './free-port.ts';

export interface PgbouncerForTest {
  address: DatabaseAddress;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 10_000;

/** Returns undefined if pgbouncer is not available. The reason has then been printed. */
export async function startPgbouncer(target: DatabaseAddress): Promise<PgbouncerForTest | undefined> {
  const program = await debianPackage('pgbouncer', 'usr/sbin/pgbouncer');
  if (program === undefined) return undefined;
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'serai-pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  const { database, server } = serverOf(target);
  await writeFile(
    file,
    `[databases]
${database} = ${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
`,
  );
  await Promise.all([chmod(folder, 0o755), chmod(file, 0o644)]);
  const [command = '', ...flags] = withoutRoot(program.path, target);
  const child = spawn(command, [...flags, file], {
    env: { ...process.env, ...program.env },
    stdio: 'ignore',
  });
  if (!(await waitUntil(() => answers(port), START_TIMEOUT_MS))) throw new Error('pgbouncer did not start');
  return {
    address: { url: `postgres://anybody@127.0.0.1:${port}/${database}` },
    async stop() {
      const ended = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGKILL')) await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * pgbouncer refuses to run as root, but the embedded server's socket can be used only by the socket's owner, which may
 * be root.
 */
function withoutRoot(path: string, target: DatabaseAddress): string[] {
  if (process.getuid?.() !== 0) return [path];
  const isOfRoot = 'socketPath' in target && statSync(target.socketPath).uid === 0;
  return isOfRoot ? ['unshare', '-U', '--', path] : [path, '-u', 'nobody'];
}

function serverOf(target: DatabaseAddress): { database: string; server: string } {
  if ('url' in target) {
    const { hostname, port, username, password, pathname } = new URL(target.url);
    const login = `user=${username}${password && ` password=${decodeURIComponent(password)}`}`;
    return { database: pathname.slice(1), server: `host=${hostname} port=${port || '5432'} ${login}` };
  }
  const { socketPath, user, database } = target;
  return {
    database,
    server: `host=${dirname(socketPath)} port=${extname(socketPath).slice(1)} user=${user}`,
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
