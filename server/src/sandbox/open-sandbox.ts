/** Assembles the sandbox area: all its operations, for the operator listener. */
import type { RecordAudit } from '../platform/operations/operator/audit-entry.ts';
import type { OperatorHandler } from '../platform/operations/operator/operator-handler.ts';
import { type CertificationParts, Certifications } from './certifications.ts';
import { sandboxCertification } from './operations/sandbox-certification.ts';
import { sandboxCertifyStart } from './operations/sandbox-certify-start.ts';
import { sandboxReset } from './operations/sandbox-reset.ts';
import { sandboxScenarios } from './operations/sandbox-scenarios.ts';

export interface SandboxParts extends CertificationParts {
  recordAudit: RecordAudit;
}

export interface Sandbox {
  handlers: OperatorHandler[];
  /** Resolves when no certification is running here. `stopping` must be aborted first. */
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
    ],
    ended: () => certifications.ended(),
  };
}
