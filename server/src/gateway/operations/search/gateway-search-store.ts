import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { ofPartner } from '../../../platform/database/of-partner.ts';
import { idRange, type SearchQuery } from '../../../platform/operations/operator/search-source.ts';

type Wanted = Pick<SearchQuery, 'organisationId' | 'text' | 'environments' | 'limit'>;

export interface FoundKey {
  id: string;
  name: string;
  environment: Environment;
  status: string;
  organisationId: string;
}

/** Compares the names of all keys, because an installation has few. Revoked keys come last. */
export async function findKeys(
  db: Database,
  { organisationId, text, environments, limit }: Wanted,
): Promise<FoundKey[]> {
  return await db<FoundKey[]>`
    SELECT id, name, environment, status, organisation_id AS "organisationId" FROM api_key
    WHERE ${ofPartner(db, organisationId)} AND environment = ANY (${environments})
      AND purpose = 'CLIENT' AND (strpos(' ' || lower(name), ${` ${text.toLowerCase()}`}) > 0 OR starts_with(id, ${text}))
    ORDER BY status = 'REVOKED', name, id LIMIT ${limit * environments.length}`;
}

export interface FoundRequest {
  id: string;
  at: Date;
  requestId: string;
  operation: string | null;
  path: string;
  status: number;
  environment: Environment;
  organisationId: string;
}

/**
 * In the order of request_log_by_request_id, so that each partition is read only as far as needed. Ids of requests are
 * case-sensitive, and clients may choose their own.
 */
export async function findRequests(
  db: Database,
  { organisationId, text, environments, limit }: Wanted,
): Promise<FoundRequest[]> {
  const { from, to } = idRange(text);
  return await db<FoundRequest[]>`
    SELECT id, at, request_id AS "requestId", operation, path, status, environment, organisation_id AS "organisationId"
    FROM request_log
    WHERE request_id >= ${from} AND request_id <= ${to} AND starts_with(request_id, ${text})
      AND ${ofPartner(db, organisationId)} AND environment = ANY (${environments})
    ORDER BY request_id LIMIT ${limit * environments.length}`;
}
