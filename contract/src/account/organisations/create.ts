import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { ORGANISATION_EXAMPLE, organisation, organisationName } from './organisation.ts';

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
