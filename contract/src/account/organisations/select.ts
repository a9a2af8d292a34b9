import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { organisationId } from '../../shared/ids.ts';
import { ORGANISATION_EXAMPLE, organisation } from './organisation.ts';

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
