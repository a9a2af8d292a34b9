/** Converts a certification into the format of the operator API. Pure. */
import type { CertificationRecord } from '@serai/contract/account/sandbox.ts';
import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import type { StoredCertification } from './certification-store.ts';

const ORDER: readonly string[] = SCENARIOS.map(({ name }) => name);

export function certificationView(stored: StoredCertification): CertificationRecord {
  const problem = stored.is_lost ? 'The node that ran it was lost.' : stored.problem;
  return {
    certificationId: stored.certification_id,
    state: stateOf(stored, problem),
    startedAt: stored.started_at.toISOString(),
    startedBy: stored.started_by,
    endedAt: stored.ended_at?.toISOString() ?? null,
    keyId: stored.key_id,
    problem,
    names: stored.names,
    results: stored.results
      .toSorted((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name))
      .map(result => ({ ...result, faults: [...result.faults], notes: [...result.notes] })),
  };
}

function stateOf(
  { ended_at, results }: StoredCertification,
  problem: string | null,
): CertificationRecord['state'] {
  if (problem !== null) return 'BROKEN_OFF';
  if (ended_at === null) return 'RUNNING';
  return results.every(({ result }) => result === 'RIGHT') ? 'PASSED' : 'FAILED';
}
