import { connectProvider } from '@serai/contract/account/providers.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT, usageFailure } from '../frame/failure.ts';
import { parseEnvironment } from '../frame/parse-option.ts';
import { CHANGE_OPTIONS, changesOf, providerText } from './provider-options.ts';

export const providersConnectCommand = defineCommand({
  name: 'providers connect',
  summary: 'Connect a provider: try it, set it anew and put it to use.',
  description:
    'Adapters: own-inventory, and in the sandbox test-provider with --set number=1, 2 or 3. These are connected from the start.',
  args: ['adapter'],
  remote: true,
  options: {
    environment: { type: 'string', value: '<name>', description: 'sandbox or production; needed.' },
    ...CHANGE_OPTIONS,
  },
  examples: [
    'serai providers connect own-inventory --environment production --name "Our hotels" --preference 1',
    'serai providers connect test-provider --environment sandbox --name "Second" --set number=2 --set timeoutMs=1500',
  ],
  async run({ args, options, client, json, terminal, style }) {
    const { environment, name } = options;
    if (environment === undefined || name === undefined) {
      throw usageFailure('--environment and --name are needed.');
    }
    const { data, text } = await client().call(connectProvider, {
      adapter: args[0] as string,
      environment: parseEnvironment(environment),
      ...changesOf(options),
      name,
    });
    terminal.out(json ? `${text}\n` : `The provider is connected.\n\n${providerText(data.provider, style)}`);
    return EXIT.ok;
  },
});
