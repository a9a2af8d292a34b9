import { listKeys, showKey } from '@serai/contract/account/keys.ts';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { type KeyPosition, listKeys as listStoredKeys } from '../../keys/key-store.ts';
import { keyView } from '../../keys/key-view.ts';
import { getKey, type KeyOperationParts } from './key-operation-parts.ts';

const DEFAULT_LIMIT = 50;

export function keysList({ clock, cursorKey }: KeyOperationParts): OperatorHandler {
  return operate(listKeys, async (context, { environment, status, search, page }) => {
    const { db, partnerId: organisationId } = context;
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const filters = [environment ?? null, status ?? null, ...(search === undefined ? [] : [search])];
    const boundTo = [listKeys.name, organisationId ?? null, ...filters];
    const after = cursor === undefined ? undefined : toPosition(readCursor(cursorKey, boundTo, cursor));
    const nowMs = clock.nowMs();

    const filter = { organisationId, environment, status, search, now: new Date(nowMs) };
    const found = await listStoredKeys(db, filter, after, limit + 1);
    const paged = pageOf(found, limit, ({ position: { createdAt, id } }) =>
      makeCursor(cursorKey, boundTo, [createdAt, id]),
    );
    return { keys: paged.shown.map(({ key }) => keyView(key, nowMs, context)), page: paged.page };
  });
}

function toPosition([createdAt, id]: string[]): KeyPosition {
  return { createdAt, id } as KeyPosition;
}

export function keysShow({ clock }: KeyOperationParts): OperatorHandler {
  return operate(showKey, async (context, { keyId }) => {
    const { db } = context;
    const key = await getKey(db, context, keyId);
    return { key: keyView(key, clock.nowMs(), context) };
  });
}
