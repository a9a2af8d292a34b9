/** One change to a partner with its audit entry, shared by the current and the deprecated operations. */
import type { AuditAction } from '@serai/contract/account/audit-actions.ts';
import type { Company } from '@serai/contract/account/company.ts';
import { type billingInput, STAFF_PARTNER_FIELDS } from '@serai/contract/account/partners.ts';
import { removesSecondFactor } from '@serai/contract/account/step-up.ts';
import type { z } from 'zod';
import { ApiError } from '../../platform/api-error.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { fromMoney } from '../../platform/money/minor-units.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import { managesPartners, requireConfirmed } from '../../platform/operations/operator/caller-checks.ts';
import type { OperatorContext } from '../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../audit-store.ts';
import {
  type Ceilings,
  findOrganisationForChange,
  type Organisation,
  type PartnerAttributes,
  updateOrganisation,
} from '../organisation-store.ts';

type BillingInput = z.output<ReturnType<typeof billingInput>>;

export type PartnerChange = {
  [Field in Exclude<
    keyof PartnerAttributes,
    'ceilings' | 'company' | `billing${string}` | 'creditLimitMinor'
  >]?: PartnerAttributes[Field] | undefined;
} & {
  billing?: BillingInput | undefined;
  company?: { [Name in keyof Company]?: Company[Name] | undefined } | undefined;
  ceilings?: { [Name in keyof Ceilings]?: number | undefined } | undefined;
};

export interface ChangeParts {
  onPartnerChanged?: ((partnerId: string) => void) | undefined;
  ledgerCurrency: (db: Database, partnerId: string) => Promise<string | undefined>;
}

export async function changePartner(
  { onPartnerChanged, ledgerCurrency }: ChangeParts,
  context: OperatorContext,
  { partnerId, action, sent }: { partnerId: string; action: AuditAction; sent: PartnerChange },
): Promise<Organisation> {
  const forStaff = STAFF_PARTNER_FIELDS.filter(field => sent[field] !== undefined);
  if (forStaff.length > 0 && !managesPartners(context)) throw staffOnly(forStaff);
  const changed = await inTransaction(context.db, async tx => {
    const present = await findOrganisationForChange(tx, partnerId);
    if (present === undefined)
      throw new ApiError('NOT_FOUND', 'This partner does not exist. partners/list shows the partners.');
    const mayMove = sent.billing !== undefined || sent.currency !== undefined;
    const fixed = mayMove ? await ledgerCurrency(tx, partnerId) : undefined;
    // The balance keeps its currency, even if the default currency of the partner changes.
    const billingCurrency = present.billingCurrency ?? fixed ?? null;
    const wanted = mergeAttributes({ ...present, billingCurrency }, sent);
    checkCurrency(wanted, fixed);
    const { before, after } = differenceOf(present, wanted);
    if (Object.keys(after).length === 0) return present;
    if (removesSecondFactor(after)) requireConfirmed(context);
    await updateOrganisation(tx, partnerId, wanted);
    const entry = auditOf(context, { action, target: partnerId, before, after });
    await recordAudit(tx, { ...entry, organisationId: partnerId });
    return { ...present, ...wanted };
  });
  onPartnerChanged?.(partnerId);
  return changed;
}

export function mergeAttributes(
  present: PartnerAttributes,
  { billing, ceilings, company, ...sent }: PartnerChange,
): PartnerAttributes {
  const merged: PartnerAttributes = { ...attributesOf(present), ...givenOf(sent) };
  merged.ceilings = { ...present.ceilings, ...givenOf(ceilings) };
  merged.company = { ...present.company, ...givenOf(company) };
  if (billing === undefined) return merged;
  const { model, limit, currency } = billing;
  merged.billingModel = model;
  merged.billingCurrency = currency ?? limit?.currency ?? present.billingCurrency ?? merged.currency;
  merged.creditLimitMinor = limit === undefined ? null : fromMoney(limit);
  return merged;
}

function givenOf(fields: object = {}): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function attributesOf(found: PartnerAttributes): PartnerAttributes {
  const { name, nationality, currency, language, groups, billingModel, billingCurrency, creditLimitMinor } =
    found;
  const { paymentDays, company, requireSecondFactor, maxKeyLifetimeDays, guestDays, ceilings } = found;
  return {
    name,
    nationality,
    currency,
    language,
    groups,
    billingModel,
    billingCurrency,
    creditLimitMinor,
    paymentDays,
    company,
    requireSecondFactor,
    maxKeyLifetimeDays,
    guestDays,
    ceilings,
  };
}

/** Of a company, only the changed fields are returned, so that the audit log does not repeat its contacts. */
export function differenceOf(present: PartnerAttributes, wanted: PartnerAttributes) {
  const { before, after } = changesBetween(present, wanted);
  if (!('company' in after)) return { before, after };
  const company = changesBetween(present.company, wanted.company);
  return { before: { ...before, company: company.before }, after: { ...after, company: company.after } };
}

function changesBetween<Fields extends object>(present: Fields, wanted: Fields) {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const name of Object.keys(wanted) as (keyof Fields & string)[]) {
    if (JSON.stringify(present[name]) === JSON.stringify(wanted[name])) continue;
    before[name] = present[name];
    after[name] = wanted[name];
  }
  return { before, after };
}

function staffOnly(fields: readonly string[]): ApiError {
  return new ApiError('FORBIDDEN', `Only owners and admins of the operator may change ${fields.join(', ')}.`);
}

/** The first ledger entry fixes the currency. */
function checkCurrency({ billingCurrency }: PartnerAttributes, fixed: string | undefined): void {
  if (fixed === undefined || billingCurrency === fixed) return;
  throw new ApiError(
    'INVALID_STATE',
    `The balance of this partner is in ${fixed} and has entries, so its currency cannot change. Create another partner for another currency.`,
  );
}
