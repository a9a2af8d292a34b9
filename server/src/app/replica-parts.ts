/** Opens the read replicas of a process that serves requests. */
import { awaitSettledChanges } from '../content/catalogue-change-store.ts';
import type { Clock } from '../platform/clock.ts';
import { openDatabase } from '../platform/database/connect.ts';
import { Replicas } from '../platform/database/replicas/replicas.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Stops } from '../platform/stops.ts';
import type { ProcessRole } from '../process-role.ts';
import type { Settings } from '../settings-table.ts';
import { connectionsPerThread, type StartedDatabase } from '../start-database.ts';

interface ReplicaParts {
  settings: Settings;
  role: ProcessRole;
  database: StartedDatabase;
  metrics: Metrics;
  clock: Clock;
  log: Log;
  stops: Stops;
}

/** Short, because the next probe needs the same connection. */
const PROBE_TIMEOUT_MS = 1_000;

/** Returns undefined if there are none. Workers only write, and read what they have written. */
export async function startReplicas(parts: ReplicaParts): Promise<Replicas | undefined> {
  const { settings, role, database, stops, log } = parts;
  const urls = settings.DATABASE_READ_URLS;
  if (urls.length === 0 || role === 'worker') return undefined;
  const prepare = settings.SERAI_DATABASE_POOLER === 'none';
  const max = connectionsPerThread(settings, role);
  const replicas = new Replicas({
    ...parts,
    primary: database.pool.asService('The lag of a read replica concerns all partners.'),
    replicas: urls.map(url => {
      const options = { address: { url, setting: 'DATABASE_READ_URLS' }, log, prepare } as const;
      return {
        name: replicaName(url),
        pool: openDatabase({ ...options, max }),
        probePool: openDatabase({ ...options, max: 1, statementTimeoutMs: PROBE_TIMEOUT_MS }),
      };
    }),
    settle: awaitSettledChanges,
    maxLagMs: maxLagMs(settings),
  });
  stops.add('read replicas', () => replicas.stop());
  await replicas.start();
  return replicas;
}

/** Host and port, without user, password and database. */
export function replicaName(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || 5432}`;
}

/** 0 if there are no replicas. */
export function maxLagMs(
  settings: Pick<Settings, 'DATABASE_READ_URLS' | 'SERAI_REPLICA_MAX_LAG_SECONDS'>,
): number {
  return settings.DATABASE_READ_URLS.length === 0 ? 0 : settings.SERAI_REPLICA_MAX_LAG_SECONDS * 1000;
}
