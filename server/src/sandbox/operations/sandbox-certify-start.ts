import { startCertification } from '@serai/contract/account/sandbox.ts';
import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { findLastCertification, type StoredCertification } from '../certification-store.ts';
import { certificationView } from '../certification-view.ts';
import type { Certifications } from '../certifications.ts';

interface StartParts {
  certifications: Certifications;
}

/** The audit shows it by the key that it makes. */
export function sandboxCertifyStart({ certifications }: StartParts): OperatorHandler {
  return operate(startCertification, async (context, { names }) => {
    const { db } = context;
    const started = await certifications.start(context, names ?? SCENARIOS.map(({ name }) => name));
    const stored = await findLastCertification(db, context.organisationId);
    return { certification: certificationView(stored as StoredCertification), started };
  });
}
