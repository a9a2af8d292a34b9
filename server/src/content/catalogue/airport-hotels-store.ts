/**
 * No hotel is inside an airport. The hotels of an airport are those of the cities and districts nearby, and of
 * those that travellers reach through it.
 */
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';

const NEAR_METRES = 25_000;
const FIRST_CHOICE_METRES = 50_000;

/** Whether the airport of a `place_airport` row includes the hotels of its place. */
export function servesHotels(db: Database, served: Statement): Statement {
  return db`(${served}.distance_metres <= ${NEAR_METRES}
    OR ${served}.rank = 1 AND ${served}.distance_metres <= ${FIRST_CHOICE_METRES})`;
}
