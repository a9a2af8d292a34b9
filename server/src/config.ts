/** The only reader of the environment. Settings are declared in settings-table.ts, which also makes their documentation. */

import { StartError } from './platform/start-error.ts';
import { SETTINGS, type SettingName, type Settings } from './settings-table.ts';

export type SettingSource = 'default' | 'environment';

export interface Config {
  settings: Settings;
  sources: Record<SettingName, SettingSource>;
}

/** One setting as this process finds it. */
export interface InspectedSetting {
  name: SettingName;
  source: SettingSource;
  /** As it was written, or its default; empty when not set. */
  text: string;
  value?: unknown;
  /** What is wrong with it, when something is. */
  problem?: string;
}

export function inspectSettings(env: NodeJS.ProcessEnv = process.env): InspectedSetting[] {
  return (Object.keys(SETTINGS) as SettingName[]).map(name => {
    const given = env[name] ?? '';
    const source = given === '' ? 'default' : 'environment';
    const text = given === '' ? SETTINGS[name].default : given;
    try {
      return { name, source, text, value: SETTINGS[name].parse(text) };
    } catch (error) {
      return { name, source, text, problem: (error as Error).message };
    }
  });
}

/** Reads and checks every setting, and names every wrong one at once. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const inspected = inspectSettings(env);
  const problems = inspected.filter(({ problem }) => problem !== undefined);
  if (problems.length > 0) {
    throw new StartError(
      `Some settings are wrong.\n${problems.map(({ name, problem }) => `  ${name}: ${problem}`).join('\n')}`,
      'Correct them in the environment. `serai settings` lists every setting with what it means.',
    );
  }
  const byName = <T>(pick: (setting: InspectedSetting) => T) =>
    Object.fromEntries(inspected.map(setting => [setting.name, pick(setting)]));
  return {
    settings: byName(({ value }) => value) as Settings,
    sources: byName(({ source }) => source) as Config['sources'],
  };
}
