import { listFindings } from '@serai/contract/account/security.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import type { z } from 'zod';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { listKeys, type StoredKey } from '../../keys/key-store.ts';
import type { KeyOperationParts } from './key-operation-parts.ts';

/** Bounds the query and the response for organisations with very many keys. */
const MAX_KEYS = 1_000;

export function securityFindings({ clock }: KeyOperationParts): OperatorHandler {
  return operate(listFindings, async ({ db, partnerId: organisationId }) => {
    const nowMs = clock.nowMs();
    const filter = {
      organisationId,
      environment: undefined,
      status: 'ACTIVE' as const,
      now: new Date(nowMs),
    };
    const listed = await listKeys(db, filter, undefined, MAX_KEYS + 1);
    const findings = listed.slice(0, MAX_KEYS).flatMap(({ key }) => findingsOf(key, nowMs));
    return { findings: findings.sort(byEnvironment), complete: listed.length <= MAX_KEYS };
  });
}

/** Production keys come first. The sort is stable, so the keys otherwise stay in order. */
function byEnvironment(one: Finding, other: Finding): number {
  return Number(one.environment === 'sandbox') - Number(other.environment === 'sandbox');
}

type Finding = z.input<typeof listFindings.output>['findings'][number];

const OLD_MS = 90 * 86_400_000;

const ADVICE: Record<Finding['kind'], string> = {
  NO_EXPIRY: 'Set an expiry date so that a forgotten key stops working automatically.',
  IDLE: 'The key has not been used for 90 days. Disable it, and revoke it if it turns out not to be needed.',
  NO_ADDRESS_LIST: 'The key works from any address. Restrict it to the addresses of your servers.',
  OLD_SECRET: 'Rotate the key. The longer a secret is in use, the more likely it is to leak.',
  EVERY_SCOPE: 'The key has every scope. Keep only the scopes that your application needs.',
};

/** The key must be active. */
function findingsOf(key: StoredKey, nowMs: number): Finding[] {
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
