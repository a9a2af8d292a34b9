import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { partnerId } from '../shared/ids.ts';
import { isoCountryCode, isoCurrencyCode } from '../shared/iso-codes.ts';
import { limitMoney, nonNegativeMoney } from '../shared/money.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { rule } from '../shared/rule.ts';
import { freeText, lineOfText } from '../shared/text.ts';
import { choice, count, flag, instant, languageTag } from '../shared/values.ts';
import { DEFAULT_CEILINGS } from './account-limits.ts';
import { COMPANY_EXAMPLE, company, companyInput } from './company.ts';
import { partnerSummary, partnerTotal, SUMMARY_EXAMPLE, TOTAL_EXAMPLE } from './partner-summary.ts';

const MAX_GROUPS = 20;
const MAX_CEILING = 1_000_000_000;
const MAX_KEYS = 100_000;

export const BILLING_MODELS = ['NONE', 'CREDIT', 'PREPAID'] as const;

export const partnerName = () => lineOfText(100).describe('Name shown to people.');

export const requestDefaults = () => ({
  nationality: isoCountryCode().describe('Nationality of the guests for requests that do not specify one.'),
  currency: isoCurrencyCode().describe('Currency of prices for requests that do not specify one.'),
  language: languageTag().describe('Language of texts for requests that do not specify one.'),
});

export const partnerRules = () => ({
  requireSecondFactor: flag().describe(
    'Whether partner users must have a second factor. Users without one must set it up before they can do anything else.',
  ),
  maxKeyLifetimeDays: count(1, 3650)
    .nullable()
    .describe(
      'Maximum lifetime in days of keys that are created, rotated or given a new expiry. Null for no limit.',
    ),
  guestDays: count(1, 36_500)
    .nullable()
    .describe('Days after check-out until guest data is erased. Null for the default of the installation.'),
});

const partnerGroups = () =>
  z
    .array(
      z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, { error: 'Use a-z, 0-9 and -, at most 40 characters.' }),
    )
    .max(MAX_GROUPS)
    .refine(groups => new Set(groups).size === groups.length, {
      error: 'Each group may be given only once.',
      params: { code: 'DUPLICATE' },
    })
    .describe('Groups that pricing rules can refer to, for example `gold`.');

const ceilingFields = () => ({
  perMinute: count(1, MAX_CEILING).describe('Highest limit that a key may have, in requests per minute.'),
  perHour: count(1, MAX_CEILING).describe('Highest limit that a key may have, in requests per hour.'),
  perDay: count(1, MAX_CEILING).describe('Highest limit that a key may have, in requests per day.'),
  keys: count(1, MAX_KEYS).describe(
    'Maximum number of keys that are not revoked, in both environments together.',
  ),
});

export const partnerCeilings = () =>
  z
    .strictObject(ceilingFields())
    .describe(
      'Highest limits that the partner may give its keys. Existing keys with higher limits keep them.',
    );

export const partnerCeilingsInput = () => {
  const { perMinute, perHour, perDay, keys } = ceilingFields();
  return z
    .strictObject({
      perMinute: perMinute.optional(),
      perHour: perHour.optional(),
      perDay: perDay.optional(),
      keys: keys.optional(),
    })
    .describe(
      'Maximums to set. Omitted maximums stay unchanged, or have their default values for a new partner.',
    );
};

const billing = () =>
  z
    .strictObject({
      model: choice(BILLING_MODELS).describe(
        'NONE: bookings are recorded without a limit. CREDIT: bookings that exceed the limit are rejected. PREPAID: bookings that exceed the funds are rejected.',
      ),
      currency: isoCurrencyCode().describe('Currency of the balance.'),
      limit: nonNegativeMoney().nullable().describe('Credit limit. Null unless the model is CREDIT.'),
    })
    .describe('How the partner pays.');

export const billingInput = () =>
  z
    .strictObject({
      model: choice(BILLING_MODELS).describe(
        'NONE: bookings are recorded without a limit. CREDIT: bookings that exceed the limit are rejected. PREPAID: bookings that exceed the funds are rejected.',
      ),
      currency: isoCurrencyCode()
        .optional()
        .describe(
          'Currency of the balance. Default: the currency of `limit`, otherwise the current billing currency or the currency of the partner. It cannot be changed after the first ledger entry.',
        ),
      limit: limitMoney().optional().describe('Credit limit. Required for CREDIT, not allowed otherwise.'),
    })
    .check(
      rule(['model', 'limit', 'currency'], function* ({ model, limit, currency }) {
        if (model === 'CREDIT' && limit === undefined)
          yield {
            path: ['limit'],
            code: 'REQUIRED',
            message: 'A credit limit is required for the model CREDIT.',
          };
        if (model !== 'CREDIT' && limit !== undefined)
          yield { path: ['limit'], code: 'NOT_ALLOWED', message: 'Only the model CREDIT has a limit.' };
        if (limit !== undefined && currency !== undefined && limit.currency !== currency)
          yield {
            path: ['limit', 'currency'],
            code: 'CURRENCY_MISMATCH',
            message: 'Use the same currency as in `currency`.',
          };
      }),
    )
    .describe('How the partner pays. Default for a new partner: NONE.');

const paymentDays = () =>
  count(0, 365)
    .nullable()
    .describe(
      'Days after the closing of a statement until it must be paid. Null for no due date. Applies to statements that are closed later.',
    );

export const partner = z.strictObject({
  partnerId: partnerId(),
  name: partnerName(),
  status: choice(['ACTIVE', 'SUSPENDED']).describe(
    'A suspended partner cannot search, quote or book. It can still read and cancel bookings.',
  ),
  createdAt: instant(),
  ...requestDefaults(),
  groups: partnerGroups(),
  billing: billing(),
  paymentDays: paymentDays(),
  company: company(),
  ...partnerRules(),
  ceilings: partnerCeilings(),
});

export const PARTNER_EXAMPLE = {
  partnerId: 'prt_01J9ZC4T3E',
  name: 'Northern Travel',
  status: 'ACTIVE',
  createdAt: '2026-07-01T09:00:00Z',
  nationality: 'ES',
  currency: 'EUR',
  language: 'en',
  groups: ['gold'],
  billing: { model: 'CREDIT', currency: 'EUR', limit: { amount: '5000.00', currency: 'EUR' } },
  paymentDays: 14,
  company: COMPANY_EXAMPLE,
  requireSecondFactor: false,
  maxKeyLifetimeDays: null,
  guestDays: null,
  ceilings: DEFAULT_CEILINGS,
} satisfies z.input<typeof partner>;

const { nationality, currency, language } = requestDefaults();
const { requireSecondFactor, maxKeyLifetimeDays, guestDays } = partnerRules();

/** Fields that partner admins may change for their own partner. */
const ownFields = () => ({
  nationality: nationality.optional(),
  currency: currency.optional(),
  language: language.optional(),
  requireSecondFactor: requireSecondFactor.optional(),
  maxKeyLifetimeDays: maxKeyLifetimeDays.optional(),
  guestDays: guestDays.optional(),
  company: companyInput().optional(),
});

/** Fields that only the operator may change. */
export const STAFF_PARTNER_FIELDS = ['name', 'groups', 'billing', 'paymentDays', 'ceilings'] as const;

export const createPartner = defineOperatorOperation({
  name: 'partners/create',
  permission: 'partners:manage',
  summary: 'Create a partner',
  description:
    'Creates a partner. Create its first API key next (`keys/create`). Partners share no data: each sees only its own keys, bookings and balance.',
  input: z.strictObject({
    name: partnerName(),
    groups: partnerGroups().optional(),
    billing: billingInput().optional(),
    paymentDays: paymentDays().optional(),
    ceilings: partnerCeilingsInput().optional(),
    ...ownFields(),
  }),
  output: z.strictObject({ partner }),
  errors: ['INVALID_STATE'],
  examples: {
    request: {
      name: PARTNER_EXAMPLE.name,
      groups: ['gold'],
      billing: { model: 'CREDIT', limit: { amount: '5000.00', currency: 'EUR' } },
    },
    answer: { partner: PARTNER_EXAMPLE },
  },
});

export const listPartners = defineOperatorOperation({
  name: 'partners/list',
  permission: 'partners:view',
  summary: 'List partners',
  description: 'Returns all partners, sorted by name. Partner users see only their own partner.',
  input: z.strictObject({
    search: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Only partners whose name or ID contains this text.'),
    status: choice(['ACTIVE', 'SUSPENDED']).optional().describe('Only partners with this status.'),
    group: z.string().min(1).max(40).optional().describe('Only partners in this group.'),
    withSummary: flag()
      .optional()
      .describe('If true, adds sales, balance, traffic and certification to each partner.'),
    withTotals: flag()
      .optional()
      .describe(
        'If true, adds totals over all pages. Ignored with a cursor, because every page would have the same totals.',
      ),
    environment: environment()
      .optional()
      .describe('The environment of sales, balance and traffic. Default: production.'),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({
    partners: z.array(
      z.strictObject({
        ...partner.shape,
        summary: partnerSummary.nullable().describe('Null unless `withSummary` is set.'),
      }),
    ),
    totals: z
      .array(partnerTotal)
      .describe(
        'One row for each currency. Empty unless `withTotals` is set, and if more than 5,000 partners match.',
      ),
    page: pageOutput(),
  }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { status: 'ACTIVE', withSummary: true, withTotals: true },
    answer: {
      partners: [{ ...PARTNER_EXAMPLE, summary: SUMMARY_EXAMPLE }],
      totals: [TOTAL_EXAMPLE],
      page: { nextCursor: null, hasMore: false },
    },
  },
});

export const showPartner = defineOperatorOperation({
  name: 'partners/show',
  permission: 'partners:view',
  partner: 'one',
  summary: 'Show one partner',
  description: 'Returns one partner.',
  input: z.strictObject({ partnerId: partnerId().optional() }),
  output: z.strictObject({ partner }),
  errors: ['NOT_FOUND'],
  examples: { request: { partnerId: PARTNER_EXAMPLE.partnerId }, answer: { partner: PARTNER_EXAMPLE } },
});

export const updatePartner = defineOperatorOperation({
  name: 'partners/update',
  permission: 'partners:edit',
  partner: 'one',
  summary: 'Change a partner',
  description: `Changes only the given fields. New values apply on all nodes within seconds. Existing offers, quotes and bookings keep the values they were created with, and keys keep their expiry and limits. Making the second factor optional requires a step-up (\`session/confirm\`). Partner admins cannot change ${STAFF_PARTNER_FIELDS.map(field => `\`${field}\``).join(', ')}.`,
  input: z.strictObject({
    partnerId: partnerId().optional(),
    name: partnerName().optional(),
    groups: partnerGroups().optional(),
    billing: billingInput().optional(),
    paymentDays: paymentDays().optional(),
    ceilings: partnerCeilingsInput().optional(),
    ...ownFields(),
  }),
  output: z.strictObject({ partner }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { partnerId: PARTNER_EXAMPLE.partnerId, nationality: 'GB', currency: 'GBP' },
    answer: { partner: { ...PARTNER_EXAMPLE, nationality: 'GB', currency: 'GBP' } },
  },
});

const reason = () => freeText(500).optional().describe('Recorded in the audit log.');

export const suspendPartner = defineOperatorOperation({
  name: 'partners/suspend',
  permission: 'partners:manage',
  partner: 'one',
  summary: 'Suspend a partner',
  description:
    'Stops searches, quotes and bookings of the partner on all nodes within a second. They return 403. The partner can still read and cancel its bookings. Suspending it again has no effect.',
  input: z.strictObject({ partnerId: partnerId(), reason: reason() }),
  output: z.strictObject({ partner }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { partnerId: PARTNER_EXAMPLE.partnerId, reason: 'Invoice 2026-06 is overdue' },
    answer: { partner: { ...PARTNER_EXAMPLE, status: 'SUSPENDED' } },
  },
});

export const resumePartner = defineOperatorOperation({
  name: 'partners/resume',
  permission: 'partners:manage',
  partner: 'one',
  summary: 'Resume a suspended partner',
  description: 'Lets the partner search, quote and book again, on all nodes within a second.',
  input: z.strictObject({ partnerId: partnerId(), reason: reason() }),
  output: z.strictObject({ partner }),
  errors: ['NOT_FOUND'],
  examples: { request: { partnerId: PARTNER_EXAMPLE.partnerId }, answer: { partner: PARTNER_EXAMPLE } },
});
