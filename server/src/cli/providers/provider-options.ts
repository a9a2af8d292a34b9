/** What the commands that change a provider share: their options, and how they show it. */
import type { provider } from '@serai/contract/account/providers.ts';
import type { z } from 'zod';
import type { OptionSpecs, OptionValues } from '../frame/command.ts';
import { usageFailure } from '../frame/failure.ts';
import { parseCount } from '../frame/parse-option.ts';
import type { Style } from '../text/style.ts';
import { facts } from '../text/table.ts';

type Provider = z.output<typeof provider>;

export const CHANGE_OPTIONS = {
  name: { type: 'string', value: '<name>', description: 'What people call it.' },
  preference: {
    type: 'string',
    value: '<number>',
    description: 'Breaks ties between equal prices; the lowest wins.',
  },
  set: {
    type: 'string',
    multiple: true,
    value: '<field=value>',
    description: 'A setting of its adapter, several by repetition: timeoutMs=1500.',
  },
} as const satisfies OptionSpecs;

type Settings = Record<string, string | number | boolean>;

export function changesOf({ name, preference, set }: OptionValues<typeof CHANGE_OPTIONS>) {
  return {
    ...(name !== undefined && { name }),
    ...(preference !== undefined && { preference: parseCount(preference, '--preference') }),
    ...(set !== undefined && { settings: Object.fromEntries(set.map(parseSetting)) as Settings }),
  };
}

/** The adapter knows its fields and their values; a number and a truth value are sent as such. */
function parseSetting(text: string): [string, string | number | boolean] {
  const at = text.indexOf('=');
  if (at < 1) throw usageFailure(`--set takes a field and its value, timeoutMs=1500; "${text}" is none.`);
  const value = text.slice(at + 1);
  if (value === 'true' || value === 'false') return [text.slice(0, at), value === 'true'];
  return [text.slice(0, at), /^-?\d{1,15}(\.\d{1,9})?$/.test(value) ? Number(value) : value];
}

export function providerText(
  { providerId, name, environment, enabled, preference, settings, health }: Provider,
  style: Style,
): string {
  const values = Object.entries(settings).map(([field, value]) => `${field}=${value}`);
  return facts(
    [
      ['Provider', providerId],
      ['Name', name],
      ['Environment', environment],
      ['State', enabled ? 'in use' : { text: 'paused', style: style.warn }],
      ['Preference', String(preference)],
      ['Settings', values.join(', ') || 'none'],
      ['Health', health.message === null ? health.state : `${health.state}: ${health.message}`],
    ],
    style,
  );
}
