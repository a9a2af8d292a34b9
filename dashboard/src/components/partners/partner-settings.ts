/** The settings of a partner as its forms edit them. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';

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

export function partnerSettings(partner: Output<'partners/show'>['partner']): PartnerSettings {
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
