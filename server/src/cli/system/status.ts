import { type SystemStatus, showSystemStatus } from '@serai/contract/account/system.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import type { Style } from '../text/style.ts';
import { type Cell, facts, table } from '../text/table.ts';
import { momentText, spanText } from '../text/time-text.ts';

export const statusCommand = defineCommand({
  name: 'status',
  summary: 'Show how the service is: its connections, queues and nodes.',
  description: 'It ends with 1 while the service is not ready or degraded. serai doctor looks for reasons.',
  remote: true,
  examples: ['serai status', 'serai status --json'],
  async run({ client, json, terminal, clock, style }) {
    const { data, text } = await client().call(showSystemStatus, {});
    terminal.out(json ? `${text}\n` : statusText(data, clock.nowMs(), style));
    return data.ready && data.degraded.length === 0 ? EXIT.ok : EXIT.failed;
  },
});

function statusText(status: SystemStatus, nowMs: number, style: Style): string {
  const { database, redis, signingKey, checks } = status;
  const connected = (reachable: boolean): Cell =>
    reachable ? 'reachable' : { text: 'not reachable', style: style.bad };
  const waits = checks
    .filter(({ ready }) => !ready)
    .map(({ name, message }) => `${name}: ${message ?? 'not ready'}`);
  const rows: [string, Cell][] = [
    [
      'ready',
      status.ready ? { text: 'yes', style: style.good } : { text: waits.join('; '), style: style.bad },
    ],
    ['version', status.version],
    ['this node', `${status.nodeId} (${status.role}), since ${momentText(status.startedAt, nowMs)}`],
    ['database', connected(database.reachable)],
    ['redis', redis === null ? 'none; counters are kept in the process' : connected(redis.reachable)],
    ['dropped log rows', String(status.droppedLogRows)],
    ['signing key', `${signingKey.kid}, next rotation ${momentText(signingKey.rotatesAt, nowMs)}`],
    ...status.degraded.map(({ mode, since, effect }): [string, Cell] => [
      'degraded',
      { text: `${mode} since ${momentText(since, nowMs)}: ${effect}`, style: style.warn },
    ]),
  ];
  const queues = status.jobs.map(({ name, queued, dead, lagSeconds }): Cell[] => [
    name,
    String(queued),
    dead > 0 ? { text: String(dead), style: style.bad } : '0',
    lagSeconds < 1 ? '' : spanText(Math.floor(lagSeconds)),
  ]);
  const nodes = status.nodes.map(({ nodeId, role, version, startedAt, seenAt }) => [
    nodeId,
    role,
    version,
    momentText(startedAt, nowMs),
    momentText(seenAt, nowMs),
  ]);
  return [
    facts(rows, style),
    table(['WORK', 'DUE', 'DEAD', 'LATE BY'], queues, style),
    table(['NODE', 'ROLE', 'VERSION', 'STARTED', 'SEEN'], nodes, style),
  ].join('\n');
}
