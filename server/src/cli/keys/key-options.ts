/** What is typed about a key, as the interface takes it. */
import { SCOPE_NAMES, type Scope } from '@serai/contract/scopes.ts';
import type { OptionSpecs, OptionValues } from '../frame/command.ts';
import { usageFailure } from '../frame/failure.ts';
import { nearest } from '../frame/nearest.ts';
import { parseCount, splitList } from '../frame/parse-option.ts';
import { parseMoment } from '../text/time-text.ts';

export const KEY_OPTIONS = {
  scope: {
    type: 'string',
    multiple: true,
    value: '<scope>',
    description: `What it may do, several by comma or repetition: ${SCOPE_NAMES.join(', ')}.`,
  },
  'all-scopes': { type: 'boolean', description: 'Everything a key can do.' },
  allow: {
    type: 'string',
    multiple: true,
    value: '<address>',
    description: 'Address or CIDR range it works from, several by comma or repetition.',
  },
  'per-minute': { type: 'string', value: '<number>', description: 'Requests a minute.' },
  'per-hour': { type: 'string', value: '<number>', description: 'Requests an hour.' },
  'per-day': { type: 'string', value: '<number>', description: 'Requests a day.' },
  expires: {
    type: 'string',
    value: '<moment>',
    description: 'When it stops: 2027-06-30T12:00:00Z, a date, a span such as 90d, or never.',
  },
} as const satisfies OptionSpecs;

type Values = OptionValues<typeof KEY_OPTIONS>;

interface KeyMembers {
  scopes?: Scope[];
  allowedAddresses?: string[];
  limits?: { perMinute?: number; perHour?: number; perDay?: number };
  expiresAt?: string | null;
}

/** Only what was typed; the rest is left to the service. */
export function keyMembers(values: Values, nowMs: number): KeyMembers {
  const members: KeyMembers = {};
  const scopes = values['all-scopes'] ? [...SCOPE_NAMES] : values.scope && parseScopes(values.scope);
  if (values['all-scopes'] && values.scope)
    throw usageFailure('--all-scopes and --scope exclude each other.');
  if (scopes !== undefined) members.scopes = scopes;
  if (values.allow !== undefined) members.allowedAddresses = splitList(values.allow);
  const limits = parseLimits(values);
  if (Object.keys(limits).length > 0) members.limits = limits;
  if (values.expires !== undefined) {
    members.expiresAt =
      values.expires === 'never' ? null : parseMoment(values.expires, '--expires', nowMs, 'ahead');
  }
  return members;
}

function parseScopes(given: readonly string[]): Scope[] {
  return splitList(given).map(word => {
    const scope = SCOPE_NAMES.find(name => name === word);
    if (scope !== undefined) return scope;
    const meant = nearest(word, SCOPE_NAMES);
    throw usageFailure(
      `There is no scope "${word}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
      `Scopes are ${SCOPE_NAMES.join(', ')}.`,
    );
  });
}

function parseLimits(values: Values): NonNullable<KeyMembers['limits']> {
  const limits: NonNullable<KeyMembers['limits']> = {};
  const members = { perMinute: 'per-minute', perHour: 'per-hour', perDay: 'per-day' } as const;
  for (const [member, option] of Object.entries(members) as ['perMinute', 'per-minute'][]) {
    const text = values[option];
    if (text !== undefined) limits[member] = parseCount(text, `--${option}`);
  }
  return limits;
}
