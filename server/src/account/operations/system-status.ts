import { type SystemStatus, showSystemStatus } from '@serai/contract/account/system.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';

/** `status` gathers what the areas and the platform know; only the app knows them all. */
export function systemStatus({
  status,
}: {
  status: (db: Database) => Promise<SystemStatus>;
}): OperatorHandler {
  return operate(showSystemStatus, ({ db }) => status(db));
}
