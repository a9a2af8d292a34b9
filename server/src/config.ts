/** The only reader of the environment. Settings are declared in settings-table.ts, which also makes their documentation. */

import { StartError } from './platform/start-error.ts';
import { SETTINGS, type SettingName, type Settings } from './settings-table.ts';

export type SettingSource = 'default' | 'environment';

export interface Config {
  settings: Settings;
  sources: Record<SettingName, SettingSource>;
}

/** Reads and checks every setting, and names every wrong one at once. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const settings: Record<string, unknown> = {};
  const sources: Record<string, SettingSource> = {};
  const problems: string[] = [];
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const text = env[name];
    const given = text !== undefined && text !== '';
    sources[name] = given ? 'environment' : 'default';
    try {
      settings[name] = setting.parse(given ? text : setting.default);
    } catch (error) {
      problems.push(`${name}: ${(error as Error).message}`);
    }
  }
  if (problems.length > 0) {
    throw new StartError(
      `Some settings are wrong.\n${problems.map(problem => `  ${problem}`).join('\n')}`,
      'Correct them in the environment. `serai settings` lists every setting with what it means.',
    );
  }
  return { settings: settings as Settings, sources: sources as Record<SettingName, SettingSource> };
}
