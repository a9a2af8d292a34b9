/** Creates what a new database needs before anyone can sign in: the operator, and a partner for its own sales. */
import type { Database } from '../platform/database/connect.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { newId } from '../platform/ids/ids.ts';
import { recordAudit } from './audit-store.ts';
import {
  findFirstPartnerId,
  findOperatorId,
  insertOrganisation,
  lockFirstStart,
} from './organisation-store.ts';

const OPERATOR_NAME = 'My company';
/** For the operator's own website and tests. */
const DIRECT_NAME = 'Direct';

export interface FirstRows {
  operatorId: string;
  partnerId: string;
  /** Whether this call created them. True for exactly one of several concurrent calls. */
  created: boolean;
}

export function ensureOperator(db: Database): Promise<FirstRows> {
  return inTransaction(db, async tx => {
    await lockFirstStart(tx);
    const operatorId = await findOperatorId(tx);
    const partnerId = await findFirstPartnerId(tx);
    if (operatorId !== undefined && partnerId !== undefined) return { operatorId, partnerId, created: false };
    return {
      operatorId:
        operatorId ?? (await create(tx, { id: newId('opr'), name: OPERATOR_NAME, kind: 'OPERATOR' })),
      partnerId: partnerId ?? (await create(tx, { id: newId('prt'), name: DIRECT_NAME, kind: 'PARTNER' })),
      created: true,
    };
  });
}

async function create(
  tx: Database,
  row: { id: string; name: string; kind: 'OPERATOR' | 'PARTNER' },
): Promise<string> {
  await insertOrganisation(tx, row);
  await recordAudit(tx, {
    organisationId: row.id,
    actor: 'service',
    staff: false,
    action: row.kind === 'PARTNER' ? 'partners/create' : 'operator/create',
    target: row.id,
    before: null,
    after: { name: row.name },
    address: undefined,
    requestId: undefined,
  });
  return row.id;
}
