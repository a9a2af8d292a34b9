import { listErasures as operation } from '@serai/contract/account/guests.ts';
import type { z } from 'zod';
import { makeCursor, pageOf, readCursor } from '../../../../platform/cursor.ts';
import { isoTime } from '../../../../platform/iso-time.ts';
import { type OperatorHandler, operate } from '../../../../platform/operations/operator/operator-handler.ts';
import { type Erasure, listErasures } from '../../../guests/erase-store.ts';
import type { OperatorParts } from '../operator-parts.ts';

const DEFAULT_LIMIT = 50;

export function guestsErasures({ cursorKey }: OperatorParts): OperatorHandler {
  return operate(operation, async ({ db, organisationId }, { page, environment, cause }) => {
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const boundTo = [operation.name, organisationId, environment ?? null, cause ?? null];
    const [at, bookingId] = cursor === undefined ? [] : readCursor(cursorKey, boundTo, cursor);
    const before = at !== undefined && bookingId !== undefined ? { at, bookingId } : undefined;
    const found = await listErasures(db, { organisationId, environment, cause, before, limit: limit + 1 });
    const paged = pageOf(found, limit, ({ erased_at, booking_id }) =>
      makeCursor(cursorKey, boundTo, [erased_at.toISOString(), booking_id]),
    );
    return { erasures: paged.shown.map(erasureView), page: paged.page };
  });
}

function erasureView(erasure: Erasure): z.input<typeof operation.output>['erasures'][number] {
  return {
    bookingId: erasure.booking_id,
    clientReference: erasure.client_reference,
    environment: erasure.environment,
    checkOut: erasure.check_out,
    erasedAt: isoTime(erasure.erased_at.getTime()),
    cause: erasure.erased_because,
  };
}
