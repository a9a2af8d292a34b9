/** Reads the other requests of the journey to which a logged request belongs. */
import type { Database } from '../../platform/database/connect.ts';
import { ofPartner } from '../../platform/database/of-partner.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { journeyOf, type Step } from './journey.ts';
import {
  columns,
  type LoggedRequest,
  type LogPosition,
  parseRowId,
  type Row,
  toLoggedRequest,
} from './request-read-store.ts';

/** Offers and quotes expire earlier. */
const WINDOW_MS = 3_600_000;
/** Of a busy key, only the nearest requests are examined on each side. */
const MAX_EXAMINED = 500;
const MAX_RELATED = 20;

interface Found extends Step {
  at: Date;
  key_id: string;
  operation: string;
}

const JOURNEY: readonly (string | null)[] = ['availability', 'prebooking', 'booking', 'cancel'];

/**
 * Oldest first. The search and the quote have the same key as the booking. The booking and its cancellations are found
 * by their id, at any time and with any key.
 */
export async function listRelated(
  db: Database,
  organisationId: string | undefined,
  { rowId, keyId, bookingId, operation, at }: LoggedRequest,
): Promise<LoggedRequest[]> {
  if (bookingId === null && !JOURNEY.includes(operation)) return [];
  const own = parseRowId(rowId) as LogPosition;
  const ofBooking = bookingId === null ? [] : await listOfBooking(db, organisationId, bookingId);
  const booked = ofBooking.find(each => each.operation === 'booking');
  const near = await listNear(db, organisationId, booked?.key_id ?? keyId, booked?.at ?? new Date(at));
  const steps = [...ofBooking, ...near];
  const start = steps.find(({ id }) => id === own.id) ?? booked;
  if (start === undefined) return [];
  const ids = journeyOf(start, steps);
  ids.delete(own.id);
  const wanted = steps.filter(({ id }) => ids.has(id));
  const rows = await db<Row[]>`
    SELECT ${columns(db)} FROM request_log
    WHERE at = ANY(${wanted.map(each => each.at)}::timestamptz[])
      AND id = ANY(${wanted.map(({ id }) => id)}::text[])
      AND ${ofPartner(db, organisationId)}
    ORDER BY at, id LIMIT ${MAX_RELATED}`;
  return rows.map(toLoggedRequest);
}

/** Uses the index request_log_by_booking. */
async function listOfBooking(
  db: Database,
  organisationId: string | undefined,
  bookingId: string,
): Promise<Found[]> {
  return await db<Found[]>`
    SELECT ${step(db)} FROM request_log
    WHERE booking_id = ${bookingId} AND operation IN ('booking', 'cancel') AND ${ofPartner(db, organisationId)}
    ORDER BY at, id LIMIT ${MAX_RELATED}`;
}

/** Uses the index request_log_by_key in both directions, so that a busy key costs no more than a quiet one. */
async function listNear(
  db: Database,
  organisationId: string | undefined,
  keyId: string,
  at: Date,
): Promise<Found[]> {
  const [from, to] = [new Date(at.getTime() - WINDOW_MS), new Date(at.getTime() + WINDOW_MS)];
  const read = () => db`
    SELECT id, at, key_id, operation, booking_id, request_body, response_body FROM request_log
    WHERE key_id = ${keyId} AND ${ofPartner(db, organisationId)}`;
  return await db<Found[]>`
    SELECT ${step(db)} FROM (
      (${read()} AND at BETWEEN ${from} AND ${at} ORDER BY at DESC, id DESC LIMIT ${MAX_EXAMINED})
      UNION ALL
      (${read()} AND at > ${at} AND at <= ${to} ORDER BY at, id LIMIT ${MAX_EXAMINED})) AS near
    WHERE operation = ANY(${JOURNEY}::text[])`;
}

/** The ids that a request used and those that its response contained. */
function step(db: Database): Statement {
  return db`id, at, key_id, operation,
    CASE operation
      WHEN 'availability' THEN NULL
      WHEN 'prebooking' THEN request_body ->> 'offerId'
      WHEN 'booking' THEN request_body ->> 'quoteId'
      ELSE booking_id
    END AS uses,
    CASE operation
      WHEN 'availability' THEN coalesce(
        jsonb_path_query_array(response_body, '$.hotels[*].offers[*].offerId'), '[]'::jsonb)
      WHEN 'prebooking' THEN jsonb_path_query_array(coalesce(response_body, '{}'), '$.quoteId')
      WHEN 'booking' THEN CASE WHEN booking_id IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(booking_id) END
      ELSE '[]'::jsonb
    END AS makes`;
}
