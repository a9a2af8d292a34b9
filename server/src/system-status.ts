import type { SigningKeyStatus } from '@serai/contract/account/system.ts';
import { MAX_QUEUED, type SystemStatus } from '@serai/contract/account/system.ts';
import type { Database } from './platform/database/connect.ts';
import type { Replicas } from './platform/database/replicas/replicas.ts';
import { serverVersion } from './platform/database/server-version-store.ts';
import { readJobQueues } from './platform/jobs/job-queue-store.ts';
import type { Heartbeat } from './platform/nodes/heartbeat.ts';
import type { Readiness } from './platform/readiness.ts';
import { isClusterUrl } from './platform/redis-url.ts';
import type { ProcessRole } from './process-role.ts';
import type { Settings } from './settings-table.ts';
import type { StartedDatabase } from './start-database.ts';
import { VERSION } from './version.ts';

interface Gateway {
  limiter: { kind: 'memory' | 'redis'; degradedSinceMs(): number | undefined };
  keyEpoch: { failingSinceMs(): number | undefined };
  droppedRows(): Promise<number>;
  signingKeys: { schedule(): SigningSchedule | undefined };
}

interface SigningSchedule {
  current: { kid: string; useFromMs: number };
  next: { kid: string; useFromMs: number } | undefined;
  rotationDueMs: number;
}

interface StatusParts {
  settings: Pick<Settings, 'LIMITER_FAILURE' | 'REDIS_URL'>;
  role: ProcessRole;
  startedAtMs: number;
  readiness: Readiness;
  database: Pick<StartedDatabase, 'kind'>;
  replicas: Pick<Replicas, 'status'> | undefined;
  db: Database;
  gateway: Gateway;
  heartbeat: Heartbeat;
  booking: { recovery: { open(): { started_at: Date; backup_at: Date } | undefined } };
  readBacklog(limit: number): Promise<{ queued: number; lagSeconds: number }>;
}

export async function systemStatus(parts: StatusParts): Promise<SystemStatus> {
  const { settings, role, readiness, database, db, gateway, heartbeat } = parts;
  const version = await serverVersion(db).catch(() => null);
  const jobs = version === null ? [] : await jobQueues(parts);
  const redisAway = gateway.limiter.degradedSinceMs();
  return {
    version: VERSION,
    nodeId: heartbeat.id,
    role,
    startedAt: iso(parts.startedAtMs),
    ready: readiness.isReady(),
    checks: readiness.results(),
    database: { kind: database.kind, reachable: version !== null, version },
    replicas: replicaStatus(parts),
    redis: gateway.limiter.kind === 'memory' ? null : { reachable: redisAway === undefined, version: null },
    degraded: [...recoveryMode(parts), ...limitsMode(redisAway, settings), ...keysMode(gateway)],
    droppedLogRows: await gateway.droppedRows(),
    jobs,
    nodes: heartbeat.nodes().map(node => ({
      nodeId: node.id,
      role: node.role as ProcessRole,
      version: node.version,
      startedAt: node.startedAt.toISOString(),
      seenAt: node.seenAt.toISOString(),
    })),
    signingKey: signingKeyStatus(gateway),
  };
}

function replicaStatus({ replicas }: StatusParts): SystemStatus['replicas'] {
  return (replicas?.status() ?? []).map(({ name, state, lagMs }) => ({
    name,
    state,
    lagSeconds: lagMs === undefined || !Number.isFinite(lagMs) ? null : Math.max(0, lagMs) / 1000,
  }));
}

/** Returns an empty list if the database is unavailable. */
async function jobQueues({ db, readBacklog }: StatusParts): Promise<SystemStatus['jobs']> {
  const reads = Promise.all([readJobQueues(db, MAX_QUEUED), readBacklog(MAX_QUEUED)]);
  const [queues, backlog] = (await reads.catch(() => undefined)) ?? [[], undefined];
  const jobs = queues.map(({ kind, queued, dead, lag_seconds }) => ({
    name: kind,
    queued,
    dead,
    lagSeconds: Math.max(0, lag_seconds),
  }));
  return backlog === undefined ? jobs : [...jobs, { name: 'webhooks', dead: 0, ...backlog }];
}

const WITHOUT_REDIS: Record<Settings['LIMITER_FAILURE'], string> = {
  local: 'Redis is unavailable: each gateway enforces its share of every limit.',
  open: 'Redis is unavailable: requests are counted, but no limit is enforced.',
  closed: 'Redis is unavailable: limits cannot be checked, so requests return 503.',
};

function limitsMode(
  sinceMs: number | undefined,
  { LIMITER_FAILURE: policy, REDIS_URL: url }: StatusParts['settings'],
): SystemStatus['degraded'] {
  if (sinceMs === undefined) return [];
  const effect = isClusterUrl(url)
    ? `At least one node of the Redis Cluster is unavailable. For the API keys on it: ${WITHOUT_REDIS[policy]}`
    : WITHOUT_REDIS[policy];
  return [{ mode: `limits-${policy}`, since: iso(sinceMs), effect }];
}

function recoveryMode({ booking }: StatusParts): SystemStatus['degraded'] {
  const recovery = booking.recovery.open();
  if (recovery === undefined) return [];
  const effect = `The database was restored to its state at ${iso(recovery.backup_at.getTime())}, and its bookings are being compared with the providers: quotes, bookings and cancellations return 503, searches and reads work.`;
  return [{ mode: 'recovery', since: iso(recovery.started_at.getTime()), effect }];
}

function keysMode({ keyEpoch }: Gateway): SystemStatus['degraded'] {
  const sinceMs = keyEpoch.failingSinceMs();
  if (sinceMs === undefined) return [];
  const effect = 'Key changes cannot be read: known keys are accepted for a while, unknown ones return 503.';
  return [{ mode: 'keys-stale', since: iso(sinceMs), effect }];
}

export function signingKeyStatus(gateway: Gateway): SigningKeyStatus {
  const schedule = gateway.signingKeys.schedule();
  if (schedule === undefined) throw new Error('there is no signing key');
  const { current, next, rotationDueMs } = schedule;
  return {
    kid: current.kid,
    since: iso(current.useFromMs),
    next: next === undefined ? null : { kid: next.kid, from: iso(next.useFromMs) },
    rotatesAt: iso(rotationDueMs),
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
