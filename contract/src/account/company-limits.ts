/** Limits of company details and support contacts, which forms need without the schemas. */
import type { z } from 'zod';
import type { updateOperator } from './operator.ts';

export const MAX_EMAIL_LENGTH = 254;

export const MAX_LEGAL_LENGTHS = {
  legalName: 200,
  address: 500,
  taxNumber: 50,
  billingEmail: MAX_EMAIL_LENGTH,
} as const;

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

export const MAX_CONTACTS = 20;

export const MAX_CONTACT_LENGTHS = { name: 100, role: 100, email: MAX_EMAIL_LENGTH, phone: 40 } as const;

export const MAX_SUPPORT_LENGTHS = { email: MAX_EMAIL_LENGTH, phone: 40, website: 500, note: 500 } as const;
