import { showProviderHealth } from '@serai/contract/account/provider-health.ts';
import {
  connectProvider,
  listProviders,
  probeProvider,
  type provider,
  shareProvider,
  updateProvider,
} from '@serai/contract/account/providers.ts';
import type { SupplierName } from '@serai/contract/account/supplier-accounts.ts';
import type { z } from 'zod';
import { type OperationCall, operationCommand } from '../derived/operation-command.ts';
import type { Command, OptionSpecs } from '../frame/command.ts';
import { EXIT, usageFailure } from '../frame/failure.ts';
import type { Style } from '../text/style.ts';
import { type Cell, facts, table } from '../text/table.ts';
import { timeText } from '../text/time-text.ts';
import { askCredentials, readCredentialsFile, secretFields } from './provider-credentials.ts';
import { PROVIDER_FAILURE_COMMANDS } from './provider-failures.ts';
import {
  accountProblems,
  allSettings,
  CREDENTIALS_FILE,
  settingOptions,
  supplierOf,
} from './provider-settings.ts';

type Provider = z.output<typeof provider>;
type Step = z.output<typeof probeProvider.output>['steps'][number];
type Health = z.output<typeof showProviderHealth.output>['providers'][number];

/** Secrets must not be typed on a command line. `addCredentials` reads them from a file or asks for them. */
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
    note: 'The default period is the last 24 hours. Figures per operation, per class of calls and over time are shown only with --json.',
    examples: ['serai providers health', 'serai providers health --environment production --since 7d --json'],
    empty: 'No provider matches.',
    render: ({ providers }, { nowMs, style }) =>
      table(
        [
          'PROVIDER',
          'NAME',
          'CALLS',
          'ERRORS',
          'TIMEOUTS',
          'P50',
          'P95',
          'OPEN CIRCUITS',
          'BUDGET',
          'LAST ERROR',
        ],
        providers.map(each => healthRow(each, nowMs, style)),
        style,
      ),
  }),
  ...PROVIDER_FAILURE_COMMANDS,
  operationCommand(connectProvider, {
    args: ['adapter'],
    options: { ...NO_CREDENTIALS, environment: { required: true, default: undefined as never } },
    extra: accountOptions,
    complete: ({ settings }, _nowMs, values) => withSettings(settings, values),
    check: ({ adapter, settings = {} }, _given, values) =>
      accountProblems(supplierOf(adapter ?? ''), settings, values, true),
    note: 'The adapters liteapi, hotelbeds and rapid need an account with the supplier. The command asks for its secrets and does not show them. There are no options for secrets. The adapters own-inventory and test-provider (only in the sandbox, with --set number=1, 2 or 3) are connected from the start.',
    examples: [
      'serai providers connect liteapi --environment production',
      'serai providers connect hotelbeds --environment sandbox --credentials-file hotelbeds.json --per-day 50',
      'serai providers connect own-inventory --environment production --name "Our hotels" --preference 1',
      'serai providers connect test-provider --environment sandbox --name "Second" --set number=2 --set timeoutMs=1500',
    ],
    run: call => addCredentials(call, supplierOf(call.input.adapter), true),
    render: ({ provider }, { style }) => `The provider is connected.\n\n${providerText(provider, style)}`,
  }),
  operationCommand(updateProvider, {
    options: { ...NO_CREDENTIALS, enabled: false },
    extra: () => ({ ...accountOptions(), 'new-credentials': NEW_CREDENTIALS }),
    flags: {
      pause: { description: 'Stop selling from this provider.', input: { enabled: false } },
      resume: { description: 'Sell from this provider again.', input: { enabled: true } },
    },
    complete: ({ settings }, _nowMs, values) => ({
      ...withSettings(settings, values),
      ...(isRotation(values) && { credentials: {} }),
    }),
    check: ({ providerId, settings = {} }, _given, values) =>
      accountProblems(supplierOf(providerId ?? ''), settings, values, false),
    note: 'With --new-credentials, the command asks for the new secrets of an account and does not show them. They are tested before they replace the old ones.',
    examples: [
      'serai providers update prv_sandbox_test-2 --pause',
      'serai providers update prv_production_liteapi --new-credentials',
      'serai providers update prv_production_liteapi --rates-per-hotel 20 --per-day 50000',
      'serai providers update prv_production_own --preference 1 --set timeoutMs=1500',
      'serai providers update prv_production_own --set timeoutMs=0',
    ],
    run: call =>
      isRotation(call.options)
        ? addCredentials(call, supplierOf(call.input.providerId), false)
        : Promise.resolve(undefined),
    render: ({ provider }, { style }) => providerText(provider, style),
  }),
  operationCommand(probeProvider, {
    examples: ['serai providers probe prv_production_liteapi'],
    render: ({ message, steps }, { style }) => `${stepTable(steps, style)}\n${message}\n`,
    exitCode: ({ works }) => (works ? EXIT.ok : EXIT.failed),
  }),
  operationCommand(shareProvider, {
    args: ['providerId', 'partnerId'],
    examples: [
      'serai providers share prv_production_own prt_01J9ZC4T3E',
      'serai providers share prv_production_own prt_01J9ZC4T3E --keep operator',
    ],
    render: ({ provider }, { style }) =>
      `This partner now uses the same settings as all others.\n\n${providerText(provider, style)}`,
  }),
];

const NEW_CREDENTIALS = { type: 'flag', description: 'Ask for new credentials.' } as const;

type Values = Readonly<Record<string, unknown>>;
type Settings = Readonly<Record<string, string | number | boolean>>;

function accountOptions(): OptionSpecs {
  return { ...settingOptions(), ...CREDENTIALS_FILE };
}

function withSettings(settings: Settings | undefined, values: Values): { settings?: Settings } {
  const given = allSettings(settings ?? {}, values);
  return Object.keys(given).length === 0 ? {} : { settings: given };
}

function isRotation(values: Values): boolean {
  return values['new-credentials'] === true || values['credentials-file'] !== undefined;
}

/** Adds the credentials from the file or the prompt. Built-in providers have none. */
async function addCredentials(
  { input, options, terminal }: OperationCall<{ credentials?: Record<string, string> | undefined }>,
  supplier: SupplierName | undefined,
  isNew: boolean,
): Promise<undefined> {
  if (supplier === undefined) return;
  const fields = secretFields(supplier);
  const file = (options as Values)['credentials-file'] as string | undefined;
  if (file === undefined) {
    input.credentials = await askCredentials(terminal, fields, isNew);
    return;
  }
  // The file has already been checked. It is read again here, which fails if it is a pipe.
  const { credentials, problems } = readCredentialsFile(file, fields, isNew);
  const [first] = problems;
  if (first !== undefined) throw usageFailure(first, undefined, problems.slice(1));
  input.credentials = credentials;
}

function stepTable(steps: readonly Step[], style: Style): string {
  const styles = { PASSED: style.good, FAILED: style.bad, SKIPPED: style.dim };
  return table(
    ['STEP', 'RESULT', 'FOUND', 'SUPPLIER SAYS', 'NEXT STEP'],
    steps.map(({ step, result, message, supplierSays, nextStep }) => [
      step,
      { text: result, style: styles[result] },
      message,
      supplierSays ?? '',
      nextStep ?? '',
    ]),
    style,
  );
}

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

function healthRow(
  { providerId, name, totals, breakers, budget, lastError }: Health,
  nowMs: number,
  style: Style,
): Cell[] {
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
    budgetText(budget),
    lastError === null ? '' : `${timeText(lastError.at, nowMs)}: ${errorText(lastError)}`,
  ];
}

function budgetText(budget: Health['budget']): string {
  const parts = [
    budget?.minute ? `${budget.minute.used} of ${budget.minute.limit} a minute` : '',
    budget?.day ? `${budget.day.used} of ${budget.day.limit} a day` : '',
    budget?.blockedUntil ? 'blocked by the supplier' : '',
  ];
  return parts.filter(part => part !== '').join(', ') || 'no limit';
}

function errorText({ operation, cause, status, supplierSays }: NonNullable<Health['lastError']>): string {
  const code = status === null ? cause : `${cause}, HTTP ${status}`;
  return `${operation} ${code}${supplierSays === null ? '' : `, “${supplierSays}”`}`;
}

function millisecondsText(ms: number | null): string {
  return ms === null ? '' : `${Math.round(ms)} ms`;
}

function providerText(provider: Provider, style: Style): string {
  const { providerId, name, environment, enabled, preference, settings, health, partnerSettings } = provider;
  const secrets = provider.credentials.map(({ name: field, lastCharacters }) =>
    lastCharacters === '' ? field : `${field} (ends in ${lastCharacters})`,
  );
  const { phone, email, website, note } = provider.supportContact;
  const support = [phone, email, website, note?.replaceAll('\n', ' ')].filter(text => text != null);
  const values = Object.entries(settings).map(([field, value]) => `${field}=${value}`);
  return facts(
    [
      ['Provider', providerId],
      ['Name', name],
      ['Environment', environment],
      ['State', enabled ? 'in use' : { text: 'paused', style: style.warn }],
      ['Preference', String(preference)],
      ['Settings', values.join(', ') || 'none'],
      ...(secrets.length > 0 ? [['Credentials', secrets.join(', ')] as [string, Cell]] : []),
      ...(support.length > 0 ? [['Support', support.join(', ')] as [string, Cell]] : []),
      ['Health', health.message === null ? health.state : `${health.state}: ${health.message}`],
      ...partnerSettings.map(({ partnerId, enabled: isUsed, preference: rank }): [string, Cell] => [
        'Differs for',
        `${partnerId}: ${isUsed ? 'in use' : 'paused'}, preference ${rank}`,
      ]),
    ],
    style,
  );
}
