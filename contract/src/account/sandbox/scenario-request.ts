/** A scenario with requests that are ready to be sent. */
import { z } from 'zod';
import { SCENARIO_GROUPS, SCENARIO_OPERATIONS } from '../../booking/sandbox/scenarios.ts';
import { hotelId } from '../../shared/ids.ts';
import { choice, count } from '../../shared/values.ts';

const kept = z.strictObject({
  name: z.string().describe('Later bodies name it, after a `$`.'),
  member: z.string().describe('Where it stands in the answer: `hotels[0].offers[0].offerId`.'),
});

const step = z.strictObject({
  operation: z.string(),
  path: z.string(),
  body: z
    .record(z.string(), z.unknown())
    .describe(
      'As it is to be sent, but for texts that begin with a `$`: they come from an answer before, and `$reference` is a new reference of your own.',
    ),
  keeps: z.array(kept).describe('What later steps need of the answer.'),
  status: count(200, 599).describe('Of the answer.'),
});

export const scenarioRequest = z.strictObject({
  name: z.string().describe('What `settings.scenario` takes.'),
  group: choice(SCENARIO_GROUPS),
  operation: choice(SCENARIO_OPERATIONS).describe('The one that plays it; `any` is each of the six.'),
  description: z.string().describe('What happens, as a partner sees it.'),
  hotelId: hotelId().describe('Booking this hotel plays it.'),
  steps: z.array(step).min(1).describe('In this order; the last one shows the scenario.'),
  curl: z.string().describe('The steps as a shell script. It takes the key from `SERAI_API_KEY`.'),
});

export type ScenarioRequest = z.input<typeof scenarioRequest>;
export type ScenarioStep = z.input<typeof step>;
