import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';

export interface ProviderError {
  environment: Environment;
  code: string;
  at: Date;
  operation: string;
  /** A cause of the port, or THROTTLED. */
  cause: string;
  status: number | null;
  words: string | null;
}

/** A single statement with a fixed row order, so that concurrent processes cannot deadlock. An older error never replaces a newer one. */
export async function writeErrors(db: Database, errors: readonly ProviderError[]): Promise<void> {
  await db`
    INSERT INTO provider_error AS kept (environment, code, at, operation, cause, status, words)
    SELECT environment, code, at, operation, cause, status, words
    FROM json_to_recordset(${JSON.stringify(errors)}::text::json) AS error (environment text, code text,
      at timestamptz, operation text, cause text, status integer, words text)
    ORDER BY environment, code
    ON CONFLICT (environment, code) DO UPDATE SET
      at = excluded.at, operation = excluded.operation, cause = excluded.cause, status = excluded.status,
      words = excluded.words
    WHERE kept.at <= excluded.at`;
}

/** Far more than the number of providers. */
const MAX_ERRORS = 1_000;

export async function listErrors(db: Database, environment: Environment): Promise<ProviderError[]> {
  return await db<ProviderError[]>`
    SELECT environment, code, at, operation, cause, status, words FROM provider_error
    WHERE environment = ${environment} ORDER BY code LIMIT ${MAX_ERRORS}`;
}
