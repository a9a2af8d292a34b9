import { COMMON_FAILURES, faultsOf, respond } from '../simulator-faults.ts';

const error = (type: string) => ({ type, message: 'Failed.' });

export const FAULTS = faultsOf({
  ...COMMON_FAILURES,
  'status 500 with a system failure': respond(500, error('create.system_failure')),
  'status 503 with no response': respond(503, error('create.no_response')),
  'status 504 with text': respond(504, 'Gateway timeout'),
  'status 201 with an empty object': respond(201, {}),
  'status 201 with an error': respond(201, { ...error('invalid_input'), itinerary_id: '1' }),
  'status 202 without a body': respond(202),
  'status 400 with text': respond(400, 'Bad request'),
  'status 400 without nested errors': respond(400, error('invalid_input')),
  'unknown error': respond(418, error('teapot')),
  'status 404': respond(404, error('resource_not_found')),
});
