/** Looks for whatever keeps Serai from running well, with the service up or down. */
import { addressCheck, serviceCheck } from './doctor/address-checks.ts';
import type { CheckResult } from './doctor/check-result.ts';
import { databaseChecks } from './doctor/database-checks.ts';
import { folderCheck, freeSpaceCheck, masterKeyCheck, operatorTokenCheck } from './doctor/folder-checks.ts';
import { pinnedNodeVersion } from './doctor/installed-node.ts';
import { redisChecks } from './doctor/redis-checks.ts';
import { reportText } from './doctor/report-text.ts';
import { nodeVersionCheck, pinnedNodeCheck } from './doctor/runtime-checks.ts';
import { settingsCheck } from './doctor/settings-check.ts';
import { defineCommand, type Surroundings } from './frame/command.ts';
import { dashboardUrl } from './frame/connect-client.ts';
import { EXIT } from './frame/failure.ts';

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Look for what keeps the service from running well.',
  description:
    'Each finding says how to mend it. The exit code is 1 when there is a problem; a warning is none.',
  examples: ['serai doctor', 'serai doctor --json', 'DATABASE_URL=postgres://… serai doctor'],
  async run({ json, terminal, style, ...surroundings }) {
    const results = await examine(surroundings);
    terminal.out(json ? `${JSON.stringify({ checks: results })}\n` : reportText(results, style));
    return results.some(({ state }) => state === 'problem') ? EXIT.failed : EXIT.ok;
  },
});

async function examine({
  env,
  config,
  clock,
}: Pick<Surroundings, 'env' | 'config' | 'clock'>): Promise<CheckResult[]> {
  const { node } = process.versions;
  const ofSettings = settingsCheck(env);
  const first = [nodeVersionCheck(node), pinnedNodeCheck(node, await pinnedNodeVersion()), ofSettings];
  // Whatever follows would examine something else than the service uses.
  if (ofSettings.state === 'problem') return first;

  const { settings } = config();
  const { SERAI_HOST: host, SERAI_DATA_DIR: dataDir } = settings;
  const rest = await Promise.all([
    folderCheck(dataDir),
    freeSpaceCheck(dataDir),
    operatorTokenCheck(settings),
    masterKeyCheck(settings),
    addressCheck({ name: 'Interface', host, port: settings.SERAI_PORT, setting: 'SERAI_PORT' }),
    addressCheck({
      name: 'Dashboard',
      host,
      port: settings.SERAI_DASHBOARD_PORT,
      setting: 'SERAI_DASHBOARD_PORT',
    }),
    databaseChecks(settings, clock),
    redisChecks(settings.REDIS_URL, clock),
    serviceCheck(dashboardUrl(config())),
  ]);
  return [...first, ...rest.flat()];
}
