import { expect, it } from 'vitest';
import { replayDeliveries } from './deliveries.ts';

const from = '2026-07-01T00:00:00Z';

it.each([
  { deliveryId: 'dlv_1' },
  { endpointId: 'whk_1', eventId: 'evt_1' },
  { endpointIds: ['whk_1', 'whk_2'], eventId: 'evt_1' },
  { endpointId: 'whk_1', from },
  { endpointId: 'whk_1', from, to: '2026-07-02T00:00:00Z', statuses: ['FAILED'] },
])('deliveries/replay accepts the selection %o', input => {
  expect(replayDeliveries.input.safeParse(input).success).toBe(true);
});

it.each([
  {},
  { deliveryId: 'dlv_1', endpointId: 'whk_1' },
  { endpointId: 'whk_1' },
  { eventId: 'evt_1' },
  { from },
  { endpointIds: [], eventId: 'evt_1' },
  { endpointIds: ['whk_1'] },
  { endpointIds: ['whk_1'], from },
  { endpointIds: ['whk_1'], endpointId: 'whk_2', eventId: 'evt_1' },
])('deliveries/replay rejects the selection %o, which is incomplete or contradictory', input => {
  expect(replayDeliveries.input.safeParse(input).success).toBe(false);
});
