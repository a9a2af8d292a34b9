import { endSession } from '@serai/contract/account/session.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';

export const sessionsEndCommand = defineCommand({
  name: 'sessions end',
  summary: 'Sign somebody out of the dashboard.',
  args: ['sessionId'],
  remote: true,
  examples: ['serai sessions end ses_01J9ZC4T3E'],
  async run({ args, client, json, terminal }) {
    const { data, text } = await client().call(endSession, { sessionId: args[0] as string });
    terminal.out(json ? `${text}\n` : `The session ${data.sessionId} has ended.\n`);
    return EXIT.ok;
  },
});
