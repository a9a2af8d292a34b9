import { z } from 'zod';
import { BARE_STATUSES, ERROR_CODES, ERRORS, type ErrorCode } from '../errors.ts';
import { money } from '../shared/money.ts';
import { choice, flag } from '../shared/values.ts';
import { headerRefs, type ResponseHeader } from './headers.ts';
import { recordedError } from './recorded-examples.ts';
import type { SchemaCatalogue } from './schema-catalogue.ts';

export const errorCode = () => choice(ERROR_CODES).describe('What went wrong. New codes may be added.');

const message = () => z.string().describe('Human-readable text. Its wording may change.');

export const errorDetail = z.looseObject({
  path: z.string().describe('JSON Pointer into the request body.'),
  code: z.string(),
  message: message(),
});

export const errorBody = z.object({
  error: z.object({
    code: errorCode(),
    message: message(),
    details: z
      .array(errorDetail)
      .optional()
      .describe('All invalid fields, or further information such as alternative offers.'),
    requestId: z.string().optional().describe('The same as in `X-Request-ID`.'),
    retryable: flag().optional().describe('Whether the same request may succeed when sent again unchanged.'),
    bookingId: z.string().optional().describe('The booking concerned.'),
    newPrice: money()
      .optional()
      .describe(
        'For PRICE_CHANGED in `booking`: the new `net` price of the offer, if the provider stated it.',
      ),
  }),
});

/** Error bodies with status 401, 403 or 429 have only these two fields. */
export const bareErrorBody = z.object({
  error: z.object({ code: errorCode(), message: message() }).meta({ maxProperties: 2 }),
});

/** The example was recorded in the sandbox, or constructed if the sandbox cannot produce the code. */
export function errorExample(code: ErrorCode): object {
  const recorded = recordedError(code);
  if (recorded) return recorded;
  const { status, retryable, action } = ERRORS[code];
  const bare = { code, message: action };
  return { error: BARE_STATUSES.has(status) ? bare : { ...bare, requestId: 'req_01J9ZD8K5N', retryable } };
}

export const ERROR_SCHEMAS = { ErrorCode: errorCode(), ErrorDetail: errorDetail };

export interface ErrorSchemaRefs {
  full: object;
  bare: object;
}

export function addErrorSchemas(catalogue: SchemaCatalogue): ErrorSchemaRefs {
  return {
    full: catalogue.add('ErrorBody', errorBody, 'answer'),
    bare: catalogue.add('BareErrorBody', bareErrorBody, 'answer'),
  };
}

export function errorExamples(codes: Iterable<ErrorCode>): Record<string, object> {
  const sorted = [...new Set(codes)].sort();
  return Object.fromEntries(
    sorted.map(code => [code, { summary: ERRORS[code].action, value: errorExample(code) }]),
  );
}

/** `limited` adds the headers that only the partner API sends. */
export function errorResponses(
  codes: readonly ErrorCode[],
  schemas: ErrorSchemaRefs,
  limited: boolean,
): Record<string, object> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses: Record<string, object> = {};
  for (const [status, codesOfStatus] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[status] = {
      description: codesOfStatus.map(code => `\`${code}\`: ${ERRORS[code].action}`).join('\n\n'),
      headers: headerRefs(headersOf(codesOfStatus, status, limited)),
      content: {
        'application/json': {
          schema: BARE_STATUSES.has(status) ? schemas.bare : schemas.full,
          examples: Object.fromEntries(
            codesOfStatus.map(code => [code, { $ref: `#/components/examples/${code}` }]),
          ),
        },
      },
    };
  }
  return responses;
}

function headersOf(codes: readonly ErrorCode[], status: number, limited: boolean): ResponseHeader[] {
  const names: ResponseHeader[] = ['X-Request-ID'];
  if (status === 401 && limited) names.push('WWW-Authenticate');
  if (status === 405) names.push('Allow');
  if (status === 429 || status === 503) names.push('Retry-After');
  // If a rejected booking is requested again, the response repeats the rejection with this header.
  if (codes.includes('BOOKING_REJECTED')) names.push('Idempotency-Replayed');
  if (status !== 401 && limited) names.push('RateLimit', 'RateLimit-Policy');
  return names;
}
