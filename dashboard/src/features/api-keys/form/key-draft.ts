/** A new key as the form holds it, and what is sent of it. */
import type { Scope } from '@serai/contract/scopes.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Input } from '../../lib/operator-client.ts';

export interface KeyDraft {
  name: string;
  scopes: readonly Scope[];
  /** One address or range a line. */
  addresses: string;
  perMinute: string;
  perHour: string;
  perDay: string;
  /** Days until it expires; empty is never. */
  days: string;
}

export const EMPTY_DRAFT: KeyDraft = {
  name: '',
  scopes: [],
  addresses: '',
  perMinute: '600',
  perHour: '15000',
  perDay: '250000',
  days: '',
};

const DAY_MS = 86_400_000;

export function draftAddresses(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map(line => line.trim())
    .filter(line => line !== '');
}

export function toInput(draft: KeyDraft, environment: Environment, nowMs: number): Input<'keys/create'> {
  const expiresAt = draft.days === '' ? null : new Date(nowMs + Number(draft.days) * DAY_MS).toISOString();
  return {
    name: draft.name.trim(),
    environment,
    scopes: [...draft.scopes],
    allowedAddresses: draftAddresses(draft.addresses),
    limits: {
      perMinute: Number(draft.perMinute),
      perHour: Number(draft.perHour),
      perDay: Number(draft.perDay),
    },
    expiresAt,
  };
}
