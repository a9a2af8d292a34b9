import type { Database } from '../../platform/database/connect.ts';
import type { RecordAudit } from '../../platform/operations/operator/audit-entry.ts';
import type { LiveSupplierIds } from '../live-supplier-ids.ts';
import type { MappingCatalogue } from '../mapping-catalogue.ts';
import type { MappingModel } from '../scoring/model.ts';

export interface MappingParts {
  catalogue: MappingCatalogue;
  supplierIds: LiveSupplierIds;
  model: MappingModel;
  recordAudit: RecordAudit;
  /** Active pricing rules that name one hotel but not the other. The pricing area implements it. */
  listRulesNaming(
    db: Database,
    hotels: { hotelId: string; butNot: string },
  ): Promise<{ ruleId: string; name: string }[]>;
  cursorKey: Buffer;
}
