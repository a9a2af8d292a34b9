import { COMMON_FAILURES, faultsOf, respond } from '../simulator-faults.ts';

const error = (code: number, message?: string) => ({
  error: { code, ...(message !== undefined && { message }) },
});

export const FAULTS = faultsOf({
  ...COMMON_FAILURES,
  'status 503 with an error': respond(503, error(5000, 'unable to process request')),
  'status 200 with null data': respond(200, { data: null }),
  'error 5000': respond(400, error(5000, 'unable to process request')),
  'error 2010': respond(400, { error: { code: 2010, description: 'booking not confirmed' } }),
  'error 2013': respond(400, error(2013, 'booking failed')),
  'error 2014': respond(400, error(2014, 'booking incomplete')),
  'unknown error': respond(400, error(9999)),
  'status 304': respond(304),
  'status 404': respond(404, 'Not found'),
});
