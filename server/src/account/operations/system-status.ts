import { type SystemStatus, showSystemStatus } from '@serai/contract/account/system/status.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';

/** `status` collects what the areas and the platform know. Only the app knows all of them. */
export function systemStatus({
  status,
}: {
  status: (db: Database) => Promise<SystemStatus>;
}): OperatorHandler {
  return operate(showSystemStatus, ({ db }) => status(db));
}
