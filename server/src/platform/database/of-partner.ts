/** The condition on `organisation_id` for a list that staff may read for all partners together. */
import type { Database } from './connect.ts';
import type { Statement } from './statement.ts';

export function ofPartner(db: Database, organisationId: string | undefined): Statement {
  return organisationId === undefined ? db`true` : db`organisation_id = ${organisationId}`;
}
