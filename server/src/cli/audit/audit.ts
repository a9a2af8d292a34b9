import { listAudit } from '@serai/contract/account/audit.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseCount } from '../frame/parse-option.ts';
import { table } from '../text/table.ts';
import { momentText, parseMoment } from '../text/time-text.ts';

export const auditCommand = defineCommand({
  name: 'audit',
  summary: 'List who changed what, the newest first.',
  remote: true,
  options: {
    since: {
      type: 'string',
      value: '<moment>',
      description: 'An instant, a date, or a span back such as 7d.',
    },
    until: { type: 'string', value: '<moment>', description: 'Before this moment.' },
    actor: { type: 'string', value: '<name>', description: 'Only what this person did.' },
    action: { type: 'string', value: '<name>', description: 'Only this action, such as keys/update.' },
    target: { type: 'string', value: '<id>', description: 'Only what was done to this.' },
    limit: { type: 'string', value: '<number>', description: 'Entries a page, 100 when absent.' },
    cursor: { type: 'string', value: '<cursor>', description: 'Go on where the page before ended.' },
  },
  examples: ['serai audit --since 7d', 'serai audit --target 4Zk81mQpXr2T --json'],
  async run({ options, client, json, terminal, clock, style }) {
    const { since, until, actor, action, target, limit, cursor } = options;
    const nowMs = clock.nowMs();
    const { data, text } = await client().call(listAudit, {
      ...(since !== undefined && { from: parseMoment(since, '--since', nowMs, 'back') }),
      ...(until !== undefined && { to: parseMoment(until, '--until', nowMs, 'back') }),
      ...(actor !== undefined && { actor }),
      ...(action !== undefined && { action }),
      ...(target !== undefined && { target }),
      page: {
        ...(limit !== undefined && { limit: parseCount(limit, '--limit') }),
        ...(cursor !== undefined && { cursor }),
      },
    });
    if (json) terminal.out(`${text}\n`);
    else if (data.entries.length === 0) terminal.out('No entry matches.\n');
    else {
      const rows = data.entries.map(entry => [
        momentText(entry.at, nowMs),
        entry.actor,
        entry.action,
        entry.target,
        entry.address ?? '',
        changeText(entry.before, entry.after),
      ]);
      terminal.out(table(['TIME', 'WHO', 'ACTION', 'TARGET', 'ADDRESS', 'CHANGE'], rows, style));
      if (data.page.nextCursor !== null) {
        terminal.out(`\nThere are more; go on with the same filters and --cursor ${data.page.nextCursor}\n`);
      }
    }
    return EXIT.ok;
  },
});

type State = Record<string, unknown> | null;

function changeText(before: State, after: State): string {
  const members = Object.keys({ ...before, ...after });
  return members
    .map(member => {
      const was = before?.[member];
      const is = JSON.stringify(after?.[member]) ?? 'none';
      return was === undefined ? `${member}: ${is}` : `${member}: ${JSON.stringify(was)} -> ${is}`;
    })
    .join(', ');
}
