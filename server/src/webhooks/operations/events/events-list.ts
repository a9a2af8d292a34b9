import { listEvents } from '@serai/contract/account/events.ts';
import { ENVIRONMENTS } from '@serai/contract/shared/answer.ts';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import type { ListPosition } from '../../endpoints/stored-endpoint-store.ts';
import { listEvents as listStored, type StoredEvent } from '../../events/event-list-store.ts';
import { findEventPosition } from '../../events/event-position-store.ts';
import { positionOf, positionText, spanOf } from '../list-position.ts';
import { unknownEvent, type WebhookOperationParts } from '../operation-parts.ts';
import { eventView } from '../stored-views.ts';

const DEFAULT_LIMIT = 50;

export function eventsList({ seal, cursorKey }: WebhookOperationParts): OperatorHandler {
  return operate(listEvents, async ({ db, organisationId }, { page, after, include, ...filters }) => {
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const boundTo = [listEvents.name, organisationId, after ?? null, Object.entries(filters).sort()];
    const isTail = after !== undefined;
    const place =
      cursor === undefined ? await placeOf(after) : positionOf(readCursor(cursorKey, boundTo, cursor));

    // One reading an environment: the index of events begins with it.
    const lists = (filters.environment === undefined ? ENVIRONMENTS : [filters.environment]).map(
      environment =>
        listStored(db, seal, {
          ...filters,
          ...spanOf(filters),
          environment,
          organisationId,
          ...(isTail ? { after: place } : { before: place }),
          withDeliveries: include?.includes('deliveries') ?? false,
          limit: limit + 1,
        }),
    );
    const found = (await Promise.all(lists)).flat().sort((a, b) => (isTail ? order(a, b) : order(b, a)));
    const paged = pageOf(found, limit, ({ at, eventId }) =>
      makeCursor(cursorKey, boundTo, positionText(at, eventId)),
    );
    return { events: paged.shown.map(eventView), page: paged.page };

    async function placeOf(eventId: string | undefined): Promise<ListPosition | undefined> {
      if (eventId === undefined) return undefined;
      const position = await findEventPosition(db, organisationId, eventId);
      if (position === undefined) throw unknownEvent();
      return position;
    }
  });
}

function order(a: StoredEvent, b: StoredEvent): number {
  return a.at.getTime() - b.at.getTime() || (a.eventId < b.eventId ? -1 : 1);
}
