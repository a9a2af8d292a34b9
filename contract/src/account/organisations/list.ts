import { z } from 'zod';
import { defineOperatorOperation, ROLES } from '../../operator-operation.ts';
import { pageInput, pageOutput } from '../../shared/paging.ts';
import { choice, flag } from '../../shared/values.ts';
import { ORGANISATION_EXAMPLE, organisation } from './organisation.ts';

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
