/** The failures of an operation as responses, one for each status, with an example for each code. */
import { BARE_STATUSES, ERRORS, type ErrorCode } from '../errors.ts';
import { bareErrorBody, errorBody, errorCode, errorDetail, errorExample } from './error-body.ts';
import { headerRefs, type ResponseHeader } from './headers.ts';
import type { SchemaCatalogue } from './schema-catalogue.ts';

/** Names of the error shapes, for the catalogue. */
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

/** `limited` adds the headers that only the partner interface sends. */
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
  // The refusal of a booking is repeated to a repeated request.
  if (codes.includes('BOOKING_REJECTED')) names.push('Idempotency-Replayed');
  if (status !== 401 && limited) names.push('RateLimit', 'RateLimit-Policy');
  return names;
}
