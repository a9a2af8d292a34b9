import { FAMILY, HOTEL, STAY, startStage, UNSOLD } from '../../../../test/suppliers/rapid/stage.ts';
import { describeSupplier } from '../conformance/supplier-conformance.ts';

/** How long a new itinerary stays invisible. */
const LAG_MS = 2 * 60_000;

describeSupplier('Rapid', async () => {
  const stage = await startStage();
  stage.simulator.set({ lookupLagMs: LAG_MS });
  return {
    supplier: stage.supplier,
    kind: 'TEST',
    clock: stage.clock,
    twin: () => stage.another(),
    hotel: HOTEL,
    unsold: UNSOLD,
    stay: STAY,
    family: FAMILY,
    organisationId: 'org_conformance',
    settle: async () => stage.clock.advance(LAG_MS),
    close: stage.close,
  };
});
