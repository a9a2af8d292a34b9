import type { Clock } from '../../platform/clock.ts';
import { openOwnerDatabase } from '../../platform/database/connect.ts';
import { quietLog } from '../../platform/database/database-log.ts';
import { withDeadline } from '../../platform/deadline.ts';
import type { Settings } from '../../settings-table.ts';
import { type CheckResult, ok, problem, warning } from './check-result.ts';
import { type ReplicaFacts, readReplicaFacts } from './database-facts-store.ts';

const DEADLINE_MS = 5_000;

export async function replicaChecks(
  {
    DATABASE_READ_URLS: urls,
    SERAI_REPLICA_MAX_LAG_SECONDS: maxLagSeconds,
  }: Pick<Settings, 'DATABASE_READ_URLS' | 'SERAI_REPLICA_MAX_LAG_SECONDS'>,
  clock: Clock,
): Promise<CheckResult[]> {
  return Promise.all(
    urls.map(async url => {
      const { hostname, port } = new URL(url);
      const name = `Read replica ${hostname}:${port || 5432}`;
      const address = { url, setting: 'DATABASE_READ_URLS' };
      const db = openOwnerDatabase({ address, log: quietLog, max: 1, statementTimeoutMs: DEADLINE_MS });
      try {
        const facts = await withDeadline(readReplicaFacts(db), DEADLINE_MS, clock);
        return replicaFinding(name, facts, maxLagSeconds);
      } catch (error) {
        const { message, code } = error as NodeJS.ErrnoException;
        return warning(
          name,
          `down: ${message || code}. The primary serves its reads.`,
          'Check DATABASE_READ_URLS and that the server is running.',
        );
      } finally {
        await db.close();
      }
    }),
  );
}

export function replicaFinding(name: string, facts: ReplicaFacts, maxLagSeconds: number): CheckResult {
  if (!facts.isStandby) {
    return problem(
      name,
      'is not a streaming replica: it accepts writes.',
      'List only replicas of the server in DATABASE_URL.',
    );
  }
  if (facts.lagSeconds === null) return ok(name, 'OK; the service has not measured its lag yet');
  const lag = `${facts.lagSeconds.toFixed(1)} s behind the last beat that the service wrote`;
  return facts.lagSeconds <= maxLagSeconds
    ? ok(name, `OK; ${lag}`)
    : warning(
        name,
        `degraded: ${lag}. The primary serves its reads.`,
        'If the service is running, check the replication on this server (pg_stat_wal_receiver).',
      );
}
