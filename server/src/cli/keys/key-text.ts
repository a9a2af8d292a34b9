/** Keys as people read them. Pure. */
import type { key } from '@serai/contract/account/key.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import type { z } from 'zod';
import type { Style } from '../text/style.ts';
import { type Cell, facts, table } from '../text/table.ts';
import { momentText } from '../text/time-text.ts';

export type Key = z.output<typeof key>;

export function keyTable(keys: readonly Key[], nowMs: number, style: Style): string {
  const rows = keys.map(key => [
    key.keyId,
    key.name,
    environmentCell(key, style),
    statusCell(key, style),
    scopesText(key),
    key.lastUsed === null ? 'never' : momentText(key.lastUsed.at, nowMs),
    key.expiresAt === null ? 'never' : momentText(key.expiresAt, nowMs),
  ]);
  return table(['KEY', 'NAME', 'ENVIRONMENT', 'STATUS', 'SCOPES', 'LAST USED', 'EXPIRES'], rows, style);
}

export function keyText(key: Key, nowMs: number, style: Style): string {
  const { limits, lastUsed, allowedAddresses } = key;
  const rows: [string, Cell][] = [
    ['Key', key.display],
    ['Id', key.keyId],
    ['Name', key.name],
    ['Environment', environmentCell(key, style)],
    ['Status', statusCell(key, style)],
    ['Scopes', key.scopes.join(', ')],
    ['Addresses', allowedAddresses.length === 0 ? 'any' : allowedAddresses.join(', ')],
    ['Limits', `${limits.perMinute} a minute, ${limits.perHour} an hour, ${limits.perDay} a day`],
    ['Expires', key.expiresAt === null ? 'never' : momentText(key.expiresAt, nowMs)],
    ['Created', `${momentText(key.createdAt, nowMs)} by ${key.createdBy}`],
    ['Last used', useText(lastUsed, nowMs)],
    ...key.secrets.map(secret => ['Secret', secretText(secret, nowMs)] as [string, Cell]),
  ];
  return facts(rows, style);
}

/** The only place where a clear key is printed. */
export function clearKeyText(secret: string, style: Style): string {
  return `  ${style.bold(secret)}\n\n${style.warn('This is shown once.')} Store it now: nothing can show it again.\n`;
}

function secretText(secret: Key['secrets'][number], nowMs: number): string {
  const end =
    secret.validUntil === null ? 'current' : `old, works until ${momentText(secret.validUntil, nowMs)}`;
  return `${secret.start}…  ${end}; last used ${useText(secret.lastUsed, nowMs)}`;
}

function useText(use: Key['lastUsed'], nowMs: number): string {
  if (use === null) return 'never';
  const from = use.address === null ? '' : ` from ${use.address}`;
  const version = use.clientVersion === null ? '' : `, client ${use.clientVersion}`;
  return `${momentText(use.at, nowMs)}${from}${version}`;
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
