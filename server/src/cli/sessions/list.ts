import { listSessions } from '@serai/contract/account/session.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseCount } from '../frame/parse-option.ts';
import { table } from '../text/table.ts';
import { momentText } from '../text/time-text.ts';

export const sessionsListCommand = defineCommand({
  name: 'sessions list',
  summary: 'List who is signed in to the dashboard.',
  remote: true,
  options: {
    member: { type: 'string', value: '<id>', description: 'Only sessions of this member.' },
    limit: { type: 'string', value: '<number>', description: 'Sessions a page, 50 when absent.' },
    cursor: { type: 'string', value: '<cursor>', description: 'Go on where the page before ended.' },
  },
  examples: ['serai sessions list', 'serai sessions list --member mbr_01J9ZC4T3E'],
  async run({ options, client, json, terminal, style, clock }) {
    const { member, limit, cursor } = options;
    const { data, text } = await client().call(listSessions, {
      ...(member !== undefined && { memberId: member }),
      page: {
        ...(limit !== undefined && { limit: parseCount(limit, '--limit') }),
        ...(cursor !== undefined && { cursor }),
      },
    });
    const rows = data.sessions.map(each => [
      each.sessionId,
      each.actor,
      each.role,
      each.address ?? '',
      momentText(each.lastSeenAt, clock.nowMs()),
      momentText(each.expiresAt, clock.nowMs()),
    ]);
    terminal.out(
      json ? `${text}\n` : table(['SESSION', 'WHO', 'ROLE', 'ADDRESS', 'LAST SEEN', 'ENDS'], rows, style),
    );
    if (!json && data.page.nextCursor !== null) {
      terminal.out(`\nThere are more; go on with --cursor ${data.page.nextCursor}\n`);
    }
    return EXIT.ok;
  },
});
