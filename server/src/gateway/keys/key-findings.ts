/** What makes a key that works less safe than it could be. Pure. */
import type { listFindings } from '@serai/contract/account/security.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import type { z } from 'zod';
import type { StoredKey } from './key-store.ts';

export type Finding = z.input<typeof listFindings.output>['findings'][number];

const OLD_MS = 90 * 86_400_000;

const ADVICE: Record<Finding['kind'], string> = {
  NO_EXPIRY: 'Set an expiry, so that a forgotten key ends by itself.',
  IDLE: 'Nobody has used it for 90 days. Disable it, and revoke it when nobody misses it.',
  NO_ADDRESS_LIST: 'It works from anywhere. List the addresses that its program calls from.',
  OLD_SECRET: 'Rotate it: the longer a secret is in use, the more places have seen it.',
  EVERY_SCOPE: 'It may do everything. Leave it the scopes that its program needs.',
};

/** For an active key. */
export function findingsOf(key: StoredKey, nowMs: number): Finding[] {
  const made = key.createdAt.toISOString();
  const used = new Date(key.lastUse?.at ?? made).toISOString();
  const secretMade = new Date(
    key.secrets.find(({ validUntil }) => validUntil === null)?.createdAt ?? made,
  ).toISOString();
  const isOld = (instant: string) => nowMs - Date.parse(instant) >= OLD_MS;
  const finding = (kind: Finding['kind'], holds: boolean, since: string): Finding[] =>
    holds
      ? [{ kind, keyId: key.id, name: key.name, environment: key.environment, since, advice: ADVICE[kind] }]
      : [];
  return [
    ...finding('NO_EXPIRY', key.expiresAt === null, made),
    ...finding('IDLE', isOld(used), used),
    ...finding('NO_ADDRESS_LIST', key.allowedAddresses.length === 0, made),
    ...finding('OLD_SECRET', isOld(secretMade), secretMade),
    ...finding(
      'EVERY_SCOPE',
      SCOPE_NAMES.every(scope => key.scopes.includes(scope)),
      made,
    ),
  ];
}
