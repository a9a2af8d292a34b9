/** The body of every failure, and an example of each code. */
import { z } from 'zod';
import { BARE_STATUSES, ERROR_CODES, ERRORS, type ErrorCode } from '../errors.ts';
import { money } from '../shared/money.ts';
import { choice, flag } from '../shared/values.ts';
import { recordedError } from './recorded-examples.ts';

export const errorCode = () => choice(ERROR_CODES).describe('What went wrong. Codes may be added.');

const message = () => z.string().describe('For people. Its wording may change.');

export const errorDetail = z.looseObject({
  path: z.string().describe('JSON Pointer into the request body.'),
  code: z.string(),
  message: message(),
});

export const errorBody = z.object({
  error: z.object({
    code: errorCode(),
    message: message(),
    details: z.array(errorDetail).optional().describe('Every failure of the request, not only the first.'),
    requestId: z.string().optional().describe('As in `X-Request-ID`.'),
    retryable: flag().optional().describe('Whether the same request may succeed when sent again unchanged.'),
    bookingId: z.string().optional().describe('The booking that the failure is about.'),
    newPrice: money()
      .optional()
      .describe('PRICE_CHANGED of a booking: the new `net` price of the offer, if the provider named it.'),
  }),
});

/** 401, 403 and 429: these two members and no others. */
export const bareErrorBody = z.object({
  error: z.object({ code: errorCode(), message: message() }).meta({ maxProperties: 2 }),
});

/** As the sandbox answered it; made up for the few codes that it cannot be brought to. */
export function errorExample(code: ErrorCode): object {
  const recorded = recordedError(code);
  if (recorded) return recorded;
  const { status, retryable, action } = ERRORS[code];
  const bare = { code, message: action };
  return { error: BARE_STATUSES.has(status) ? bare : { ...bare, requestId: 'req_01J9ZD8K5N', retryable } };
}
