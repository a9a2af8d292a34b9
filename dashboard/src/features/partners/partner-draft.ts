/** The partner form: its values, and the input it sends. Pure. */
import { DEFAULT_CEILINGS } from '@serai/contract/account/account-limits.ts';
import { type PartnerSettings, partnerSettings } from '../../components/partners/partner-settings.ts';
import type { Partner } from '../../components/partners/partners.tsx';
import type { Input } from '../../lib/calls/operator-client.ts';
import { changedFields } from '../../lib/forms/changed-fields.ts';
import { wholeNumberOrNull, wholeNumberProblem } from '../../lib/forms/whole-number.ts';

export interface PartnerDraft extends PartnerSettings {
  name: string;
  groups: readonly string[];
  billing: Partner['billing']['model'];
  billingCurrency: string;
  limit: string;
  /** Empty for no due date. */
  paymentDays: string;
  perMinute: string;
  perHour: string;
  perDay: string;
  keys: string;
}

export const EMPTY_DRAFT: PartnerDraft = {
  name: '',
  groups: [],
  currency: 'EUR',
  language: 'en',
  nationality: 'ES',
  billing: 'NONE',
  billingCurrency: '',
  limit: '',
  paymentDays: '',
  requireSecondFactor: false,
  maxKeyLifetimeDays: '',
  guestDays: '',
  perMinute: String(DEFAULT_CEILINGS.perMinute),
  perHour: String(DEFAULT_CEILINGS.perHour),
  perDay: String(DEFAULT_CEILINGS.perDay),
  keys: String(DEFAULT_CEILINGS.keys),
};

export const BILLING_CHOICES = [
  ['NONE', 'No credit limit', 'Bookings are recorded without a limit.'],
  ['CREDIT', 'Credit', 'Bookings that exceed the credit limit are rejected.'],
  ['PREPAID', 'Prepaid', 'Bookings that exceed the partner’s funds are rejected.'],
] as const;

export function draftOf(partner: Partner): PartnerDraft {
  const { name, groups, billing, paymentDays, ceilings } = partner;
  return {
    ...partnerSettings(partner),
    name,
    groups,
    billing: billing.model,
    billingCurrency: billing.currency,
    limit: billing.limit?.amount ?? '',
    paymentDays: paymentDays?.toString() ?? '',
    perMinute: String(ceilings.perMinute),
    perHour: String(ceilings.perHour),
    perDay: String(ceilings.perDay),
    keys: String(ceilings.keys),
  };
}

export function billingOf(draft: PartnerDraft): NonNullable<Input<'partners/create'>['billing']> {
  const currency = draft.billingCurrency || draft.currency;
  if (draft.billing !== 'CREDIT') return { model: draft.billing, currency };
  return { model: 'CREDIT', currency, limit: { amount: draft.limit.trim(), currency } };
}

export function toCreateInput(draft: PartnerDraft): Input<'partners/create'> {
  return {
    name: draft.name.trim(),
    groups: [...draft.groups],
    currency: draft.currency,
    language: draft.language,
    nationality: draft.nationality,
    billing: billingOf(draft),
    paymentDays: wholeNumberOrNull(draft.paymentDays),
    requireSecondFactor: draft.requireSecondFactor,
    maxKeyLifetimeDays: wholeNumberOrNull(draft.maxKeyLifetimeDays),
    guestDays: wholeNumberOrNull(draft.guestDays),
    ceilings: {
      perMinute: Number(draft.perMinute),
      perHour: Number(draft.perHour),
      perDay: Number(draft.perDay),
      keys: Number(draft.keys),
    },
  };
}

/** Sends only the changed fields, so that changes by other people are not overwritten. */
export function toUpdateInput(
  draft: PartnerDraft,
  opened: PartnerDraft,
): Partial<ReturnType<typeof toCreateInput>> {
  return changedFields(toCreateInput(draft), toCreateInput(opened));
}

const NUMBERS = [
  'paymentDays',
  'maxKeyLifetimeDays',
  'guestDays',
  'perMinute',
  'perHour',
  'perDay',
  'keys',
] as const;

/** A draft with numbers that cannot be read must not be sent. */
export function hasProblems(draft: PartnerDraft): boolean {
  return NUMBERS.some(name => wholeNumberProblem(draft[name]) !== undefined);
}
