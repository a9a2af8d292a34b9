/** Organisations with their defaults, rules and ceilings. */
import { z } from 'zod';
import { defineOperatorOperation, ROLES } from '../operator-operation.ts';
import { organisationId } from '../shared/ids.ts';
import { isoCountryCode, isoCurrencyCode } from '../shared/iso-codes.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { lineOfText } from '../shared/text.ts';
import { choice, count, flag, instant, languageTag } from '../shared/values.ts';

export const organisationName = () => lineOfText(100).describe('Display name.');

/** Default values for requests that omit these fields. */
export const organisationDefaults = () => ({
  defaultNationality: isoCountryCode().describe('Nationality of the guests if the request omits it.'),
  defaultCurrency: isoCurrencyCode().describe('Currency of prices if the request omits it.'),
  defaultLanguage: languageTag().describe('Language of texts if the request omits it.'),
});

/** Rules for the members and keys of an organisation. */
export const organisationRules = () => ({
  requireSecondFactor: flag().describe(
    'Members without a second factor can only set one up. The operator token and its one-time links are exempt.',
  ),
  maxKeyLifetimeDays: count(1, 3650)
    .nullable()
    .describe('Maximum lifetime of new and changed keys, in days. Null for no limit.'),
  guestDays: count(1, 36_500)
    .nullable()
    .describe('Days after check-out until guest data is erased. Null for the default of the installation.'),
});

const MAX_CEILING = 1_000_000_000;
const MAX_KEYS = 100_000;

export const DEFAULT_CEILINGS = { perMinute: 600, perHour: 15_000, perDay: 250_000, keys: 20 } as const;

const ceilingFields = () => ({
  perMinute: count(1, MAX_CEILING).describe('Highest limit that a key may have, in requests per minute.'),
  perHour: count(1, MAX_CEILING).describe('Highest limit that a key may have, in requests per hour.'),
  perDay: count(1, MAX_CEILING).describe('Highest limit that a key may have, in requests per day.'),
  keys: count(1, MAX_KEYS).describe(
    'Maximum number of keys that are not revoked, in both environments together.',
  ),
});

export const organisationCeilings = () =>
  z
    .strictObject(ceilingFields())
    .describe(
      'Highest limits that the organisation may give its keys. Existing keys with higher limits keep them.',
    );

export const organisationCeilingsInput = () => {
  const { perMinute, perHour, perDay, keys } = ceilingFields();
  return z
    .strictObject({
      perMinute: perMinute.optional(),
      perHour: perHour.optional(),
      perDay: perDay.optional(),
      keys: keys.optional(),
    })
    .describe(
      'Ceilings to set. Omitted ones stay unchanged. Only the operator may set them: the operator token, or an owner or admin among the staff.',
    );
};

export const organisation = z.strictObject({
  organisationId: organisationId(),
  name: organisationName(),
  createdAt: instant(),
  ...organisationDefaults(),
  ...organisationRules(),
  ceilings: organisationCeilings(),
});

export const ORGANISATION_EXAMPLE = {
  organisationId: 'org_01J9ZC4T3E',
  name: 'Northern Travel',
  createdAt: '2026-07-01T09:00:00Z',
  defaultNationality: 'ES',
  defaultCurrency: 'EUR',
  defaultLanguage: 'en',
  requireSecondFactor: false,
  maxKeyLifetimeDays: null,
  guestDays: null,
  ceilings: DEFAULT_CEILINGS,
} satisfies z.input<typeof organisation>;

export const createOrganisation = defineOperatorOperation({
  name: 'organisations/create',
  role: 'owner',
  staff: true,
  summary: 'Create an organisation',
  description: 'Creates an organisation and makes the caller its owner. Organisations share no data.',
  input: z.strictObject({ name: organisationName() }),
  output: z.strictObject({ organisation }),
  examples: {
    request: { name: ORGANISATION_EXAMPLE.name },
    answer: { organisation: ORGANISATION_EXAMPLE },
  },
});

export const listOrganisations = defineOperatorOperation({
  name: 'organisations/list',
  role: 'read-only',
  summary: 'List organisations',
  description: 'Returns the organisations that the caller belongs to, sorted by name.',
  input: z.strictObject({ page: pageInput(200, 50) }),
  output: z.strictObject({
    organisations: z.array(
      organisation.extend({
        role: choice(ROLES).describe('Role of the caller in this organisation.'),
        selected: flag().describe('Whether calls currently act in this organisation.'),
      }),
    ),
    page: pageOutput(),
  }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: {},
    answer: {
      organisations: [{ ...ORGANISATION_EXAMPLE, role: 'owner', selected: true }],
      page: { nextCursor: null, hasMore: false },
    },
  },
});

export const selectOrganisation = defineOperatorOperation({
  name: 'organisations/select',
  role: 'read-only',
  summary: 'Select an organisation',
  description:
    "Later calls with the same session or operator token act in this organisation, with the caller's role in it.",
  input: z.strictObject({ organisationId: organisationId() }),
  output: z.strictObject({ organisation }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { organisationId: ORGANISATION_EXAMPLE.organisationId },
    answer: { organisation: ORGANISATION_EXAMPLE },
  },
});

const { defaultNationality, defaultCurrency, defaultLanguage } = organisationDefaults();
const { requireSecondFactor, maxKeyLifetimeDays, guestDays } = organisationRules();

export const updateOrganisation = defineOperatorOperation({
  name: 'organisations/update',
  role: 'admin',
  summary: 'Change an organisation',
  description:
    'Changes only the given fields. New defaults apply on all nodes within seconds. Existing offers, quotes and bookings keep the values they were created with, and keys keep their expiry and limits. Only the operator may set `ceilings`.',
  input: z.strictObject({
    organisationId: organisationId().optional().describe('Default: the selected organisation.'),
    name: organisationName().optional(),
    defaultNationality: defaultNationality.optional(),
    defaultCurrency: defaultCurrency.optional(),
    defaultLanguage: defaultLanguage.optional(),
    requireSecondFactor: requireSecondFactor.optional(),
    maxKeyLifetimeDays: maxKeyLifetimeDays.optional(),
    guestDays: guestDays.optional(),
    ceilings: organisationCeilingsInput().optional(),
  }),
  output: z.strictObject({ organisation }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { defaultNationality: 'GB', defaultCurrency: 'GBP' },
    answer: {
      organisation: { ...ORGANISATION_EXAMPLE, defaultNationality: 'GB', defaultCurrency: 'GBP' },
    },
  },
});
