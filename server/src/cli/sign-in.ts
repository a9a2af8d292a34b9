import { createLink } from '@serai/contract/account/session.ts';
import { ROLES } from '@serai/contract/operator-operation.ts';
import { defineCommand } from './frame/command.ts';
import { EXIT, usageFailure } from './frame/failure.ts';
import { momentText } from './text/time-text.ts';

export const signInCommand = defineCommand({
  name: 'sign-in',
  summary: 'Make a one-time link that signs in to the dashboard.',
  description: 'The link works once, within 24 hours. Whoever has it can sign in.',
  remote: true,
  options: {
    role: { type: 'string', value: '<role>', description: `One of ${ROLES.join(', ')}; owner when absent.` },
  },
  examples: ['serai sign-in', 'serai sign-in --role developer'],
  async run({ options, client, json, terminal, clock }) {
    const role = ROLES.find(candidate => candidate === options.role);
    if (options.role !== undefined && role === undefined) {
      throw usageFailure(`There is no role "${options.role}".`, `Use one of ${ROLES.join(', ')}.`);
    }
    const { data, text } = await client().call(createLink, role === undefined ? {} : { role });
    terminal.out(
      json
        ? `${text}\n`
        : `Open this link to sign in as ${data.role}. It works once, until ${momentText(data.expiresAt, clock.nowMs())}.\n\n  ${data.url}\n`,
    );
    return EXIT.ok;
  },
});
