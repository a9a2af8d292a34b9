import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { organisationId } from '../../shared/ids.ts';
import {
  ORGANISATION_EXAMPLE,
  organisation,
  organisationCeilingsInput,
  organisationDefaults,
  organisationName,
  organisationRules,
} from './organisation.ts';

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
