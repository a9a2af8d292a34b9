import {
  FAILURE_CAUSES,
  listProviderFailures,
  showProviderFailure,
} from '@serai/contract/account/provider-failures.ts';
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { z } from 'zod';
import { ApiError } from '../../../platform/api-error.ts';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { isoTime } from '../../../platform/iso-time.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { findAnyBooking } from '../../bookings/booking-store.ts';
import { listExchanges } from '../../bookings/exchange-store.ts';
import type { PeopleSafe } from '../../bookings/people.ts';
import type { Provider } from '../../provider.ts';
import { environmentOf } from '../../providers/connections/connection.ts';
import { type Failure, findFailure, listFailures } from '../../providers/health/failure-store.ts';
import { getProvider, type ProviderParts } from './provider-view.ts';

const DEFAULT_LIMIT = 50;

type FailureParts = Pick<ProviderParts, 'providers' | 'connections' | 'cursorKey'> & { safe: PeopleSafe };
type Shown = z.input<typeof showProviderFailure.output>['failure'];

export function providersFailuresList({ providers, connections, cursorKey }: FailureParts): OperatorHandler {
  return operate(listProviderFailures, async (_context, { page, ...input }) => {
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const place = placeOf(getProvider(providers, input.providerId));
    const boundTo = [listProviderFailures.name, Object.entries(input).sort()];
    const filter = { ...place, ...input, from: dateOf(input.from), to: dateOf(input.to) };
    const after = cursor === undefined ? undefined : positionOf(readCursor(cursorKey, boundTo, cursor));
    const found = await listFailures(connections.db, filter, after, limit + 1);
    const paged = pageOf(found, limit, ({ at, id }) =>
      makeCursor(cursorKey, boundTo, [String(at.getTime()), id]),
    );
    return { failures: paged.shown.map(failureView), page: paged.page };
  });
}

export function providersFailuresShow({ providers, connections, safe }: FailureParts): OperatorHandler {
  return operate(showProviderFailure, async (_context, { providerId, failureId }) => {
    const place = placeOf(getProvider(providers, providerId));
    const failure = await findFailure(connections.db, place, failureId);
    if (failure === undefined) {
      throw new ApiError('NOT_FOUND', 'Unknown failed call. Failed calls are deleted after a week.');
    }
    const exchanges = failure.exchanges ?? (await bookingExchanges(connections.db, safe, failure));
    return { failure: failureView(failure), exchanges };
  });
}

function placeOf(provider: Provider) {
  return { environment: environmentOf(provider), code: provider.code };
}

function dateOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

function positionOf([at, id]: string[]): { at: Date; id: string } {
  return { at: new Date(Number(at)), id: id as string };
}

/** What was recorded with the booking. Nothing is left after the erasure of its guests. */
async function bookingExchanges(
  db: Database,
  safe: PeopleSafe,
  { bookingId, operation, attempt, at }: Failure,
): Promise<ProviderExchange[]> {
  const booking = bookingId === null ? undefined : await findAnyBooking(db, bookingId);
  if (booking === undefined) return [];
  const startedAt = isoTime(at.getTime());
  return (await listExchanges(db, safe, booking)).filter(
    each => each.operation === operation && each.attempt === attempt && each.startedAt === startedAt,
  );
}

function failureView({ id, at, words, ...row }: Omit<Failure, 'exchanges'>): Shown {
  const { calls, durationMs, attempt, status, bookingId, requestId } = row;
  return {
    failureId: id,
    at: isoTime(at.getTime()),
    operation: row.operation as Shown['operation'],
    cause: FAILURE_CAUSES.find(cause => cause === row.cause) ?? 'UNREADABLE',
    retry: row.retry as Shown['retry'],
    supplierSays: words,
    ...{ calls, durationMs, attempt, status, bookingId, requestId },
  };
}
