import type { AuditAction } from '@serai/contract/account/audit-actions.ts';
import { mappingMerge, mappingMerges, mappingUnmerge } from '@serai/contract/mapping/merging.ts';
import { ApiError } from '../../platform/api-error.ts';
import { makeCursor, pageOf, readCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database/connect.ts';
import { isoTime } from '../../platform/iso-time.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../platform/operations/operator/operator-handler.ts';
import { findCurrent, lockMappings, restorePrevious, writeDecisions } from '../ledger/decision-store.ts';
import {
  findMerge,
  type HotelMerge,
  insertMerge,
  listMappingsOf,
  listMerges,
  type MappedHotel,
  markUndone,
} from '../ledger/merge-store.ts';
import type { MappingParts } from './mapping-parts.ts';
import { checkHotels } from './review.ts';

const DEFAULT_LIMIT = 50;
const MAX_NAMED_RULES = 10;

/** The catalogue, the mappings, the history and the audit entry change in one transaction. */
export function mergeHotels(parts: MappingParts): OperatorHandler {
  return operate(mappingMerge, async (context, { environment, hotelId, into, allowSeveral = false }) => {
    checkHotels(context, [hotelId, into]);
    if (hotelId === into) throw new ApiError('INVALID_STATE', 'A hotel cannot be merged into itself.');
    const merge = await parts.catalogue.merge(context.db, environment, { hotelId, into }, async tx => {
      await checkCatalogue(parts, tx, environment, { hotelId, into });
      await checkPricingRules(parts, tx, { hotelId, into });
      const mapped = await lockedMappings(tx, environment, hotelId);
      if (!allowSeveral) checkProviders(mapped, await listMappingsOf(tx, environment, into));
      for (const hotel of mapped) await move(tx, context, { environment, into }, hotel);
      const written = await insertMerge(tx, { environment, hotelId, into, mergedBy: context.actor }, mapped);
      await audit(parts, tx, context, mappingMerge.name, written);
      return written;
    });
    await parts.supplierIds.follow();
    return { merge: await viewOf(parts, context, merge) };
  });
}

async function checkCatalogue(
  { catalogue }: MappingParts,
  tx: Database,
  environment: HotelMerge['environment'],
  { hotelId, into }: Pick<HotelMerge, 'hotelId' | 'into'>,
): Promise<void> {
  const found = await catalogue.findHotels(tx, environment, [hotelId, into]);
  for (const id of [hotelId, into]) {
    if (!found.some(hotel => hotel.hotelId === id))
      throw new ApiError('HOTEL_NOT_FOUND', `The catalogue has no active hotel ${id}.`);
  }
  if (await catalogue.hasOwnInventory(tx, environment, hotelId)) {
    throw new ApiError(
      'INVALID_STATE',
      `${hotelId} has own inventory, which would no longer be sold. Merge the other hotel into it, or move its inventory first.`,
    );
  }
}

/**
 * A rule that names only the merged hotel would no longer match, and its offers would be sold at another price. Rules
 * cannot change until the merge has been committed, so no such rule can be created in between.
 */
async function checkPricingRules(
  { mergeRules }: MappingParts,
  tx: Database,
  { hotelId, into }: Pick<HotelMerge, 'hotelId' | 'into'>,
): Promise<void> {
  await mergeRules.lock(tx);
  const rules = await mergeRules.list(tx, [{ hotelId, into }]);
  if (rules.length === 0) return;
  const named = rules.slice(0, MAX_NAMED_RULES).map(({ ruleId, name }) => `${ruleId} (${name})`);
  const more = rules.length > named.length ? ` and ${rules.length - named.length} more` : '';
  throw new ApiError(
    'INVALID_STATE',
    `Pricing rules name ${hotelId} but not ${into}, so they would no longer apply: ${named.join(', ')}${more}. Add ${into} to their hotels or archive them, and repeat the merge.`,
  );
}

/** Reads the mappings again after locking their providers, because they may have changed in between. */
async function lockedMappings(
  tx: Database,
  environment: HotelMerge['environment'],
  hotelId: string,
): Promise<MappedHotel[]> {
  for (;;) {
    const before = await listMappingsOf(tx, environment, hotelId);
    const providers = [...new Set(before.map(({ provider }) => provider))];
    for (const provider of providers) await lockMappings(tx, { provider, environment });
    const after = await listMappingsOf(tx, environment, hotelId);
    if (after.every(({ provider }) => providers.includes(provider))) return after;
  }
}

function checkProviders(moved: readonly MappedHotel[], present: readonly MappedHotel[]): void {
  const isSold = ({ outcome }: MappedHotel) => outcome === 'SAME';
  const twice = moved.filter(isSold).flatMap(({ provider, supplierId }) => {
    const other = present.filter(isSold).find(each => each.provider === provider);
    return other ? [`${supplierId} and ${other.supplierId} of ${provider}`] : [];
  });
  if (twice.length === 0) return;
  throw new ApiError(
    'INVALID_STATE',
    `After the merge, several hotels of one provider would be mapped to the same hotel: ${twice.join(', ')}. If one of them is a different hotel, decide so with mapping/decide. Otherwise repeat the merge with allowSeveral.`,
  );
}

/** A mapping stays a mapping, and a hotel that waits for a decision keeps waiting, with its alarm. */
function move(
  tx: Database,
  { actor }: OperatorContext,
  { environment, into }: Pick<HotelMerge, 'environment' | 'into'>,
  { provider, supplierId, outcome, score, alarm }: MappedHotel,
): Promise<void> {
  const doubt = alarm === null ? null : 'ALARM';
  const decision = { supplierId, outcome, hotelId: into, score, doubt, alarm, evidence: [], vetoes: [] };
  const isManual = outcome !== 'REVIEW';
  const by = { decidedBy: actor, isManual, modelVersion: null };
  return writeDecisions(tx, { provider, environment }, [decision], by);
}

export function unmergeHotels(parts: MappingParts): OperatorHandler {
  return operate(mappingUnmerge, async (context, { environment, mergeId }) => {
    const id = /^mrg_(\d{1,18})$/.exec(mergeId)?.[1];
    const known = id === undefined ? undefined : await findMerge(context.db, environment, id);
    if (known === undefined)
      throw new ApiError('NOT_FOUND', 'There is no such merge. mapping/merges lists the merges.');
    checkHotels(context, [known.hotelId, known.into]);
    const merge = await parts.catalogue.unmerge(context.db, environment, known, async tx => {
      for (const provider of [...new Set(known.moved.map(each => each.provider))].sort())
        await lockMappings(tx, { provider, environment });
      const current = await findMerge(tx, environment, known.mergeId);
      if (current?.undoneAt !== null)
        throw new ApiError('INVALID_STATE', 'The merge has already been undone.');
      for (const moved of current.moved.toReversed()) await restore(tx, context, current, moved);
      await markUndone(tx, current.mergeId, context.actor);
      const undone = (await findMerge(tx, environment, known.mergeId)) as HotelMerge;
      await audit(parts, tx, context, mappingUnmerge.name, undone);
      return undone;
    });
    await parts.supplierIds.follow();
    return { merge: await viewOf(parts, context, merge) };
  });
}

async function restore(
  tx: Database,
  { actor }: OperatorContext,
  { environment }: HotelMerge,
  { decisionId, previousId, provider, supplierId }: HotelMerge['moved'][number],
): Promise<void> {
  const scope = { provider, environment };
  const current = await findCurrent(tx, scope, supplierId);
  // The move of this mapping has already been undone.
  if (current !== undefined && current.decisionId === previousId) return;
  if (current?.decisionId !== decisionId) {
    throw new ApiError(
      'INVALID_STATE',
      `The mapping of ${supplierId} of ${provider} was decided again after the merge. Undo that decision first with mapping/undo.`,
    );
  }
  await restorePrevious(tx, scope, current, actor);
}

export function merges({ catalogue, cursorKey }: MappingParts): OperatorHandler {
  return operate(mappingMerges, async ({ db }, { environment, hotelId, page }) => {
    const limit = page?.limit ?? DEFAULT_LIMIT;
    const boundTo = [mappingMerges.name, environment, hotelId ?? null];
    const [before] = page?.cursor === undefined ? [] : readCursor(cursorKey, boundTo, page.cursor);
    const found = await listMerges(db, { environment, hotelId, before, limit: limit + 1 });
    const { shown, page: paging } = pageOf(found, limit, last =>
      makeCursor(cursorKey, boundTo, [last.mergeId]),
    );
    const names = await catalogue.findNames(
      db,
      environment,
      shown.flatMap(merge => [merge.hotelId, merge.into]),
    );
    return { merges: shown.map(merge => mergeView(merge, names)), page: paging };
  });
}

async function viewOf({ catalogue }: MappingParts, { db }: OperatorContext, merge: HotelMerge) {
  const { environment, hotelId, into } = merge;
  return mergeView(merge, await catalogue.findNames(db, environment, [hotelId, into]));
}

function mergeView(
  { mergeId, hotelId, into, moved, mergedAt, undoneAt, ...merge }: HotelMerge,
  names: ReadonlyMap<string, string>,
) {
  return {
    ...merge,
    mergeId: `mrg_${mergeId}`,
    hotelId: hotelId as never,
    hotelName: names.get(hotelId) ?? null,
    into: into as never,
    intoName: names.get(into) ?? null,
    moved: moved.map(({ provider, supplierId }) => ({ provider, supplierId })),
    mergedAt: isoTime(mergedAt.getTime()),
    undoneAt: undoneAt === null ? null : isoTime(undoneAt.getTime()),
  };
}

function audit(
  { recordAudit }: MappingParts,
  tx: Database,
  context: OperatorContext,
  action: AuditAction,
  { mergeId, environment, hotelId, into, undoneAt }: HotelMerge,
): Promise<void> {
  const merged = { mergeId: `mrg_${mergeId}`, mergedInto: into };
  const isUndone = undoneAt !== null;
  const states = { before: isUndone ? merged : null, after: isUndone ? null : merged };
  return recordAudit(tx, auditOf(context, { action, target: `${environment}/${hotelId}`, ...states }));
}
