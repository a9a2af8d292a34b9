/** Which changed settings require a step-up. Dashboard and server use the same rule. Contains no schemas. */
import type { z } from 'zod';
import type { updateOperator } from './operator.ts';

/**
 * Settings of the operator that are changed only after a step-up. Statements show the first three, and the schedule sends
 * them, so a changed one could redirect the money of all partners. Guests in an emergency trust the contact on vouchers.
 */
const CONFIRMED_SETTINGS = [
  'name',
  'company',
  'paymentDetails',
  'billingSchedule',
  'emergencyContact',
] as const satisfies readonly (keyof z.input<typeof updateOperator.input>)[];

/**
 * Whether changed settings of the operator or of a partner make the second factor optional, which requires a step-up.
 * `changed` contains the new values of the changed settings only.
 */
export function removesSecondFactor(changed: object): boolean {
  return 'requireSecondFactor' in changed && changed.requireSecondFactor === false;
}

/** Whether changed settings of the operator require a step-up. */
export function operatorNeedsStepUp(changed: object): boolean {
  return removesSecondFactor(changed) || CONFIRMED_SETTINGS.some(name => name in changed);
}
