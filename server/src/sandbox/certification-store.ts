/** Stores self-certification runs. All times are from the database clock. */
import type { Database } from '../platform/database/connect.ts';
import type { CertificationRow } from '../platform/database/generated/tables.ts';
import { newReferenceId } from '../platform/ids/reference-id.ts';
import type { ScenarioResult } from './certify/run-certification.ts';

export interface StoredCertification extends Omit<CertificationRow, 'results'> {
  results: ScenarioResult[];
  /** True if the run has not ended and its runner has not sent a heartbeat for `LOST_SECONDS`. */
  is_lost: boolean;
}

/** After this time without a heartbeat, the run counts as lost. A runner sends one every ten seconds. */
const LOST_SECONDS = 60;
/** How many earlier runs of an organisation are kept when a new run starts. */
const KEPT = 20;

/** Returns undefined if another certification is running. Ends a certification whose runner was lost. */
export async function insertCertification(
  tx: Database,
  run: { organisationId: string; startedBy: string; startedByStaff: boolean; names: readonly string[] },
): Promise<string | undefined> {
  const { organisationId, startedBy, startedByStaff, names } = run;
  await tx`
    UPDATE certification SET ended_at = serai_now(), problem = 'The node that ran the certification was lost.'
    WHERE organisation_id = ${organisationId} AND ended_at IS NULL AND ${isLost(tx)}`;
  await tx`
    DELETE FROM certification WHERE organisation_id = ${organisationId} AND ended_at IS NOT NULL
      AND certification_id NOT IN (
        SELECT certification_id FROM certification WHERE organisation_id = ${organisationId}
        ORDER BY started_at DESC, certification_id DESC LIMIT ${KEPT})`;
  const [row] = await tx<{ certification_id: string }[]>`
    INSERT INTO certification (certification_id, organisation_id, started_by, started_by_staff, started_at, seen_at, names)
    VALUES (${newReferenceId('crt')}, ${organisationId}, ${startedBy}, ${startedByStaff}, serai_now(), serai_now(),
      ${[...names]}::text[])
    ON CONFLICT (organisation_id) WHERE ended_at IS NULL DO NOTHING
    RETURNING certification_id`;
  return row?.certification_id;
}

export async function findLastCertification(
  db: Database,
  organisationId: string,
): Promise<StoredCertification | undefined> {
  const [row] = await db<StoredCertification[]>`
    SELECT *, ended_at IS NULL AND ${isLost(db)} AS is_lost FROM certification
    WHERE organisation_id = ${organisationId} ORDER BY started_at DESC, certification_id DESC LIMIT 1`;
  return row;
}

export async function nameKey(db: Database, id: string, keyId: string): Promise<void> {
  await db`UPDATE certification SET key_id = ${keyId}, seen_at = serai_now() WHERE certification_id = ${id}`;
}

export async function seeRunner(db: Database, id: string): Promise<void> {
  await db`UPDATE certification SET seen_at = serai_now() WHERE certification_id = ${id} AND ended_at IS NULL`;
}

export async function addResult(db: Database, id: string, result: ScenarioResult): Promise<void> {
  await db`
    UPDATE certification SET results = results || jsonb_build_array(${db.json(result)}::jsonb), seen_at = serai_now()
    WHERE certification_id = ${id} AND ended_at IS NULL`;
}

/** `problem` explains why the run did not finish. */
export async function endCertification(db: Database, id: string, problem: string | null): Promise<void> {
  await db`
    UPDATE certification SET ended_at = serai_now(), problem = ${problem}
    WHERE certification_id = ${id} AND ended_at IS NULL`;
}

function isLost(db: Database) {
  return db`seen_at < serai_now() - ${LOST_SECONDS} * interval '1 second'`;
}
