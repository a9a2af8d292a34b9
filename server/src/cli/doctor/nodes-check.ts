/** The other processes of the service: whether they fit together. */
import type { Database } from '../../platform/database/connect.ts';
import { type LiveNode, listLiveNodes } from '../../platform/nodes/node-store.ts';
import type { Settings } from '../../settings-table.ts';
import { VERSION } from '../../version.ts';
import { type CheckResult, ok, problem, warning } from './check-result.ts';

const NAME = 'Nodes';
const UNDEFINED_TABLE = '42P01';

export async function nodesCheck(db: Database, settings: Settings): Promise<CheckResult[]> {
  try {
    return judgeNodes(await listLiveNodes(db), {
      version: VERSION,
      hasRedis: settings.REDIS_URL !== undefined,
    });
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return [ok(NAME, 'there are none yet')];
    throw error;
  }
}

type Node = Pick<LiveNode, 'role' | 'version'>;

export function judgeNodes(
  nodes: readonly Node[],
  { version, hasRedis }: { version: string; hasRedis: boolean },
): CheckResult[] {
  if (nodes.length === 0) return [ok(NAME, 'none runs')];
  const results: CheckResult[] = [];
  const count = (role: string) => nodes.filter(node => node.role === role || node.role === 'all').length;
  const missing = ['gateway', 'backend', 'worker'].filter(role => count(role) === 0);
  if (missing.length > 0) {
    results.push(warning(NAME, `no ${missing.join(', no ')} runs.`, 'Start one: serai serve --role <role>.'));
  }
  if (count('gateway') > 1 && !hasRedis) {
    results.push(
      problem(
        NAME,
        `${count('gateway')} gateways run, and this one has no Redis: each would count limits for itself.`,
        'Set REDIS_URL, the same on all.',
      ),
    );
  }
  const others = [...new Set(nodes.map(node => node.version))].filter(other => other !== version);
  if (others.length > 0) {
    results.push(
      warning(
        NAME,
        `some are of version ${others.join(', ')}; this is ${version}.`,
        'Complete the update: replace the processes of the old version.',
      ),
    );
  }
  if (results.length > 0) return results;
  const roles = ['all', 'gateway', 'backend', 'worker']
    .map(role => [nodes.filter(node => node.role === role).length, role] as const)
    .filter(([number]) => number > 0);
  return [ok(NAME, `${roles.map(([number, role]) => `${number} ${role}`).join(', ')}, all of ${version}`)];
}
