/** Organisations with their defaults, rules and ceilings. */
import { z } from 'zod';
import { defineOperatorOperation, ROLES } from '../operator-operation.ts';
import { organisationId } from '../shared/ids.ts';
import { isoCountryCode, isoCurrencyCode } from '../shared/iso-codes.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { lineOfText } from '../shared/text.ts';
import { choice, count, flag, instant, languageTag } from '../shared/values.ts';

export const organisationName = () => lineOfText(100).describe('Name people see.');

/** What a request of this organisation takes when it does not say. */
export const organisationDefaults = () => ({
  defaultNationality: isoCountryCode().describe('Nationality of the guests, where a request names none.'),
  defaultCurrency: isoCurrencyCode().describe('Currency of prices, where a request names none.'),
  defaultLanguage: languageTag().describe('Language of texts, where a request names none.'),
});

/** What an organisation asks of its people and keys. */
export const organisationRules = () => ({
  requireSecondFactor: flag().describe(
    'Members without a second factor may only set one up. It does not act on the operator token and its links.',
  ),
  maxKeyLifetimeDays: count(1, 3650)
    .nullable()
    .describe('Days after which a new or changed key must expire at the latest; null for no bound.'),
  guestDays: count(1, 36_500)
    .nullable()
    .describe(
      'Days after check-out that guests are kept before they are erased; null for as the service is set.',
    ),
});

const MAX_CEILING = 1_000_000_000;
const MAX_KEYS = 100_000;

/** What the organisation may give its keys without asking the operator. */
export const DEFAULT_CEILINGS = { perMinute: 600, perHour: 15_000, perDay: 250_000, keys: 20 } as const;

const ceilingFields = () => ({
  perMinute: count(1, MAX_CEILING).describe('Highest limit of a key, in requests a minute.'),
  perHour: count(1, MAX_CEILING).describe('Highest limit of a key, in requests an hour.'),
  perDay: count(1, MAX_CEILING).describe('Highest limit of a key, in requests a day.'),
  keys: count(1, MAX_KEYS).describe('Keys of both environments together that are not revoked.'),
});

export const organisationCeilings = () =>
  z
    .strictObject(ceilingFields())
    .describe(
      'What the organisation may give its keys without asking the operator. A key that has more keeps it.',
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
      'Ceilings to set; the others keep their value. Only for the operator: the operator token, or an owner or admin of the organisation that runs the service.',
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
  description: 'Makes an organisation of which the caller is the owner. It shares nothing with the others.',
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
  description: 'The organisations the caller belongs to, by name.',
  input: z.strictObject({ page: pageInput(200, 50) }),
  output: z.strictObject({
    organisations: z.array(
      organisation.extend({
        role: choice(ROLES).describe('Role of the caller there.'),
        selected: flag().describe('Whether calls act in it now.'),
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
    'Later calls with the same session or operator token act in this organisation, with the role the caller has there.',
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
    'Changes only the members it names. New defaults act on all nodes within seconds; offers, quotes and bookings that exist keep what they were made with, and keys keep their expiry and limits. Only the operator sets `ceilings`.',
  input: z.strictObject({
    organisationId: organisationId().optional().describe('When absent, the one that calls act in.'),
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
