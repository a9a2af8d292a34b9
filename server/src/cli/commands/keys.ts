import { readFile } from 'node:fs/promises';
import type { key } from '@serai/contract/account/key.ts';
import {
  createKey,
  disableKey,
  enableKey,
  endKeyOverlap,
  listKeys,
  reportLeakedKey,
  revokeKey,
  rotateKey,
  showKey,
  updateKey,
} from '@serai/contract/account/keys.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import type { z } from 'zod';
import { operationCommand, type View } from '../derived/operation-command.ts';
import { type Command, defineCommand } from '../frame/command.ts';
import { EXIT, usageFailure } from '../frame/failure.ts';
import type { Terminal } from '../frame/terminal.ts';
import { printable, type Style } from '../text/style.ts';
import { type Cell, facts, moneyText, table } from '../text/table.ts';
import { timeText } from '../text/time-text.ts';

type Key = z.output<typeof key>;
type Shown = Pick<View<unknown>, 'nowMs' | 'style'>;

const ALL_SCOPES = { 'all-scopes': { description: 'Every scope.', input: { scopes: [...SCOPE_NAMES] } } };
const EXPIRES = { expiresAt: { ahead: true } };

const changed =
  (done: string) =>
  ({ key }: { key: Key }, { nowMs, style }: Shown) =>
    `${done}\n\n${keyText(key, nowMs, style)}`;

/** Prints a new secret, which is never shown again, and then the key. */
const withSecret =
  (done: string) =>
  ({ key, secret }: { key: Key; secret: string }, { nowMs, style }: Shown) =>
    `${done}\n\n${secretNotice(secret, style)}\n${keyText(key, nowMs, style)}`;

/** The key is not an argument, because arguments are stored in the shell history and visible in the process list. */
const reportLeakCommand = defineCommand({
  name: 'keys report-leak',
  summary: `${reportLeakedKey.summary}.`,
  description: `${reportLeakedKey.description} The command asks for the key.`,
  remote: true,
  operations: [reportLeakedKey.name],
  options: {
    file: { type: 'text', value: '<path>', description: 'File with the key. Use /dev/stdin to pipe it in.' },
  },
  examples: ['serai keys report-leak', 'serai keys report-leak --file leaked.txt --json'],
  async run({ options, client, json, terminal }) {
    const key = options.file === undefined ? await askForKey(terminal) : await readFile(options.file, 'utf8');
    const { data, text } = await client().call(reportLeakedKey, { key });
    terminal.out(json ? `${text}\n` : leakText(data));
    return EXIT.ok;
  },
});

export const KEY_COMMANDS: readonly Command[] = [
  operationCommand(createKey, {
    flags: ALL_SCOPES,
    options: EXPIRES,
    examples: [
      'serai keys create --partner prt_01J9ZC4T3E --name Shop --all-scopes',
      'serai keys create --partner prt_01J9ZC4T3E --name Shop --environment production --scope hotels:search,hotels:quote --allow 203.0.113.0/24 --expires 365d',
      'serai keys create --partner prt_01J9ZC4T3E --name Crawler --scope content:read --per-minute 60',
      'serai keys create --partner prt_01J9ZC4T3E --name Agent --all-scopes --spend-per-day 1000EUR --spend-per-booking 400EUR',
    ],
    render: withSecret('The key was created.'),
  }),
  operationCommand(listKeys, {
    examples: [
      'serai keys list',
      'serai keys list --partner prt_01J9ZC4T3E',
      'serai keys list --environment production --status active --json',
    ],
    empty: 'No keys found. Create one with serai keys create.',
    render: ({ keys }, { nowMs, style }) => keyTable(keys, nowMs, style),
  }),
  operationCommand(showKey, { render: ({ key }, { nowMs, style }) => keyText(key, nowMs, style) }),
  operationCommand(updateKey, {
    flags: {
      ...ALL_SCOPES,
      'allow-any': { description: 'Allow requests from any address.', input: { allowedAddresses: [] } },
    },
    options: EXPIRES,
    examples: [
      'serai keys update 4Zk81mQpXr2T --per-minute 1200',
      'serai keys update 4Zk81mQpXr2T --allow 203.0.113.0/24,2001:db8::/32',
      'serai keys update 4Zk81mQpXr2T --allow-any --expires never',
      'serai keys update 4Zk81mQpXr2T --spend-per-day none --spend-per-booking none',
    ],
    render: changed('The key was changed.'),
  }),
  operationCommand(rotateKey, {
    options: {
      overlapSeconds: { description: 'How long the old secret remains valid. 0 revokes it immediately.' },
    },
    examples: ['serai keys rotate 4Zk81mQpXr2T', 'serai keys rotate 4Zk81mQpXr2T --overlap 0'],
    render: withSecret('The key has a new secret.'),
  }),
  operationCommand(endKeyOverlap, { render: changed('Only the current secret works now.') }),
  operationCommand(disableKey, { render: changed('The key is disabled.') }),
  operationCommand(enableKey, { render: changed('The key is enabled.') }),
  operationCommand(revokeKey, {
    note: 'To stop a key temporarily, use serai keys disable.',
    confirm: {
      async question({ input, client }) {
        const { name, display, environment } = (await client().call(showKey, input)).data.key;
        return `Revoke the ${environment} key "${printable(name)}" (${display})? It stops working immediately and permanently. [y/N] `;
      },
    },
    render: ({ key }) => `The key ${key.keyId} is revoked.\n`,
  }),
  reportLeakCommand,
];

function keyTable(keys: readonly Key[], nowMs: number, style: Style): string {
  const rows = keys.map(key => [
    key.keyId,
    key.partnerId,
    key.name,
    environmentCell(key, style),
    statusCell(key, style),
    scopesText(key),
    key.lastUsed === null ? 'never' : timeText(key.lastUsed.at, nowMs),
    key.expiresAt === null ? 'never' : timeText(key.expiresAt, nowMs),
  ]);
  return table(
    ['KEY', 'PARTNER', 'NAME', 'ENVIRONMENT', 'STATUS', 'SCOPES', 'LAST USED', 'EXPIRES'],
    rows,
    style,
  );
}

function keyText(key: Key, nowMs: number, style: Style): string {
  const { limits, lastUsed, allowedAddresses } = key;
  const rows: [string, Cell][] = [
    ['Key', key.display],
    ['Id', key.keyId],
    ['Name', key.name],
    ['Partner', key.partnerId],
    ['Environment', environmentCell(key, style)],
    ['Status', statusCell(key, style)],
    ['Scopes', key.scopes.join(', ')],
    ['Addresses', allowedAddresses.length === 0 ? 'any' : allowedAddresses.join(', ')],
    ['Limits', `${limits.perMinute} a minute, ${limits.perHour} an hour, ${limits.perDay} a day`],
    ['Spend limit', spendText(limits)],
    ...(key.ucp ? [['UCP platform', key.ucp.profileUrl] as [string, Cell]] : []),
    ['Expires', key.expiresAt === null ? 'never' : timeText(key.expiresAt, nowMs)],
    ['Created', `${timeText(key.createdAt, nowMs)} by ${key.createdBy}`],
    ['Last used', useText(lastUsed, nowMs)],
    ...key.secrets.map(secret => ['Secret', secretText(secret, nowMs)] as [string, Cell]),
  ];
  return facts(rows, style);
}

function spendText({ spend }: Key['limits']): string {
  if (spend === null) return 'none';
  const { perDay, perBooking } = spend;
  const parts = [
    ...(perDay ? [`${moneyText(perDay)} in 24 hours`] : []),
    ...(perBooking ? [`${moneyText(perBooking)} per booking`] : []),
  ];
  return parts.join(', ');
}

/** The only function that prints the secret of a key. */
function secretNotice(secret: string, style: Style): string {
  return `  ${style.bold(secret)}\n\n${style.warn('This is shown once.')} Store it now. It cannot be shown again.\n`;
}

function secretText(secret: Key['secrets'][number], nowMs: number): string {
  const end =
    secret.validUntil === null ? 'current' : `old, works until ${timeText(secret.validUntil, nowMs)}`;
  return `${secret.start}…  ${end}; last used ${useText(secret.lastUsed, nowMs)}`;
}

function useText(use: Key['lastUsed'], nowMs: number): string {
  if (use === null) return 'never';
  const from = use.address === null ? '' : ` from ${use.address}`;
  const version = use.clientVersion === null ? '' : `, client ${use.clientVersion}`;
  return `${timeText(use.at, nowMs)}${from}${version}`;
}

function scopesText({ scopes }: Key): string {
  return scopes.length === SCOPE_NAMES.length ? 'all' : scopes.join(',');
}

function environmentCell({ environment }: Key, style: Style): Cell {
  return environment === 'production' ? { text: environment, style: style.bold } : environment;
}

function statusCell({ status }: Key, style: Style): Cell {
  return {
    text: status,
    style: { ACTIVE: style.good, DISABLED: style.warn, EXPIRED: style.warn, REVOKED: style.bad }[status],
  };
}

async function askForKey({ ask }: Terminal): Promise<string> {
  if (ask === undefined) {
    throw usageFailure(
      'There is no terminal on which to ask for the key.',
      'Pass the key in a file with --file.',
    );
  }
  return ask('Paste the complete key: ');
}

function leakText({ outcome, key }: z.output<typeof reportLeakedKey.output>): string {
  if (outcome === 'UNKNOWN') return 'No key matches. Nothing was changed.\n';
  const name =
    key === null
      ? 'A key that belongs to another partner'
      : `The key "${printable(key.name)}" (${key.display})`;
  return outcome === 'REVOKED'
    ? `${name} was revoked.\n`
    : `${name} had already been revoked, or its secret had been replaced.\n`;
}
