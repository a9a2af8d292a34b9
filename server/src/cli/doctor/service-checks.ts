/** Checks facts about the service that are stored in the database: failed jobs, an open recovery, and running nodes. */
import { findOpenRecovery, listCompared } from '../../booking/recovery/recovery-store.ts';
import type { Database } from '../../platform/database/connect.ts';
import { countDeadJobs, type DeadCount } from '../../platform/jobs/dead-job-store.ts';
import { type LiveNode, listLiveNodes } from '../../platform/nodes/node-store.ts';
import type { Settings } from '../../settings-table.ts';
import { VERSION } from '../../version.ts';
import { type CheckResult, ok, problem, warning } from './check-result.ts';

const JOBS = 'Jobs';
const RECOVERY = 'Recovery';
const NODES = 'Nodes';
const UNDEFINED_TABLE = '42P01';

export async function jobsCheck(db: Database): Promise<CheckResult> {
  try {
    return judgeDeadJobs(await countDeadJobs(db));
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return ok(JOBS, 'there are none yet');
    throw error;
  }
}

export function judgeDeadJobs(counts: readonly DeadCount[]): CheckResult {
  if (counts.length === 0) return ok(JOBS, 'no job has failed permanently');
  const list = counts.map(({ kind, dead }) => `${dead} of ${kind}`).join(', ');
  return warning(
    JOBS,
    `some failed permanently after ten failures in a row: ${list}.`,
    'List them with serai jobs list, fix the cause, then run serai jobs retry.',
  );
}

export async function recoveryCheck(db: Database): Promise<CheckResult> {
  try {
    const recovery = await findOpenRecovery(db);
    if (recovery === undefined) return ok(RECOVERY, 'no recovery is in progress');
    const providers = await listCompared(db, recovery.recovery_id);
    const left = providers.filter(({ compared_at }) => compared_at === null).map(({ provider }) => provider);
    const waits =
      providers.length === 0
        ? 'No worker has started the comparison'
        : `Providers not compared yet: ${left.join(', ')}`;
    return warning(
      RECOVERY,
      `the database was restored to its state at ${recovery.backup_at.toISOString()}. Quotes, bookings and cancellations are rejected with 503 until the recovery ends. ${waits}.`,
      'To see the progress, run serai recovery status. To end the recovery early, run serai recovery finish.',
    );
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE)
      return ok(RECOVERY, 'there is nothing to recover');
    throw error;
  }
}

export async function nodesCheck(db: Database, settings: Settings): Promise<CheckResult[]> {
  try {
    return judgeNodes(await listLiveNodes(db), {
      version: VERSION,
      hasRedis: settings.REDIS_URL !== undefined,
    });
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return [ok(NODES, 'there are none yet')];
    throw error;
  }
}

type Node = Pick<LiveNode, 'role' | 'version'>;

export function judgeNodes(
  nodes: readonly Node[],
  { version, hasRedis }: { version: string; hasRedis: boolean },
): CheckResult[] {
  if (nodes.length === 0) return [ok(NODES, 'no node is running')];
  const results: CheckResult[] = [];
  const count = (role: string) => nodes.filter(node => node.role === role || node.role === 'all').length;
  const missing = ['gateway', 'backend', 'worker'].filter(role => count(role) === 0);
  if (missing.length > 0) {
    results.push(
      warning(NODES, `no ${missing.join(', no ')} is running.`, 'Start one with serai serve --role <role>.'),
    );
  }
  if (count('gateway') > 1 && !hasRedis) {
    results.push(
      problem(
        NODES,
        `${count('gateway')} gateways are running without Redis, so each enforces the rate limits separately.`,
        'Set the same REDIS_URL on all of them.',
      ),
    );
  }
  const others = [...new Set(nodes.map(node => node.version))].filter(other => other !== version);
  if (others.length > 0) {
    results.push(
      warning(
        NODES,
        `some nodes run version ${others.join(', ')}, but this command is version ${version}.`,
        'Complete the update by restarting the processes of the old version.',
      ),
    );
  }
  if (results.length > 0) return results;
  const roles = ['all', 'gateway', 'backend', 'worker']
    .map(role => [nodes.filter(node => node.role === role).length, role] as const)
    .filter(([number]) => number > 0);
  return [
    ok(
      NODES,
      `${roles.map(([number, role]) => `${number} ${role}`).join(', ')}, all with version ${version}`,
    ),
  ];
}
