/** The settings of a partner as its forms edit them. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';

type Partner = Output<'partners/show'>['partner'];

export interface PartnerSettings {
  currency: string;
  language: string;
  nationality: string;
  requireSecondFactor: boolean;
  /** Empty for no limit. */
  maxKeyLifetimeDays: string;
  /** Empty for the default of the installation. */
  guestDays: string;
}

export function partnerSettings(partner: Partner): PartnerSettings {
  const { currency, language, nationality, requireSecondFactor, maxKeyLifetimeDays, guestDays } = partner;
  return {
    currency,
    language,
    nationality,
    requireSecondFactor,
    maxKeyLifetimeDays: maxKeyLifetimeDays?.toString() ?? '',
    guestDays: guestDays?.toString() ?? '',
  };
}

/** When a partner must pay its statements. */
export function describeTerms({ paymentDays, billing }: Pick<Partner, 'paymentDays' | 'billing'>): string {
  if (billing.model === 'PREPAID') return 'Paid in advance';
  if (paymentDays === null) return 'No due date';
  if (paymentDays === 0) return 'On the day a statement is closed';
  return `${paymentDays === 1 ? '1 day' : `${paymentDays} days`} after a statement is closed`;
}
