/** Providers in words. Pure. */
import type { Tone } from '../../components/feedback.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';

export type Provider = Output<'providers/list'>['providers'][number];
export type Adapter = Output<'providers/list'>['adapters'][number];
export type ProviderHealth = Output<'providers/health'>['providers'][number];

export function stateOf({ enabled, health }: Pick<Provider, 'enabled' | 'health'>): {
  words: string;
  tone: Tone;
} {
  if (!enabled) return { words: 'Paused', tone: 'warn' };
  switch (health.state) {
    case 'UP':
      return { words: 'Up', tone: 'good' };
    case 'DEGRADED':
      return { words: 'Degraded', tone: 'warn' };
    case 'DOWN':
      return { words: 'Down', tone: 'bad' };
    default:
      return { words: 'Not called yet', tone: 'plain' };
  }
}

export function errorRate({ calls, errors }: { calls: number; errors: number }): number | null {
  return calls === 0 ? null : errors / calls;
}

export type Values = Readonly<Record<string, string>>;

type Settings = Record<string, string | number | boolean>;

interface Fields {
  settings?: Settings;
  credentials?: Record<string, string>;
}

/** What was typed, as the server takes it: empty fields are left out, numbers are numbers, secrets stand apart. */
export function fieldsToSend(adapter: Adapter, values: Values): Fields {
  const filled = adapter.fields.flatMap(field => {
    const text = values[field.name]?.trim() ?? '';
    return text === '' ? [] : [{ ...field, text }];
  });
  const secrets = filled.filter(({ secret }) => secret);
  const others = filled.filter(({ secret }) => !secret);
  return {
    ...(others.length > 0 && {
      settings: Object.fromEntries(others.map(({ name, text }) => [name, settingOf(text)])),
    }),
    ...(secrets.length > 0 && {
      credentials: Object.fromEntries(secrets.map(({ name, text }) => [name, text])),
    }),
  };
}

function settingOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : text;
}
