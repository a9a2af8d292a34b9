/** Creates the organisation that a new database needs before anyone can sign in. */
import type { Database } from '../platform/database/connect.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { newId } from '../platform/ids/ids.ts';
import { recordAudit } from './audit-store.ts';
import { findFirstOrganisation, insertOrganisation, lockFirstOrganisation } from './organisation-store.ts';

const NAME = 'My organisation';

export interface FirstOrganisation {
  organisationId: string;
  /** Whether this call created the organisation. True for exactly one of several concurrent calls. */
  created: boolean;
}

export function ensureFirstOrganisation(db: Database): Promise<FirstOrganisation> {
  return inTransaction(db, async tx => {
    await lockFirstOrganisation(tx);
    const present = await findFirstOrganisation(tx);
    if (present !== undefined) return { organisationId: present, created: false };
    const organisationId = newId('org');
    await insertOrganisation(tx, organisationId, NAME);
    await recordAudit(tx, {
      organisationId,
      actor: 'service',
      action: 'organisations/create',
      target: organisationId,
      before: null,
      after: { name: NAME },
      address: undefined,
      requestId: undefined,
    });
    return { organisationId, created: true };
  });
}
