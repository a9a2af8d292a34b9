import type { organisation } from '@serai/contract/account/organisations.ts';
import type { partner } from '@serai/contract/account/partners.ts';
import type { z } from 'zod';
import { toMoney } from '../../platform/money/minor-units.ts';
import type { Organisation } from '../organisation-store.ts';

export type PartnerView = z.input<typeof partner>;

export function partnerView(found: Organisation): PartnerView {
  const { id, kind: _, createdAt, billingModel, billingCurrency, creditLimitMinor, ...attributes } = found;
  const currency = billingCurrency ?? attributes.currency;
  const limit = creditLimitMinor === null ? null : toMoney(creditLimitMinor, currency);
  return {
    partnerId: id,
    ...attributes,
    createdAt: createdAt.toISOString(),
    billing: { model: billingModel, currency, limit },
  };
}

/** Returns the fields under their names in the previous release. */
export function organisationView(found: Organisation): z.input<typeof organisation> {
  const { id, name, createdAt, nationality, currency, language, ceilings } = found;
  const { requireSecondFactor, maxKeyLifetimeDays, guestDays } = found;
  return {
    organisationId: id,
    name,
    createdAt: createdAt.toISOString(),
    defaultNationality: nationality,
    defaultCurrency: currency,
    defaultLanguage: language,
    requireSecondFactor,
    maxKeyLifetimeDays,
    guestDays,
    ceilings,
  };
}
