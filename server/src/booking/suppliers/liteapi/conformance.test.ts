import { FAMILY, HOTEL, STAY, startStage, UNSOLD } from '../../../../test/suppliers/liteapi/stage.ts';
import { describeSupplier } from '../conformance/supplier-conformance.ts';

describeSupplier('LiteAPI', async () => {
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
    traits: { givesReasons: false, isDeterministic: false },
    close: stage.close,
  };
});
