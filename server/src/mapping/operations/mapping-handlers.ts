import {
  acrossOrganisations,
  type OperatorHandler,
} from '../../platform/operations/operator/operator-handler.ts';
import type { MappingParts } from './mapping-parts.ts';
import { mergeHotels, merges, unmergeHotels } from './merging.ts';
import { decideMapping, queue, show, undoMapping } from './review.ts';
import { figures, startRun } from './runs.ts';

export function mappingHandlers(parts: MappingParts): OperatorHandler[] {
  return acrossOrganisations('Suppliers and their hotels belong to the operator.', [
    queue(parts),
    show(parts),
    decideMapping(parts),
    undoMapping(parts),
    startRun(parts),
    figures(parts),
    mergeHotels(parts),
    unmergeHotels(parts),
    merges(parts),
  ]);
}
