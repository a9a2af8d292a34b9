import { showSystemStatus } from '@serai/contract/account/system/status.ts';
import type { z } from 'zod';
import { type OperatorHandler, operate } from '../../platform/operations/operator-handler.ts';

export type SystemStatus = z.input<typeof showSystemStatus.output>;

/** `status` gathers what the areas and the platform know; only the app knows them all. */
export function systemStatus({ status }: { status: () => Promise<SystemStatus> }): OperatorHandler {
  return operate(showSystemStatus, () => status());
}
