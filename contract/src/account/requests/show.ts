import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { rowId } from '../account-ids.ts';
import { LOGGED_REQUEST_EXAMPLE, loggedRequest } from './logged-request.ts';

const body = () =>
  z.unknown().describe('Cut to 16 KiB, with everything about guests blanked; null when not kept.');

export const showRequest = defineOperatorOperation({
  name: 'requests/show',
  role: 'read-only',
  summary: 'Show one logged request',
  description: 'One row with its bodies, as far as they were kept.',
  input: z.strictObject({ rowId: rowId() }),
  output: z.strictObject({
    request: loggedRequest,
    requestBody: body(),
    answerBody: body(),
  }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { rowId: LOGGED_REQUEST_EXAMPLE.rowId },
    answer: {
      request: LOGGED_REQUEST_EXAMPLE,
      requestBody: { checkIn: '2026-08-01', checkOut: '2026-08-03', occupancies: [{ adults: 2 }] },
      answerBody: null,
    },
  },
});
