import {
  connectProvider,
  listProviders,
  type provider,
  shareProvider,
  showProviderHealth,
  updateProvider,
} from '@serai/contract/account/providers.ts';
import type { z } from 'zod';
import { operationCommand } from '../derived/operation-command.ts';
import type { Command } from '../frame/command.ts';
import type { Style } from '../text/style.ts';
import { type Cell, facts, table } from '../text/table.ts';
import { timeText } from '../text/time-text.ts';

type Provider = z.output<typeof provider>;
type Health = z.output<typeof showProviderHealth.output>['providers'][number];

/** Secrets must not be typed on a command line. */
const NO_CREDENTIALS = { credentials: false } as const;

export const PROVIDER_COMMANDS: readonly Command[] = [
  operationCommand(listProviders, {
    note: 'Health is based on the calls of the node that responds at this URL.',
    examples: ['serai providers list', 'serai providers list --environment production --json'],
    empty: 'No provider matches.',
    render: ({ providers }, { nowMs, style }) =>
      table(
        ['PROVIDER', 'NAME', 'ENVIRONMENT', 'PREFERENCE', 'HEALTH', 'SINCE', 'REASON'],
        providers.map(each => providerRow(each, nowMs, style)),
        style,
      ),
  }),
  operationCommand(showProviderHealth, {
    note: 'The default period is the last 24 hours. Numbers per operation and over time are shown only with --json.',
    examples: ['serai providers health', 'serai providers health --environment production --since 7d --json'],
    empty: 'No provider matches.',
    render: ({ providers }, { style }) =>
      table(
        ['PROVIDER', 'NAME', 'CALLS', 'ERRORS', 'TIMEOUTS', 'P50', 'P95', 'OPEN CIRCUITS'],
        providers.map(each => healthRow(each, style)),
        style,
      ),
  }),
  operationCommand(connectProvider, {
    args: ['adapter'],
    options: { ...NO_CREDENTIALS, environment: { required: true, default: undefined as never } },
    note: 'own-inventory and, in the sandbox, test-provider with --set number=1, 2 or 3 are connected from the start. liteapi, hotelbeds and rapid need credentials, so connect them in the dashboard.',
    examples: [
      'serai providers connect own-inventory --environment production --name "Our hotels" --preference 1',
      'serai providers connect test-provider --environment sandbox --name "Second" --set number=2 --set timeoutMs=1500',
    ],
    render: ({ provider }, { style }) => `The provider is connected.\n\n${providerText(provider, style)}`,
  }),
  operationCommand(updateProvider, {
    options: { ...NO_CREDENTIALS, enabled: false },
    flags: {
      pause: { description: 'Stop selling from this provider.', input: { enabled: false } },
      resume: { description: 'Sell from this provider again.', input: { enabled: true } },
    },
    examples: [
      'serai providers update prv_sandbox_test-2 --pause',
      'serai providers update prv_production_own --preference 1 --set timeoutMs=1500',
      'serai providers update prv_production_own --set timeoutMs=0',
    ],
    render: ({ provider }, { style }) => providerText(provider, style),
  }),
  operationCommand(shareProvider, {
    args: ['providerId', 'partnerId'],
    examples: [
      'serai providers share prv_production_own prt_01J9ZC4T3E',
      'serai providers share prv_production_own prt_01J9ZC4T3E --keep operator',
    ],
    render: ({ provider }, { style }) =>
      `The same settings now apply to this partner as to all others.\n\n${providerText(provider, style)}`,
  }),
];

function providerRow(
  { providerId, name, environment, preference, enabled, health }: Provider,
  nowMs: number,
  style: Style,
) {
  const styles = { UP: style.good, DEGRADED: style.warn, DOWN: style.bad, UNKNOWN: style.dim };
  const state: Cell = enabled ? { text: health.state, style: styles[health.state] } : 'DISABLED';
  const since = timeText(health.since, nowMs);
  return [providerId, name, environment, String(preference), state, since, health.message ?? ''];
}

function healthRow({ providerId, name, totals, breakers }: Health, style: Style): Cell[] {
  const open = breakers.filter(({ state }) => state === 'OPEN').map(({ pool }) => pool);
  return [
    providerId,
    name,
    String(totals.calls),
    { text: String(totals.errors), style: totals.errors > 0 ? style.warn : style.good },
    String(totals.timeouts),
    millisecondsText(totals.p50Ms),
    millisecondsText(totals.p95Ms),
    open.length === 0 ? 'none' : { text: open.join(', '), style: style.bad },
  ];
}

function millisecondsText(ms: number | null): string {
  return ms === null ? '' : `${Math.round(ms)} ms`;
}

function providerText(
  { providerId, name, environment, enabled, preference, settings, health, partnerSettings }: Provider,
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
      ...partnerSettings.map(({ partnerId, enabled: isUsed, preference: rank }): [string, Cell] => [
        'Differs for',
        `${partnerId}: ${isUsed ? 'in use' : 'paused'}, preference ${rank}`,
      ]),
    ],
    style,
  );
}
