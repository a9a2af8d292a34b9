import type { AuditAction } from '@serai/contract/account/audit-actions.ts';
import { mappingDecide, mappingQueue, mappingShow, mappingUndo } from '@serai/contract/mapping/mapping.ts';
import { ApiError } from '../../platform/api-error.ts';
import { makeCursor, pageOf, readCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { isoTime } from '../../platform/iso-time.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../platform/operations/operator/operator-handler.ts';
import { validationError } from '../../platform/operations/validate.ts';
import { findSupplierHotel } from '../content/supplier-hotel-store.ts';
import {
  findCurrent,
  listDecisions,
  listMapped,
  lockMappings,
  restorePrevious,
  type StoredDecision,
  writeDecisions,
} from '../ledger/decision-store.ts';
import { findMergeOf } from '../ledger/merge-store.ts';
import { listQueue } from '../ledger/queue-store.ts';
import type { ProviderScope } from '../supplied-hotel.ts';
import { compareWithCatalogue } from './compare-with-catalogue.ts';
import { decisionIdOf, decisionView, hotelView, readDecisionId } from './decision-view.ts';
import type { MappingParts } from './mapping-parts.ts';

const DEFAULT_LIMIT = 50;
const MAX_DECISIONS = 100;

export function queue({ catalogue, cursorKey }: MappingParts): OperatorHandler {
  return operate(
    mappingQueue,
    async ({ db }, { environment, provider, hotelId, order = 'DEMAND', postponed = false, page }) => {
      const limit = page?.limit ?? DEFAULT_LIMIT;
      const boundTo = [mappingQueue.name, environment, provider ?? null, hotelId ?? null, order, postponed];
      const [demand, score, decisionId] =
        page?.cursor === undefined ? [] : readCursor(cursorKey, boundTo, page.cursor);
      const after =
        decisionId === undefined ? undefined : { demand: Number(demand), score: Number(score), decisionId };
      const filter = {
        environment,
        provider,
        hotelId,
        order,
        isPostponed: postponed,
        after,
        limit: limit + 1,
      };
      const found = await listQueue(db, filter);
      const { shown, page: paging } = pageOf(found, limit, last =>
        makeCursor(cursorKey, boundTo, [
          String(order === 'DEMAND' ? last.demand : 0),
          String(last.alarm === null ? (last.score ?? 0) : 1000),
          last.decisionId,
        ]),
      );
      const ids = shown.flatMap(({ hotelId }) => (hotelId === null ? [] : [hotelId]));
      const ours = new Map(
        (await catalogue.findHotels(db, environment, ids)).map(hotel => [hotel.hotelId, hotel]),
      );
      const items = shown.map(hotel => ({
        provider: hotel.provider,
        supplierId: hotel.supplierId,
        name: hotel.name,
        city: hotel.city,
        countryCode: hotel.countryCode,
        hotelId: hotel.hotelId as never,
        hotelName: (hotel.hotelId !== null && ours.get(hotel.hotelId)?.evidence.name) || null,
        score: hotel.score,
        doubt: hotel.doubt as never,
        alarm: hotel.alarm as never,
        demand: hotel.demand,
        decisionId: decisionIdOf(hotel.decisionId),
        decidedAt: isoTime(hotel.decidedAt.getTime()),
      }));
      return { items, page: paging };
    },
  );
}

export function show(parts: MappingParts): OperatorHandler {
  return operate(mappingShow, async ({ db }, { environment, provider, supplierId }) => {
    const scope = { environment, provider };
    const hotel = await getSupplierHotel(db, scope, supplierId);
    const current = await findCurrent(db, scope, supplierId);
    const decisions = await listDecisions(db, scope, supplierId, MAX_DECISIONS);
    const candidates = await compareWithCatalogue(parts, db, scope, hotel, current?.hotelId ?? null);
    const rooms = candidates[0]?.rooms ?? [];
    const photos = (hotel.content.content?.photos ?? []).map(({ url }) => url);
    return {
      hotel: hotelView(hotel.content, photos, hotel.content.rooms, rooms),
      gone: hotel.isGone,
      current: current === undefined ? null : decisionView(current),
      candidates: candidates.map(({ rooms: _, ...candidate }) => candidate),
      decisions: decisions.map(decisionView),
    };
  });
}

async function getSupplierHotel(db: Database, scope: ProviderScope, supplierId: string) {
  const hotel = await findSupplierHotel(db, scope, supplierId);
  if (hotel !== undefined) return hotel;
  throw new ApiError(
    'NOT_FOUND',
    `Provider ${scope.provider} has no hotel with this supplierId in ${scope.environment}. mapping/queue lists the hotels that need review.`,
  );
}

export function decideMapping(parts: MappingParts): OperatorHandler {
  return operate(mappingDecide, async (context, input) => {
    const {
      environment,
      provider,
      supplierId,
      decision: outcome,
      hotelId,
      allowSeveral = false,
      seen,
    } = input;
    if (outcome === 'SAME' && hotelId === undefined) {
      throw validationError([
        { path: '/hotelId', code: 'REQUIRED', message: 'The decision SAME requires a hotelId.' },
      ]);
    }
    const scope = { environment, provider };
    const decided = await inTransaction(context.db, async tx => {
      await lockMappings(tx, scope);
      await getSupplierHotel(tx, scope, supplierId);
      const before = await findCurrent(tx, scope, supplierId);
      checkSeen(before, seen);
      checkHotels(context, [before?.hotelId, hotelId]);
      if (outcome === 'SAME' && hotelId !== undefined)
        await checkFree(parts, tx, scope, { supplierId, hotelId, allowSeveral });
      const wanted = {
        supplierId,
        outcome,
        hotelId: outcome === 'DIFFERENT' ? null : (hotelId ?? before?.hotelId ?? null),
        score: null,
        doubt: null,
        alarm: null,
        evidence: [],
        vetoes: [],
      };
      await writeDecisions(tx, scope, [wanted], {
        decidedBy: context.actor,
        isManual: true,
        modelVersion: null,
      });
      const after = await findCurrent(tx, scope, supplierId);
      if (after === undefined) throw new Error('the decision was not written');
      await audit(parts, tx, context, mappingDecide.name, scope, before, after);
      return after;
    });
    await parts.supplierIds.follow();
    return { decision: decisionView(decided) };
  });
}

function checkSeen(before: StoredDecision | undefined, seen: string | undefined): void {
  if (seen === undefined || readDecisionId(seen) === before?.decisionId) return;
  throw new ApiError(
    'INVALID_STATE',
    'The hotel has a newer decision than the one in `seen`. Load it again with mapping/show, then decide.',
  );
}

/** A revenue manager who is restricted to certain hotels may decide only about those hotels. */
export function checkHotels(
  { hotels }: OperatorContext,
  concerned: readonly (string | null | undefined)[],
): void {
  if (!hotels || concerned.every(id => id === null || id === undefined || hotels.includes(id))) return;
  throw new ApiError(
    'FORBIDDEN',
    'You can decide only about the hotels that are assigned to you. Ask a colleague with access to all hotels.',
  );
}

async function checkFree(
  { catalogue }: MappingParts,
  tx: Database,
  scope: ProviderScope,
  wanted: { supplierId: string; hotelId: string; allowSeveral: boolean },
): Promise<void> {
  const [hotel] = await catalogue.findHotels(tx, scope.environment, [wanted.hotelId]);
  if (hotel === undefined)
    throw new ApiError(
      'HOTEL_NOT_FOUND',
      'The catalogue has no active hotel with this hotelId. mapping/show lists the candidates.',
    );
  if (wanted.allowSeveral) return;
  const mapped = await listMapped(tx, scope, [wanted.hotelId]);
  const other = mapped.find(({ supplierId, isGone }) => supplierId !== wanted.supplierId && !isGone);
  if (other === undefined) return;
  throw new ApiError(
    'INVALID_STATE',
    `The catalogue hotel is already mapped to ${other.supplierId} of this provider. Decide DIFFERENT for that hotel first, or set allowSeveral.`,
  );
}

export function undoMapping(parts: MappingParts): OperatorHandler {
  return operate(mappingUndo, async (context, { environment, provider, supplierId, decisionId }) => {
    const scope = { environment, provider };
    const current = await inTransaction(context.db, async tx => {
      await lockMappings(tx, scope);
      await getSupplierHotel(tx, scope, supplierId);
      const before = await findCurrent(tx, scope, supplierId);
      if (before === undefined || readDecisionId(decisionId) !== before.decisionId) {
        throw new ApiError(
          'INVALID_STATE',
          'Only the current decision can be undone. mapping/show lists the decisions.',
        );
      }
      checkHotels(context, [before.hotelId]);
      const mergeId = await findMergeOf(tx, environment, before.decisionId);
      if (mergeId !== undefined) {
        throw new ApiError(
          'INVALID_STATE',
          `The hotel was moved by the merge mrg_${mergeId}. Undo the merge with mapping/unmerge, or make another decision with mapping/decide.`,
        );
      }
      await restorePrevious(tx, scope, before, context.actor);
      const after = await findCurrent(tx, scope, supplierId);
      await audit(parts, tx, context, mappingUndo.name, scope, before, after);
      return after;
    });
    await parts.supplierIds.follow();
    return { current: current === undefined ? null : decisionView(current) };
  });
}

function audit(
  { recordAudit }: MappingParts,
  tx: Database,
  context: OperatorContext,
  action: AuditAction,
  { environment, provider }: ProviderScope,
  before: StoredDecision | undefined,
  after: StoredDecision | undefined,
): Promise<void> {
  const state = (of: StoredDecision | undefined) =>
    of === undefined
      ? null
      : { outcome: of.outcome, hotelId: of.hotelId, decisionId: decisionIdOf(of.decisionId) };
  const target = `${environment}/${provider}/${(after ?? before)?.supplierId ?? ''}`;
  return recordAudit(tx, auditOf(context, { action, target, before: state(before), after: state(after) }));
}
