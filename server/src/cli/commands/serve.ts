import type { Config } from '../../config.ts';
import { PROCESS_ROLES } from '../../process-role.ts';
import { defineCommand } from '../frame/command.ts';
import { showProgress } from '../frame/progress.ts';

function withProcesses(config: Config, processes: number | undefined): Config {
  if (processes === undefined) return config;
  return { ...config, settings: { ...config.settings, SERAI_PROCESSES: processes } };
}

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Run the service.',
  description:
    'By default one process does everything and uses all cores. Separate roles need DATABASE_URL. More than one gateway also needs REDIS_URL.',
  options: {
    role: {
      type: 'choice',
      choices: PROCESS_ROLES,
      default: 'all',
      description: 'The role of this process.',
    },
    processes: {
      type: 'number',
      minimum: 1,
      maximum: 256,
      description: 'Number of threads that serve the API. Overrides SERAI_PROCESSES.',
    },
  },
  examples: ['serai serve', 'serai serve --processes 1', 'serai serve --role gateway'],
  run: async ({ options: { role, processes }, config, serve, terminal, clock }) =>
    serve({
      role,
      config: withProcesses(config(), processes),
      onProgress: showProgress(terminal, clock),
      out: terminal.out,
      ...(terminal.errIsTty && { writeLogLine: terminal.err }),
    }),
});
