import { showCertification } from '@serai/contract/account/sandbox.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { findLastCertification } from '../certification-store.ts';
import { certificationView } from '../certification-view.ts';

export function sandboxCertification(): OperatorHandler {
  return operate(showCertification, async ({ db, organisationId }) => {
    const stored = await findLastCertification(db, organisationId);
    return { certification: stored === undefined ? null : certificationView(stored) };
  });
}
