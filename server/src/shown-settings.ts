import type { ShownSetting } from '@serai/contract/account/system.ts';
import { SETTINGS, type SettingName, type Settings } from './settings-table.ts';

/** The settings of this process as admins see them. Secrets are never shown, only whether they are set. */
export function shownSettings(settings: Settings): ShownSetting[] {
  return (Object.keys(SETTINGS) as SettingName[]).map(name => {
    const setting = SETTINGS[name];
    const text = textOf(settings[name]);
    const isSecret = 'secret' in setting;
    return {
      name,
      description: setting.description,
      value: isSecret || text === '' ? null : text,
      secret: isSecret,
      set: text !== '',
      changed: text !== defaultOf(name),
    };
  });
}

/** Some parsers reject an empty text, because the setting has no default. */
function defaultOf(name: SettingName): string {
  const setting = SETTINGS[name];
  try {
    return textOf(setting.parse(setting.default));
  } catch {
    return '';
  }
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (value instanceof URL) return value.href;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
