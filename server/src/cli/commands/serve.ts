import { PROCESS_ROLES } from '../../process-role.ts';
import { defineCommand } from '../frame/command.ts';
import { showProgress } from '../frame/progress.ts';

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Run the service.',
  description:
    'By default one process does everything. Separate roles need DATABASE_URL. More than one gateway also needs REDIS_URL.',
  options: {
    role: {
      type: 'choice',
      choices: PROCESS_ROLES,
      default: 'all',
      description: 'The role of this process.',
    },
  },
  examples: ['serai serve', 'serai serve --role gateway'],
  run: async ({ options: { role }, config, serve, terminal, clock }) =>
    serve({
      role,
      config: config(),
      onProgress: showProgress(terminal, clock),
      out: terminal.out,
      ...(terminal.errIsTty && { writeLogLine: terminal.err }),
    }),
});
