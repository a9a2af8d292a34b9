import { updateProvider } from '@serai/contract/account/providers.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT, usageFailure } from '../frame/failure.ts';
import { CHANGE_OPTIONS, changesOf, providerText } from './provider-options.ts';

export const providersUpdateCommand = defineCommand({
  name: 'providers update',
  summary: 'Pause or resume a provider, or change its name, preference or settings.',
  description:
    'A paused provider gets no searches, quotes or bookings; bookings it already holds are read, cancelled and settled there as ever.',
  args: ['providerId'],
  remote: true,
  options: {
    pause: { type: 'boolean', description: 'Sell nothing of it.' },
    resume: { type: 'boolean', description: 'Sell it again.' },
    ...CHANGE_OPTIONS,
  },
  examples: [
    'serai providers update prv_sandbox_test-2 --pause',
    'serai providers update prv_production_own --preference 1 --set timeoutMs=1500',
    'serai providers update prv_production_own --set timeoutMs=0',
  ],
  async run({ args, options, client, json, terminal, style }) {
    const { pause, resume } = options;
    const changes = changesOf(options);
    if (pause && resume) throw usageFailure('--pause and --resume exclude each other.');
    if (!pause && !resume && Object.keys(changes).length === 0) {
      throw usageFailure('Say what to change.', 'serai providers update --help lists what can be.');
    }
    const { data, text } = await client().call(updateProvider, {
      providerId: args[0] as string,
      ...((pause || resume) && { enabled: resume === true }),
      ...changes,
    });
    terminal.out(json ? `${text}\n` : providerText(data.provider, style));
    return EXIT.ok;
  },
});
