import { FAMILY, HOTEL, STAY, startStage, UNSOLD } from '../../../../test/suppliers/rapid/stage.ts';
import { describeSupplier } from '../conformance/supplier-conformance.ts';

describeSupplier('Rapid', async () => {
  const stage = await startStage();
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
    close: stage.close,
  };
});
