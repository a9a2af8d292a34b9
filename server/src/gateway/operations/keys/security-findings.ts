import { listFindings } from '@serai/contract/account/security.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { type Finding, findingsOf } from '../../keys/key-findings.ts';
import { listKeys } from '../../keys/key-store.ts';
import type { KeyOperationParts } from './key-operation-parts.ts';

/** More than anyone reads; keeps the answer and the read small whatever an organisation has. */
const MAX_KEYS = 1_000;

export function securityFindings({ clock }: KeyOperationParts): OperatorHandler {
  return operate(listFindings, async ({ db, organisationId }) => {
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

/** Production first; the sort keeps the order of the keys. */
function byEnvironment(one: Finding, other: Finding): number {
  return Number(one.environment === 'sandbox') - Number(other.environment === 'sandbox');
}
