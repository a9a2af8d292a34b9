import type { delivery } from '@serai/contract/account/deliveries.ts';
import { listDeliveries, replayDeliveries } from '@serai/contract/account/deliveries.ts';
import type { z } from 'zod';
import { ApiError } from '../../platform/api-error.ts';
import { makeCursor, pageOf, readCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../platform/operations/operator/operator-handler.ts';
import type { Seal } from '../../platform/secrets/seal.ts';
import { listDeliveries as listStoredDeliveries } from '../deliveries/delivery-list-store.ts';
import { type Replay, replayDelivery, replayEvent, replaySpan } from '../deliveries/replay-store.ts';
import { findEndpoint } from '../endpoints/stored-endpoint-store.ts';
import { unknownEndpoint, type WebhookOperationParts } from './operation-parts.ts';
import { deliveryView, positionOf, positionText, spanOf } from './stored-views.ts';

const DEFAULT_LIMIT = 50;

export function deliveriesList({ seal, cursorKey }: WebhookOperationParts): OperatorHandler {
  return operate(listDeliveries, async ({ db, partnerId: organisationId }, { page, include, ...filters }) => {
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const boundTo = [listDeliveries.name, organisationId ?? null, Object.entries(filters).sort()];
    const found = await listStoredDeliveries(db, seal, {
      ...filters,
      ...spanOf(filters),
      organisationId,
      withPayload: include?.includes('payload'),
      before: cursor === undefined ? undefined : positionOf(readCursor(cursorKey, boundTo, cursor)),
      limit: limit + 1,
    });
    const paged = pageOf(found, limit, ({ createdAt, deliveryId }) =>
      makeCursor(cursorKey, boundTo, positionText(createdAt, deliveryId)),
    );
    return { deliveries: paged.shown.map(deliveryView), page: paged.page };
  });
}

type Input = z.output<typeof replayDeliveries.input>;

export function deliveriesReplay(parts: WebhookOperationParts): OperatorHandler {
  return operate(replayDeliveries, (context, input) =>
    input.from === undefined
      ? replayOne(parts, context, input)
      : replayMany(parts, context, input, input.from),
  );
}

function replayOne({ recordAudit }: WebhookOperationParts, context: OperatorContext, input: Input) {
  const { organisationId } = context;
  const { deliveryId, endpointId = '', endpointIds = [endpointId], eventId = '' } = input;
  return inTransaction(context.db, async tx => {
    if (deliveryId !== undefined) {
      const replayed = requireQueued(await replayDelivery(tx, organisationId, deliveryId));
      await recordAudit(tx, auditOf(context, replayEntry(deliveryId, input)));
      return replayed;
    }
    let queued = 0;
    // Replayed in a fixed order, so that concurrent replays to the same endpoints cannot deadlock.
    for (const id of [...new Set(endpointIds)].sort()) {
      queued += requireQueued(await replayEvent(tx, organisationId, id, eventId)).queued;
      const { endpointIds: _, ...asked } = input;
      await recordAudit(tx, auditOf(context, replayEntry(id, { ...asked, endpointId: id })));
    }
    return { queued };
  });
}

/** Rows are queued in many transactions, so the audit entry is written before the first of them. */
async function replayMany(
  { recordAudit }: WebhookOperationParts,
  context: OperatorContext,
  input: Input,
  from: string,
) {
  const { db, organisationId } = context;
  const { endpointId = '', to, statuses } = input;
  const endpoint = await findEndpoint(db, organisationId, endpointId);
  if (endpoint === undefined) throw unknownEndpoint();
  if (endpoint.status !== 'ENABLED') throw notEnabled();
  await inTransaction(db, tx => recordAudit(tx, auditOf(context, replayEntry(endpointId, input))));
  const span = { from: new Date(from), to: to === undefined ? undefined : new Date(to), statuses };
  return requireQueued(await replaySpan(db, organisationId, endpointId, span));
}

function replayEntry(target: string, input: Input) {
  return { action: replayDeliveries.name, target, before: null, after: { ...input } };
}

function requireQueued(replayed: Replay): { queued: number } {
  if (replayed === 'NOT_FOUND') {
    throw new ApiError('NOT_FOUND', 'This delivery, event or endpoint does not exist.');
  }
  if (replayed === 'NOT_ENABLED') throw notEnabled();
  if (replayed === 'ERASED') {
    throw new ApiError(
      'INVALID_STATE',
      'The guest data of this booking was erased, including the event data.',
    );
  }
  return replayed;
}

function notEnabled(): ApiError {
  return new ApiError('INVALID_STATE', 'The endpoint is not enabled. Enable it before you replay.');
}

/** The maximum that the contract of `bookings/show` allows. */
const MOST = 100;

/** Newest first. */
export async function deliveriesOf(
  db: Database,
  seal: Seal,
  organisationId: string,
  bookingId: string,
): Promise<z.input<typeof delivery>[]> {
  const found = await listStoredDeliveries(db, seal, { organisationId, bookingId, limit: MOST });
  return found.map(deliveryView);
}
