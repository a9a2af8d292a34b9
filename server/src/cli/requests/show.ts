import { showRequest } from '@serai/contract/account/requests.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { momentText } from '../text/time-text.ts';

export const requestsShowCommand = defineCommand({
  name: 'requests show',
  summary: 'Show one logged request with its bodies.',
  args: ['rowId'],
  remote: true,
  examples: ['serai requests show log_01J9ZD8K5M'],
  async run({ args, client, json, terminal, clock }) {
    const { data, text } = await client().call(showRequest, { rowId: args[0] as string });
    if (json) {
      terminal.out(`${text}\n`);
      return EXIT.ok;
    }
    const { request, requestBody, answerBody } = data;
    const facts = Object.entries({ ...request, at: momentText(request.at, clock.nowMs()) })
      .filter(([, value]) => value !== null)
      .map(
        ([name, value]) => `${name.padEnd(15)} ${typeof value === 'object' ? JSON.stringify(value) : value}`,
      );
    terminal.out(`${facts.join('\n')}\n`);
    terminal.out(`\nRequest body: ${bodyText(requestBody)}\nAnswer body: ${bodyText(answerBody)}\n`);
    return EXIT.ok;
  },
});

function bodyText(body: unknown): string {
  return body === null || body === undefined ? 'not kept' : JSON.stringify(body, null, 2);
}
