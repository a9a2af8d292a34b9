import { defineCommand, type Surroundings } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { dashboardUrl } from '../operator-client.ts';
import { addressCheck, serviceCheck } from './address-checks.ts';
import { type CheckResult, reportText } from './check-result.ts';
import { databaseChecks } from './database-checks.ts';
import { folderCheck, freeSpaceCheck, masterKeyCheck, operatorTokenCheck } from './folder-checks.ts';
import { mailCheck } from './mail-check.ts';
import { redisChecks } from './redis-checks.ts';
import { replicaChecks } from './replica-checks.ts';
import { nodeVersionCheck, pinnedNodeCheck, pinnedNodeVersion, settingsCheck } from './runtime-checks.ts';

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Find problems with the installation and explain how to fix them.',
  description:
    'Works whether the service is running or stopped. The exit code is 1 if there is a problem, but not for warnings.',
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
  const settingsResult = settingsCheck(env);
  const first = [nodeVersionCheck(node), pinnedNodeCheck(node, await pinnedNodeVersion()), settingsResult];
  // With invalid settings, the other checks would examine the wrong database, ports and folders.
  if (settingsResult.state === 'problem') return first;

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
    replicaChecks(settings, clock),
    redisChecks(settings.REDIS_URL, clock),
    mailCheck(settings),
    serviceCheck(dashboardUrl(config())),
  ]);
  return [...first, ...rest.flat()];
}
