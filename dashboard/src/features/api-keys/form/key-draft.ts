/** A key as the form holds it, and what is sent of it. Pure. */
import type { Scope } from '@serai/contract/scopes.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Input } from '../../../lib/calls/operator-client.ts';
import type { ApiKey } from '../parts/api-key.ts';
import { parseEntry, splitEntries } from './address-entries.ts';
import { expiryOf } from './expiry-choices.ts';

export interface KeyDraft {
  name: string;
  scopes: readonly Scope[];
  /** One address or range a line. */
  addresses: string;
  perMinute: string;
  perHour: string;
  perDay: string;
  /** `never`, `keep`, `on`, or a number of days. */
  expiry: string;
  /** The last day, where the expiry is `on`. */
  lastDay: string;
}

const DEFAULT_LIMITS: ApiKey['limits'] = { perMinute: 600, perHour: 15_000, perDay: 250_000 };

/** A new key has the default limits, or the ceilings of the organisation where they are lower. */
export function emptyDraft(ceilings: ApiKey['limits']): KeyDraft {
  const limit = (window: keyof ApiKey['limits']) =>
    String(Math.min(DEFAULT_LIMITS[window], ceilings[window]));
  return {
    name: '',
    scopes: [],
    addresses: '',
    perMinute: limit('perMinute'),
    perHour: limit('perHour'),
    perDay: limit('perDay'),
    expiry: 'never',
    lastDay: '',
  };
}

export function draftOf(key: ApiKey): KeyDraft {
  const { name, scopes, allowedAddresses, limits } = key;
  return {
    name,
    scopes,
    addresses: allowedAddresses.join('\n'),
    perMinute: String(limits.perMinute),
    perHour: String(limits.perHour),
    perDay: String(limits.perDay),
    expiry: 'keep',
    lastDay: '',
  };
}

export function toInput(draft: KeyDraft, environment: Environment, nowMs: number): Input<'keys/create'> {
  return {
    name: draft.name.trim(),
    environment,
    scopes: [...draft.scopes],
    allowedAddresses: splitEntries(draft.addresses),
    limits: limitsOf(draft),
    expiresAt: expiryOf(draft, null, nowMs),
  };
}

/** Only what differs from the key; undefined when nothing does. */
export function toChanges(draft: KeyDraft, key: ApiKey, nowMs: number): Input<'keys/update'> | undefined {
  const { keyId } = key;
  const wanted = {
    name: draft.name.trim(),
    scopes: [...draft.scopes],
    allowedAddresses: splitEntries(draft.addresses),
    limits: limitsOf(draft),
    expiresAt: expiryOf(draft, key.expiresAt, nowMs),
  };
  const changed = Object.entries(wanted).filter(
    ([member, value]) => textOf(value) !== textOf(key[member as keyof typeof wanted]),
  );
  return changed.length === 0 ? undefined : { keyId, ...Object.fromEntries(changed) };
}

/** What is wrong with the addresses as they are typed; undefined while nothing is. */
export function addressProblem(text: string): string | undefined {
  for (const entry of splitEntries(text)) {
    const parsed = parseEntry(entry);
    if ('problem' in parsed) return parsed.problem;
  }
  return undefined;
}

function limitsOf({ perMinute, perHour, perDay }: KeyDraft) {
  return { perMinute: Number(perMinute), perHour: Number(perHour), perDay: Number(perDay) };
}

/** Scopes are a set, whatever order they were chosen in. */
function textOf(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
}
