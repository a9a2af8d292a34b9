/** The dependencies of the mapping operations. */
import type { RecordAudit } from '../../platform/operations/operator/audit-entry.ts';
import type { LiveSupplierIds } from '../live-supplier-ids.ts';
import type { MappingCatalogue } from '../mapping-catalogue.ts';
import type { MappingModel } from '../scoring/model.ts';

export interface MappingParts {
  catalogue: MappingCatalogue;
  supplierIds: LiveSupplierIds;
  model: MappingModel;
  recordAudit: RecordAudit;
  /** Signs list cursors. */
  cursorKey: Buffer;
}
