import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { type ScenarioRequest, scenarioRequest } from './scenario-request.ts';

const EXAMPLE: ScenarioRequest = {
  name: 'avail.none',
  group: 'SEARCH',
  operation: 'availability',
  description: 'The search finds nothing: 200 with no hotels.',
  hotelId: 'htl_sandbox_avail_none',
  steps: [
    {
      operation: 'availability',
      path: '/connect/hotels/v1/availability',
      body: {
        checkIn: '2027-03-12',
        checkOut: '2027-03-15',
        occupancies: [{ adults: 2 }],
        hotelIds: ['htl_sandbox_avail_none'],
      },
      keeps: [],
      status: 200,
    },
  ],
  curl: `curl -s 'http://127.0.0.1:8080/connect/hotels/v1/availability' …`,
};

export const listScenarios = defineOperatorOperation({
  name: 'sandbox/scenarios',
  role: 'read-only',
  summary: 'List the scenarios with ready requests',
  description:
    'What the test providers can be made to do, what is then answered, and the requests that show it, with dates that are good today.',
  input: z.strictObject({}),
  output: z.strictObject({ scenarios: z.array(scenarioRequest) }),
  examples: { request: {}, answer: { scenarios: [EXAMPLE] } },
});
