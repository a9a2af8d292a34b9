/** Places that only one environment may see. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { SANDBOX_PLACE_ID } from '../places/sandbox-place.ts';

/** A condition on `place`: production never sees the place of the scenarios. */
export function isShown(db: Database, environment: Environment): Statement {
  return environment === 'sandbox' ? db`` : db`AND place.place_id <> ${SANDBOX_PLACE_ID}`;
}
