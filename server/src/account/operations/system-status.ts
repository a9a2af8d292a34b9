import { type SystemStatus, showSystemStatus } from '@serai/contract/account/system/status.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';

/** `status` gathers what the areas and the platform know; only the app knows them all. */
export function systemStatus({ status }: { status: () => Promise<SystemStatus> }): OperatorHandler {
  return operate(showSystemStatus, () => status());
}
