import { COMMON_FAILURES, type Failure, respond } from '../simulator-faults.ts';

const error = (code: string, message: string) => ({
  auditData: {},
  error: { code: `${code}-00AA`, message },
});

/** Failures that can happen before or after the supplier acted, so the client cannot know the outcome. */
export const FAILURES: Readonly<Record<string, Failure>> = {
  ...COMMON_FAILURES,
  'SYSTEM_ERROR 500': respond(500, error('SYSTEM_ERROR', 'Internal server error')),
  'a confirmation error': respond(
    500,
    error('PRODUCT_ERROR', 'ProductException(BOOKING_CONFIRM, Booking confirmation error 1-1234567)'),
  ),
  'an unknown error': respond(500, error('NEW_ERROR', 'Something else')),
  '500 without a body': respond(500),
  503: respond(503, 'Service unavailable'),
  504: respond(504),
  513: respond(513),
  596: respond(596),
  409: respond(409),
  410: respond(410),
  '404 of a proxy': respond(404, '<html>Not found</html>'),
  '400 of a proxy': respond(400, '<html>Bad request</html>'),
  'an empty list': respond(200, []),
  null: respond(200, 'null'),
  'a gzip bomb': respond(200, { filler: 'x'.repeat(40 * 1024 * 1024) }),
  'deep JSON': respond(200, `${'['.repeat(5_000)}${']'.repeat(5_000)}`),
};

/** Errors with which the supplier refuses a request. The request then has no effect. */
export const REFUSALS: Readonly<Record<string, Failure>> = {
  'insufficient allotment': respond(
    500,
    error('PRODUCT_ERROR', 'ProductException(BOOKING_CONFIRM, Insufficient allotment)'),
  ),
  'stop sales': respond(500, error('PRODUCT_ERROR', 'There are stop sales on the dates indicated')),
  'a higher price': respond(500, error('PRODUCT_ERROR', 'Price has increased')),
  'a closed contract': respond(500, error('PRODUCT_ERROR', 'Contract is closed')),
  'an inactive client': respond(
    500,
    error('CONFIGURATION_ERROR', 'This apikey is not associated with a valid client'),
  ),
  'allotment exceeded': respond(400, error('INVALID_DATA', 'ALLOTMENT EXCEEDED')),
  'invalid data': respond(400, error('INVALID_DATA', 'Invalid data')),
  'an invalid request': respond(400, error('INVALID_REQUEST', 'The request is not compliant')),
  'a payment error': respond(402),
  'a wrong signature': respond(401, { error: 'Request signature verification failed' }),
  'a used quota': respond(403, { error: 'Quota exceeded' }),
  'no access': respond(403, { error: 'Access to this API has been disallowed' }),
  'too many requests': respond(429),
};
