/** Runs pgbench against the embedded server. */
import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { DatabaseAddress } from '../../server/src/platform/database/database-address.ts';
import { SERVICE_ROLE } from '../../server/src/platform/database/database-roles.ts';
import { findProgram } from '../measure/find-program.ts';
import { descendantsCpuMs } from '../measure/process-use.ts';

export interface PgbenchOptions {
  address: DatabaseAddress;
  script: string;
  clients: number;
  seconds: number;
  /** Initial variables for each client. */
  variables: Readonly<Record<string, number>>;
}

export interface PgbenchResult {
  /** The number of script runs. */
  perSecond: number;
  /** Milliseconds of database CPU per run. */
  databaseCpuMs: number;
}

/** Uses prepared statements, as our code does. Throws if a statement fails. */
export async function runPgbench(options: PgbenchOptions): Promise<PgbenchResult> {
  const { address, script, clients, seconds, variables } = options;
  if ('url' in address) throw new Error('The embedded database has no socket');
  const { path, env } = await findProgram('pgbench');
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(clients),
    '-j',
    '1',
    '-T',
    String(seconds),
    '-f',
    script,
  ];
  for (const [name, value] of Object.entries(variables)) args.push('-D', `${name}=${value}`);
  const beforeMs = descendantsCpuMs(process.pid);
  const { stdout, stderr } = await promisify(execFile)(path, [...args, address.database], {
    env: {
      ...process.env,
      ...env,
      PGHOST: dirname(address.socketPath),
      PGUSER: address.user,
      PGOPTIONS: `-c role=${SERVICE_ROLE} -c TimeZone=UTC`,
    },
  });
  const databaseMs = descendantsCpuMs(process.pid) - beforeMs;
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  const runs = Number(/actually processed: (\d+)/.exec(stdout)?.[1]);
  if (/aborted|ERROR/.test(stderr) || !(perSecond > 0)) throw new Error(`pgbench: ${stderr}\n${stdout}`);
  return { perSecond, databaseCpuMs: databaseMs / runs };
}
