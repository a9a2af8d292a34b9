/** The partner form: its values, and the input it sends. Pure. */
import type { Partner } from '../../components/partners/partners.tsx';
import type { Input } from '../../lib/calls/operator-client.ts';

export interface PartnerDraft {
  name: string;
  /** Separated by commas. */
  groups: string;
  currency: string;
  language: string;
  nationality: string;
  billing: Partner['billing']['model'];
  billingCurrency: string;
  limit: string;
}

export const EMPTY_DRAFT: PartnerDraft = {
  name: '',
  groups: '',
  currency: 'EUR',
  language: 'en',
  nationality: 'ES',
  billing: 'NONE',
  billingCurrency: '',
  limit: '',
};

export const BILLING_CHOICES = [
  ['NONE', 'No limit (recorded only)', 'Bookings are recorded without a limit.'],
  ['CREDIT', 'Credit', 'Bookings that exceed the credit limit are refused.'],
  ['PREPAID', 'Prepaid', "Bookings that exceed the partner's funds are refused."],
] as const;

export function draftOf({ name, groups, currency, language, nationality, billing }: Partner): PartnerDraft {
  return {
    name,
    groups: groups.join(', '),
    currency,
    language,
    nationality,
    billing: billing.model,
    billingCurrency: billing.currency,
    limit: billing.limit?.amount ?? '',
  };
}

export function billingOf(draft: PartnerDraft): NonNullable<Input<'partners/create'>['billing']> {
  const currency = draft.billingCurrency.trim() || draft.currency.trim();
  if (draft.billing !== 'CREDIT') return { model: draft.billing, currency };
  return { model: 'CREDIT', currency, limit: { amount: draft.limit.trim(), currency } };
}

export function toCreateInput(draft: PartnerDraft): Input<'partners/create'> {
  return {
    name: draft.name.trim(),
    groups: groupsOf(draft),
    currency: draft.currency.trim(),
    language: draft.language.trim(),
    nationality: draft.nationality.trim(),
    billing: billingOf(draft),
  };
}

/** Sends only the changed fields, so that changes by other people are not overwritten. */
export function toUpdateInput(draft: PartnerDraft, partner: Partner): Input<'partners/update'> {
  const before = toCreateInput(draftOf(partner));
  const changed = Object.entries(toCreateInput(draft)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
  );
  return { partnerId: partner.partnerId, ...Object.fromEntries(changed) };
}

function groupsOf({ groups }: PartnerDraft): string[] {
  return groups.split(/[,\s]+/).filter(group => group !== '');
}
