/** What a node knows about itself, its connections and the other nodes, as the operator interface shows it. */

import type { signingKey } from '@serai/contract/account/system/signing-key.ts';
import type { showSystemStatus } from '@serai/contract/account/system/status.ts';
import type { z } from 'zod';
import { serverVersion } from './platform/database/server-version-store.ts';
import type { Heartbeat } from './platform/nodes/heartbeat.ts';
import type { Readiness } from './platform/readiness.ts';
import type { ProcessRole } from './process-role.ts';
import type { StartedDatabase } from './start-database.ts';
import { VERSION } from './version.ts';

type SystemStatus = z.input<typeof showSystemStatus.output>;
type SigningKeyStatus = z.input<typeof signingKey>;

/** What it asks of the gateway. */
interface Gateway {
  limiter: { kind: 'memory' | 'redis'; degradedSinceMs(): number | undefined };
  keyEpoch: { failingSinceMs(): number | undefined };
  records: { state(): { droppedRows: number } };
  signingKeys: { schedule(): SigningSchedule | undefined };
}

interface SigningSchedule {
  current: { kid: string; useFromMs: number };
  next: { kid: string; useFromMs: number } | undefined;
  rotationDueMs: number;
}

interface StatusParts {
  role: ProcessRole;
  startedAtMs: number;
  readiness: Readiness;
  database: StartedDatabase;
  gateway: Gateway;
  heartbeat: Heartbeat;
}

export async function systemStatus(parts: StatusParts): Promise<SystemStatus> {
  const { role, readiness, database, gateway, heartbeat } = parts;
  const version = await serverVersion(database.db).catch(() => null);
  const redisAway = gateway.limiter.degradedSinceMs();
  return {
    version: VERSION,
    nodeId: heartbeat.id,
    role,
    startedAt: iso(parts.startedAtMs),
    ready: readiness.isReady(),
    checks: readiness.results(),
    database: { kind: database.kind, reachable: version !== null, version },
    redis: gateway.limiter.kind === 'memory' ? null : { reachable: redisAway === undefined, version: null },
    degraded: degradedModes(redisAway, gateway),
    droppedLogRows: gateway.records.state().droppedRows,
    jobs: [],
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

function degradedModes(redisAwaySinceMs: number | undefined, gateway: Gateway): SystemStatus['degraded'] {
  const modes: SystemStatus['degraded'] = [];
  if (redisAwaySinceMs !== undefined) {
    modes.push({
      mode: 'limits-local',
      since: iso(redisAwaySinceMs),
      effect: 'Redis is away: each gateway enforces its share of every limit by itself.',
    });
  }
  const keysSinceMs = gateway.keyEpoch.failingSinceMs();
  if (keysSinceMs !== undefined) {
    modes.push({
      mode: 'keys-stale',
      since: iso(keysSinceMs),
      effect: 'Key changes cannot be read: known keys pass for a while, unknown ones are refused with 503.',
    });
  }
  return modes;
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
