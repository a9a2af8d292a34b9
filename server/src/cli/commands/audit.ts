import { listAudit } from '@serai/contract/account/audit.ts';
import { listFindings } from '@serai/contract/account/security.ts';
import { operationCommand } from '../derived/operation-command.ts';
import type { Command } from '../frame/command.ts';
import { table } from '../text/table.ts';
import { timeText } from '../text/time-text.ts';

export const AUDIT_COMMANDS: readonly Command[] = [
  operationCommand(listAudit, {
    name: 'audit',
    examples: ['serai audit --since 7d', 'serai audit --target 4Zk81mQpXr2T --json'],
    empty: 'No entry matches.',
    render: ({ entries }, { nowMs, style }) =>
      table(
        ['TIME', 'ACTOR', 'ACTION', 'TARGET', 'ADDRESS', 'CHANGE'],
        entries.map(entry => [
          timeText(entry.at, nowMs),
          entry.actor,
          entry.action,
          entry.target,
          entry.address ?? '',
          changeText(entry.before, entry.after),
        ]),
        style,
      ),
  }),
];

export const SECURITY_COMMANDS: readonly Command[] = [
  operationCommand(listFindings, {
    name: 'security',
    examples: ['serai security', 'serai security --json'],
    empty: 'No findings.',
    render: ({ findings, complete }, { nowMs, style }) => {
      const rows = findings.map(({ keyId, name, environment, kind, since, advice }) => [
        keyId,
        name,
        environment,
        kind,
        timeText(since, nowMs),
        advice,
      ]);
      const text = table(['KEY', 'NAME', 'ENVIRONMENT', 'FINDING', 'SINCE', 'ADVICE'], rows, style);
      return complete ? text : `${text}\nThere are more active keys. Only the newest were checked.\n`;
    },
  }),
];

type State = Record<string, unknown> | null;

function changeText(before: State, after: State): string {
  const fields = Object.keys({ ...before, ...after });
  return fields
    .map(field => {
      const was = before?.[field];
      const is = JSON.stringify(after?.[field]) ?? 'none';
      return was === undefined ? `${field}: ${is}` : `${field}: ${JSON.stringify(was)} -> ${is}`;
    })
    .join(', ');
}
