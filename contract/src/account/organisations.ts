/** Deprecated names of the partner operations, kept for one release. */
import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { ROLES } from '../roles.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { choice, flag, instant } from '../shared/values.ts';
import { DEFAULT_CEILINGS } from './account-limits.ts';
import {
  partnerCeilings,
  partnerCeilingsInput,
  partnerName,
  partnerRules,
  requestDefaults,
} from './partners.ts';

const organisationId = () => z.string().describe('ID of a partner or of the operator.');

const { nationality, currency, language } = requestDefaults();
const { requireSecondFactor, maxKeyLifetimeDays, guestDays } = partnerRules();

/** A partner or the operator, with the field names of the previous release. */
export const organisation = z.strictObject({
  organisationId: organisationId(),
  name: partnerName(),
  createdAt: instant(),
  defaultNationality: nationality,
  defaultCurrency: currency,
  defaultLanguage: language,
  ...partnerRules(),
  ceilings: partnerCeilings(),
});

export const ORGANISATION_EXAMPLE = {
  organisationId: 'prt_01J9ZC4T3E',
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
  permission: 'partners:manage',
  deprecated: true,
  summary: 'Create a partner (deprecated)',
  description: 'Use `partners/create` instead. This operation will be removed in the next release.',
  input: z.strictObject({ name: partnerName() }),
  output: z.strictObject({ organisation }),
  errors: ['INVALID_STATE'],
  examples: {
    request: { name: ORGANISATION_EXAMPLE.name },
    answer: { organisation: ORGANISATION_EXAMPLE },
  },
});

export const listOrganisations = defineOperatorOperation({
  name: 'organisations/list',
  permission: 'account:own',
  deprecated: true,
  summary: 'List partners (deprecated)',
  description: 'Use `partners/list` instead. This operation will be removed in the next release.',
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
  permission: 'account:own',
  deprecated: true,
  summary: 'Select a partner (deprecated)',
  description:
    'Send `partnerId` with each request instead, or use `session/switch` to act under another membership. This operation will be removed in the next release.',
  input: z.strictObject({ organisationId: organisationId() }),
  output: z.strictObject({ organisation }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { organisationId: ORGANISATION_EXAMPLE.organisationId },
    answer: { organisation: ORGANISATION_EXAMPLE },
  },
});

export const updateOrganisation = defineOperatorOperation({
  name: 'organisations/update',
  permission: 'partners:edit',
  partner: 'one',
  deprecated: true,
  summary: 'Change a partner (deprecated)',
  description: 'Use `partners/update` instead. This operation will be removed in the next release.',
  input: z.strictObject({
    organisationId: organisationId().optional(),
    name: partnerName().optional(),
    defaultNationality: nationality.optional(),
    defaultCurrency: currency.optional(),
    defaultLanguage: language.optional(),
    requireSecondFactor: requireSecondFactor.optional(),
    maxKeyLifetimeDays: maxKeyLifetimeDays.optional(),
    guestDays: guestDays.optional(),
    ceilings: partnerCeilingsInput().optional(),
  }),
  output: z.strictObject({ organisation }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { defaultNationality: 'GB', defaultCurrency: 'GBP' },
    answer: {
      organisation: { ...ORGANISATION_EXAMPLE, defaultNationality: 'GB', defaultCurrency: 'GBP' },
    },
  },
});
