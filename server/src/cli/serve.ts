import { PROCESS_ROLES } from '../process-role.ts';
import { defineCommand } from './frame/command.ts';
import { usageFailure } from './frame/failure.ts';
import { showProgress } from './frame/show-progress.ts';

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Run the service.',
  description:
    'Without a role it does everything in one process. Split roles need DATABASE_URL; more than one gateway needs REDIS_URL too.',
  options: {
    role: {
      type: 'string',
      value: '<role>',
      description: `One of ${PROCESS_ROLES.join(', ')}; all when absent.`,
    },
  },
  examples: ['serai serve', 'serai serve --role gateway'],
  async run({ options, config, serve, terminal, clock }) {
    const role = PROCESS_ROLES.find(candidate => candidate === (options.role ?? 'all'));
    if (role === undefined) {
      throw usageFailure(`There is no role "${options.role}".`, `Use one of ${PROCESS_ROLES.join(', ')}.`);
    }
    return serve({
      role,
      config: config(),
      onProgress: showProgress(terminal, clock),
      out: terminal.out,
      ...(terminal.errIsTty && { writeLogLine: terminal.err }),
    });
  },
});
