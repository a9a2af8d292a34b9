import { rotateSigningKey, type SystemStatus, showSystemStatus } from '@serai/contract/account/system.ts';
import { operationCommand } from '../derived/operation-command.ts';
import type { Command } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import type { Style } from '../text/style.ts';
import { type Cell, facts, table } from '../text/table.ts';
import { durationText, timeText } from '../text/time-text.ts';

export const STATUS_COMMANDS: readonly Command[] = [
  operationCommand(showSystemStatus, {
    name: 'status',
    note: 'The exit code is 1 while the service is degraded or not ready. To find the cause, run serai doctor.',
    examples: ['serai status', 'serai status --json'],
    render: (status, { nowMs, style }) => statusText(status, nowMs, style),
    exitCode: ({ ready, degraded }) => (ready && degraded.length === 0 ? EXIT.ok : EXIT.failed),
  }),
];

export const SYSTEM_COMMANDS: readonly Command[] = [
  operationCommand(rotateSigningKey, {
    render: ({ signingKey: { kid, next } }, { nowMs }) =>
      next === null
        ? `The key ${kid} signs requests.\n`
        : `The key ${next.kid} signs requests from ${timeText(next.from, nowMs)}.\n`,
  }),
];

function statusText(status: SystemStatus, nowMs: number, style: Style): string {
  const { database, redis, signingKey, checks } = status;
  const connected = (reachable: boolean): Cell =>
    reachable ? 'reachable' : { text: 'not reachable', style: style.bad };
  const missing = checks
    .filter(({ ready }) => !ready)
    .map(({ name, message }) => `${name}: ${message ?? 'not ready'}`);
  const rows: [string, Cell][] = [
    [
      'ready',
      status.ready ? { text: 'yes', style: style.good } : { text: missing.join('; '), style: style.bad },
    ],
    ['version', status.version],
    ['this node', `${status.nodeId} (${status.role}), since ${timeText(status.startedAt, nowMs)}`],
    ['database', connected(database.reachable)],
    ['redis', redis === null ? 'not used; counters are kept in the process' : connected(redis.reachable)],
    ['dropped log rows', String(status.droppedLogRows)],
    ['signing key', `${signingKey.kid}, next rotation ${timeText(signingKey.rotatesAt, nowMs)}`],
    ...status.degraded.map(({ mode, since, effect }): [string, Cell] => [
      'degraded',
      { text: `${mode} since ${timeText(since, nowMs)}: ${effect}`, style: style.warn },
    ]),
  ];
  const queues = status.jobs.map(({ name, queued, dead, lagSeconds }): Cell[] => [
    name,
    String(queued),
    dead > 0 ? { text: String(dead), style: style.bad } : '0',
    lagSeconds < 1 ? '' : durationText(Math.floor(lagSeconds)),
  ]);
  const nodes = status.nodes.map(({ nodeId, role, version, startedAt, seenAt }) => [
    nodeId,
    role,
    version,
    timeText(startedAt, nowMs),
    timeText(seenAt, nowMs),
  ]);
  return [
    facts(rows, style),
    table(['JOB', 'DUE', 'DEAD', 'LATE BY'], queues, style),
    table(['NODE', 'ROLE', 'VERSION', 'STARTED', 'SEEN'], nodes, style),
  ].join('\n');
}
