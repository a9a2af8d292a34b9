import {
  acrossOrganisations,
  type OperatorHandler,
} from '../../platform/operations/operator/operator-handler.ts';
import { pricingExplain } from './explain.ts';
import { pricingPreview } from './preview.ts';
import type { PricingParts } from './pricing-parts.ts';
import { rulesExport, rulesImport } from './rule-files.ts';
import { rulesArchive, rulesCreate, rulesList, rulesReorder, rulesUpdate } from './rules.ts';

export function pricingHandlers(parts: PricingParts): OperatorHandler[] {
  return acrossOrganisations(
    'Pricing rules belong to the operator, and staff preview them on the quotes of all partners.',
    [
      rulesCreate(parts),
      rulesList(parts),
      rulesUpdate(parts),
      rulesArchive(parts),
      rulesReorder(parts),
      rulesImport(parts),
      rulesExport(parts),
      pricingExplain(parts),
      pricingPreview(parts),
    ],
  );
}
