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
  mergeRules: MergeRules;
  cursorKey: Buffer;
}

/** The pricing rules that a merge of hotels would affect. The pricing area implements it. */
export interface MergeRules {
  /** Makes changes to pricing rules wait until the transaction has ended. */
  lock(tx: Database): Promise<void>;
  /** Active rules that name a merged hotel but not the hotel that replaces it. */
  list(
    tx: Database,
    merges: readonly { hotelId: string; into: string }[],
  ): Promise<{ ruleId: string; name: string }[]>;
}
