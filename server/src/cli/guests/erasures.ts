import { ERASURE_CAUSES, listErasures } from '@serai/contract/account/guests.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseCount, parseEnvironment, parseWord } from '../frame/parse-option.ts';
import { table } from '../text/table.ts';
import { momentText } from '../text/time-text.ts';

export const guestsErasuresCommand = defineCommand({
  name: 'guests erasures',
  summary: 'List bookings whose guests were erased.',
  remote: true,
  options: {
    environment: { type: 'string', value: '<name>', description: 'Only sandbox or only production.' },
    cause: {
      type: 'string',
      value: '<word>',
      description: 'Only request (somebody asked) or only retention (their time was up).',
    },
    limit: { type: 'string', value: '<number>', description: 'Erasures a page, 50 when absent.' },
    cursor: { type: 'string', value: '<cursor>', description: 'Go on where the page before ended.' },
  },
  examples: ['serai guests erasures', 'serai guests erasures --cause request --json'],
  async run({ options, client, json, terminal, clock, style }) {
    const { environment, cause, limit, cursor } = options;
    const { data, text } = await client().call(listErasures, {
      ...(environment !== undefined && { environment: parseEnvironment(environment) }),
      ...(cause !== undefined && { cause: parseWord(cause, '--cause', ERASURE_CAUSES) }),
      page: {
        ...(limit !== undefined && { limit: parseCount(limit, '--limit') }),
        ...(cursor !== undefined && { cursor }),
      },
    });
    if (json) terminal.out(`${text}\n`);
    else if (data.erasures.length === 0) terminal.out('No guests were erased.\n');
    else {
      const rows = data.erasures.map(each => [
        each.bookingId,
        each.clientReference,
        each.environment,
        each.checkOut,
        each.cause,
        momentText(each.erasedAt, clock.nowMs()),
      ]);
      terminal.out(
        table(['BOOKING', 'REFERENCE', 'ENVIRONMENT', 'CHECK-OUT', 'CAUSE', 'ERASED'], rows, style),
      );
      if (data.page.nextCursor !== null) {
        terminal.out(`\nThere are more; go on with the same filters and --cursor ${data.page.nextCursor}\n`);
      }
    }
    return EXIT.ok;
  },
});
