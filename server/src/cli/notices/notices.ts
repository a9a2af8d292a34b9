import { listNotices } from '@serai/contract/account/notices.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseCount } from '../frame/parse-option.ts';
import { table } from '../text/table.ts';
import { momentText } from '../text/time-text.ts';

export const noticesCommand = defineCommand({
  name: 'notices',
  summary: 'List what people should know, the newest first.',
  description:
    'Such as an endpoint that fails or was disabled. A notice ends by itself when it no longer holds.',
  remote: true,
  options: {
    all: { type: 'boolean', description: 'Also those that have ended.' },
    limit: { type: 'string', value: '<number>', description: 'Notices a page, 50 when absent.' },
    cursor: { type: 'string', value: '<cursor>', description: 'Go on where the page before ended.' },
  },
  examples: ['serai notices', 'serai notices --all --json'],
  async run({ options, client, json, terminal, clock, style }) {
    const { all, limit, cursor } = options;
    const nowMs = clock.nowMs();
    const { data, text } = await client().call(listNotices, {
      ...(!all && { open: true }),
      page: {
        ...(limit !== undefined && { limit: parseCount(limit, '--limit') }),
        ...(cursor !== undefined && { cursor }),
      },
    });
    if (json) terminal.out(`${text}\n`);
    else if (data.notices.length === 0) terminal.out('There are no notices.\n');
    else {
      const rows = data.notices.map(notice => [
        momentText(notice.at, nowMs),
        notice.kind,
        notice.environment ?? '',
        notice.subjectId,
        notice.endedAt === null ? '' : momentText(notice.endedAt, nowMs),
        notice.text,
      ]);
      terminal.out(table(['TIME', 'KIND', 'ENVIRONMENT', 'ABOUT', 'ENDED', 'NOTICE'], rows, style));
      if (data.page.nextCursor !== null) {
        terminal.out(`\nThere are more; go on with the same filters and --cursor ${data.page.nextCursor}\n`);
      }
    }
    return EXIT.ok;
  },
});
