import { z } from 'zod';
import { ERROR_CODES } from '../../errors.ts';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { bookingId, keyId, requestId } from '../../shared/ids.ts';
import { pageInput, pageOutput } from '../../shared/paging.ts';
import { choice, count } from '../../shared/values.ts';
import { timeRange } from '../time-range.ts';
import { LOGGED_REQUEST_EXAMPLE, loggedRequest } from './logged-request.ts';

export const listRequests = defineOperatorOperation({
  name: 'requests/list',
  role: 'read-only',
  summary: 'List logged requests',
  description:
    'The request log of the organisation, the newest first. All filters must match. Rows are written in batches, so the last seconds may be missing.',
  input: z.strictObject({
    ...timeRange(),
    environment: environment().optional(),
    status: count(0, 599).optional().describe('HTTP status.'),
    statusClass: choice(['2xx', '3xx', '4xx', '5xx'])
      .optional()
      .describe('Class of the HTTP status; answers that were lost are in `5xx`.'),
    code: choice(ERROR_CODES).optional().describe('Error code.'),
    operation: z.string().min(1).max(64).optional().describe('Name of the operation.'),
    keyId: keyId().optional(),
    address: z.string().min(1).max(64).optional().describe('Client address.'),
    requestId: requestId().optional(),
    idempotencyKey: z.string().min(1).max(255).optional(),
    bookingId: bookingId().optional(),
    page: pageInput(500, 100),
  }),
  output: z.strictObject({
    requests: z.array(loggedRequest),
    page: pageOutput(),
    retentionDays: count(1, 3_650).describe('Older rows are gone.'),
    droppedRows: count(0, Number.MAX_SAFE_INTEGER).describe(
      'Rows this node dropped since its start because its buffer was full.',
    ),
  }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { from: '2026-07-02T10:00:00Z', operation: 'availability', status: 200 },
    answer: {
      requests: [LOGGED_REQUEST_EXAMPLE],
      page: { nextCursor: null, hasMore: false },
      retentionDays: 30,
      droppedRows: 0,
    },
  },
});
