import {
  type CertificationRecord,
  listScenarios,
  resetSandbox,
  showCertification,
  startCertification,
} from '@serai/contract/account/sandbox.ts';
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import type { Clock } from '../platform/clock.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { auditOf, type RecordAudit } from '../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../platform/operations/operator/operator-handler.ts';
import { shownActor, type Viewer } from '../platform/operations/operator/shown-actor.ts';
import type { TryCall } from '../platform/operations/try-call.ts';
import { dateAt } from '../platform/time/civil-date.ts';
import { findLastCertification, type StoredCertification } from './certification-store.ts';
import { type CertificationParts, Certifications } from './certifications.ts';
import { sandboxChecklist } from './checklist.ts';
import type { TryKeys } from './own-keys.ts';
import { emptySandbox } from './reset-store.ts';
import { scenarioScript } from './scenario-script.ts';
import { scenarioSteps } from './scenario-steps.ts';
import { sandboxTry } from './try-operation.ts';

export interface SandboxParts extends CertificationParts {
  recordAudit: RecordAudit;
  tryCall: TryCall;
  tryKeys: TryKeys;
}

export interface Sandbox {
  handlers: OperatorHandler[];
  /** Resolves when no certification is running in this process. `stopping` must be aborted first. */
  ended(): Promise<void>;
}

export function openSandbox(parts: SandboxParts): Sandbox {
  const certifications = new Certifications(parts);
  return {
    handlers: [
      sandboxScenarios(parts),
      sandboxCertifyStart({ ...parts, certifications }),
      sandboxCertification(),
      sandboxReset(parts),
      sandboxTry(parts),
      sandboxChecklist(),
    ],
    ended: () => certifications.ended(),
  };
}

interface ScenariosParts {
  clock: Clock;
  interfaceUrl: string;
}

export function sandboxScenarios({ clock, interfaceUrl }: ScenariosParts): OperatorHandler {
  return operate(listScenarios, () => {
    const today = dateAt(clock.nowMs(), 0);
    return {
      scenarios: SCENARIOS.map(scenario => {
        const { name } = scenario;
        const steps = scenarioSteps(name, today);
        return {
          ...scenario,
          hotelId: scenarioHotelId(name),
          steps,
          curl: scenarioScript(steps, interfaceUrl),
        };
      }),
    };
  });
}

interface StartParts {
  certifications: Certifications;
}

/** Starting a certification writes no audit entry. The key that it creates is in the audit log. */
export function sandboxCertifyStart({ certifications }: StartParts): OperatorHandler {
  return operate(startCertification, async (context, { names }) => {
    const { db } = context;
    const started = await certifications.start(context, names ?? SCENARIOS.map(({ name }) => name));
    const stored = await findLastCertification(db, context.organisationId);
    return { certification: certificationView(stored as StoredCertification, context), started };
  });
}

export function sandboxCertification(): OperatorHandler {
  return operate(showCertification, async context => {
    const stored = await findLastCertification(context.db, context.organisationId);
    return { certification: stored === undefined ? null : certificationView(stored, context) };
  });
}

const ORDER: readonly string[] = SCENARIOS.map(({ name }) => name);

function certificationView(stored: StoredCertification, viewer: Viewer): CertificationRecord {
  const problem = stored.is_lost ? 'The node that ran the certification was lost.' : stored.problem;
  return {
    certificationId: stored.certification_id,
    state: stateOf(stored, problem),
    startedAt: stored.started_at.toISOString(),
    startedBy: shownActor(viewer, stored.started_by, stored.started_by_staff),
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

export function sandboxReset({ recordAudit }: { recordAudit: RecordAudit }): OperatorHandler {
  return operate(resetSandbox, context =>
    inTransaction(context.db, async tx => {
      const deleted = await emptySandbox(tx, context.organisationId);
      const change = { target: 'sandbox', before: deleted, after: null };
      await recordAudit(tx, auditOf(context, { action: resetSandbox.name, ...change }));
      return { deleted };
    }),
  );
}
