import { listEvents, showEvent } from '@serai/contract/account/events.ts';
import { listNotices } from '@serai/contract/account/notices.ts';
import { MAX_ENDPOINTS } from '@serai/contract/account/webhook-endpoint.ts';
import { ENVIRONMENTS } from '@serai/contract/shared/answer.ts';
import { makeCursor, pageOf, readCursor } from '../../platform/cursor.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { listDeliveries } from '../deliveries/delivery-list-store.ts';
import type { ListPosition } from '../endpoints/stored-endpoint-store.ts';
import {
  findEvent,
  findEventPosition,
  listEvents as listStoredEvents,
  type StoredEvent,
} from '../events/event-list-store.ts';
import { listNotices as listStoredNotices } from '../notices/notice-store.ts';
import { unknownEvent, type WebhookOperationParts } from './operation-parts.ts';
import { deliveryView, eventView, instantOrNull, positionOf, positionText, spanOf } from './stored-views.ts';

const DEFAULT_LIMIT = 50;

export function eventsList({ seal, cursorKey }: WebhookOperationParts): OperatorHandler {
  return operate(
    listEvents,
    async ({ db, partnerId: organisationId }, { page, after, include, ...filters }) => {
      const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
      const boundTo = [
        listEvents.name,
        organisationId ?? null,
        after ?? null,
        Object.entries(filters).sort(),
      ];
      const isTail = after !== undefined;
      const place =
        cursor === undefined ? await placeOf(after) : positionOf(readCursor(cursorKey, boundTo, cursor));

      // One query per environment, because the environment is the first column of the index.
      const lists = (filters.environment === undefined ? ENVIRONMENTS : [filters.environment]).map(
        environment =>
          listStoredEvents(db, seal, {
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
    },
  );
}

function order(a: StoredEvent, b: StoredEvent): number {
  return a.at.getTime() - b.at.getTime() || (a.eventId < b.eventId ? -1 : 1);
}

export function eventsShow({ seal }: WebhookOperationParts): OperatorHandler {
  return operate(showEvent, async ({ db, organisationId }, { eventId }) => {
    const event = await findEvent(db, seal, organisationId, eventId);
    if (event === undefined) throw unknownEvent();
    const { environment } = event;
    const deliveries = await listDeliveries(db, seal, {
      organisationId,
      environment,
      eventId,
      limit: MAX_ENDPOINTS,
    });
    return { event: eventView(event), deliveries: deliveries.map(deliveryView) };
  });
}

export function noticesList({ cursorKey }: WebhookOperationParts): OperatorHandler {
  return operate(listNotices, async ({ db, partnerId: organisationId }, { open, page }) => {
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const boundTo = [listNotices.name, organisationId ?? null, open ?? null];
    const found = await listStoredNotices(db, {
      organisationId,
      openOnly: open === true,
      before: cursor === undefined ? undefined : positionOf(readCursor(cursorKey, boundTo, cursor)),
      limit: limit + 1,
    });
    const paged = pageOf(found, limit, ({ at, noticeId }) =>
      makeCursor(cursorKey, boundTo, positionText(at, noticeId)),
    );
    return {
      notices: paged.shown.map(({ at, endedAt, ...notice }) => ({
        ...notice,
        at: at.toISOString(),
        endedAt: instantOrNull(endedAt),
      })),
      page: paged.page,
    };
  });
}
