/**
 * Counts the recent production activity of each partner from usage and bookings, and creates notices about unusual
 * activity.
 */
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { type Behaviour, judgeBehaviour } from './judge-behaviour.ts';
import { insertOnce } from './limit-notices-store.ts';

const OPEN_HOURS = 25;

/**
 * Creates at most one notice per organisation and day, regardless of how many workers check. A notice ends after 25
 * hours, or earlier when the next notice replaces it.
 */
export async function watchBehaviour(db: Database): Promise<void> {
  for (const { day, ...behaviour } of await countBehaviour(db)) {
    const text = judgeBehaviour(behaviour);
    if (text === undefined) continue;
    const { organisationId } = behaviour;
    const notice = { kind: 'usage.unusual', organisationId, environment: 'production', text } as const;
    const occasion = `${organisationId} usage.unusual ${day}`;
    await inTransaction(db, tx => insertOnce(tx, { ...notice, subjectId: organisationId, occasion }));
  }
  await db`
    UPDATE notice SET ended_at = serai_now()
    WHERE ended_at IS NULL AND kind = 'usage.unusual' AND at < serai_now() - ${OPEN_HOURS}::int * interval '1 hour'`;
}

async function countBehaviour(db: Database): Promise<(Behaviour & { day: string })[]> {
  return await db<(Behaviour & { day: string })[]>`
    SELECT organisation.id AS "organisationId", to_char(now.at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
      used.searches, made.bookings, made."weekBookings", made."weekCancelled"
    FROM (SELECT serai_now() AS at OFFSET 0) AS now JOIN organisation ON organisation.kind = 'PARTNER'
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(requests), 0)::bigint AS searches FROM usage_hour
      WHERE organisation_id = organisation.id AND environment = 'production' AND operation = 'availability'
        AND status_class = 2 AND hour >= now.at - interval '1 day'
    ) AS used
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE created_at >= now.at - interval '1 day')::int AS bookings, count(*)::int AS "weekBookings",
        count(*) FILTER (WHERE status = 'CANCELLED' AND status_reason = 'BY_CLIENT')::int AS "weekCancelled"
      FROM booking
      WHERE organisation_id = organisation.id AND environment = 'production' AND created_at >= now.at - interval '7 days'
    ) AS made`;
}
