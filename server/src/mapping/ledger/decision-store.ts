/**
 * Stores the ledger of mapping decisions, and the decision in force for each hotel. Both are written in one
 * transaction, so they never disagree. Everything that writes mappings of a provider takes its lock first.
 */
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { EvidenceLine } from '../scoring/model.ts';
import type { ProviderScope } from '../supplied-hotel.ts';

export interface NewDecision {
  supplierId: string;
  outcome: 'SAME' | 'REVIEW' | 'DIFFERENT' | 'LATER';
  hotelId: string | null;
  score: number | null;
  doubt: string | null;
  alarm: string | null;
  evidence: readonly EvidenceLine[];
  vetoes: readonly string[];
}

export interface DecidedBy {
  decidedBy: string;
  isManual: boolean;
  modelVersion: string | null;
}

export interface StoredDecision extends Omit<NewDecision, 'outcome'>, DecidedBy {
  /** A bigint as text. */
  decisionId: string;
  outcome: NewDecision['outcome'] | 'UNDONE';
  decidedAt: Date;
  previousId: string | null;
  undoes: string | null;
}

/** Blocks other changes to the mappings of this provider until the transaction ends. */
export async function lockMappings(tx: Database, { provider, environment }: ProviderScope): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`mapping ${environment} ${provider}`}, 0))`;
}

/** `decisions` must not contain a hotel twice. Requires the lock. */
export async function writeDecisions(
  tx: Database,
  { provider, environment }: ProviderScope,
  decisions: readonly NewDecision[],
  { decidedBy, isManual, modelVersion }: DecidedBy,
): Promise<void> {
  await tx`
    WITH wanted AS (
      SELECT * FROM jsonb_to_recordset(${tx.json(decisions)}::jsonb)
        AS given ("supplierId" text, outcome text, "hotelId" text, score real, doubt text, alarm text, evidence jsonb,
          vetoes jsonb)
    ), written AS (
      INSERT INTO mapping_decision (provider, environment, supplier_id, outcome, hotel_id, score, doubt, alarm, evidence,
        vetoes, model_version, is_manual, decided_by, decided_at, previous_id)
      SELECT ${provider}::text, ${environment}::text, wanted."supplierId", wanted.outcome, wanted."hotelId", wanted.score,
        wanted.doubt, wanted.alarm, wanted.evidence, ARRAY(SELECT jsonb_array_elements_text(wanted.vetoes)),
        ${modelVersion}::text, ${isManual}::boolean, ${decidedBy}::text, serai_now(), current.decision_id
      FROM wanted LEFT JOIN provider_hotel AS current ON current.provider = ${provider}
        AND current.environment = ${environment} AND current.supplier_id = wanted."supplierId"
      RETURNING *
    )
    INSERT INTO provider_hotel (provider, environment, supplier_id, decision_id, outcome, hotel_id, score, alarm,
      is_manual, model_version)
    SELECT provider, environment, supplier_id, decision_id, outcome, hotel_id, score, alarm, is_manual, model_version
    FROM written
    ON CONFLICT (provider, environment, supplier_id) DO UPDATE
    SET decision_id = excluded.decision_id, outcome = excluded.outcome, hotel_id = excluded.hotel_id,
      score = excluded.score, alarm = excluded.alarm, is_manual = excluded.is_manual,
      model_version = excluded.model_version`;
}

/** Puts the decision before `undone` in force again. Requires the lock. */
export async function restorePrevious(
  tx: Database,
  { provider, environment }: ProviderScope,
  undone: StoredDecision,
  decidedBy: string,
): Promise<void> {
  await tx`
    INSERT INTO mapping_decision (provider, environment, supplier_id, outcome, hotel_id, evidence, vetoes, is_manual,
      decided_by, decided_at, previous_id, undoes)
    VALUES (${provider}, ${environment}, ${undone.supplierId}, 'UNDONE', ${undone.hotelId}, '[]', '{}', true,
      ${decidedBy}, serai_now(), ${undone.decisionId}::bigint, ${undone.decisionId}::bigint)`;
  if (undone.previousId === null) {
    await tx`
      DELETE FROM provider_hotel
      WHERE provider = ${provider} AND environment = ${environment} AND supplier_id = ${undone.supplierId}`;
    return;
  }
  await tx`
    UPDATE provider_hotel AS current
    SET decision_id = before.decision_id, outcome = before.outcome, hotel_id = before.hotel_id, score = before.score,
      alarm = before.alarm, is_manual = before.is_manual, model_version = before.model_version
    FROM mapping_decision AS before
    WHERE before.decision_id = ${undone.previousId}::bigint AND current.provider = ${provider}
      AND current.environment = ${environment} AND current.supplier_id = ${undone.supplierId}`;
}

export async function findCurrent(
  db: Database,
  { provider, environment }: ProviderScope,
  supplierId: string,
): Promise<StoredDecision | undefined> {
  const [row] = await db<StoredDecision[]>`
    SELECT ${columns(db)} FROM mapping_decision
    WHERE decision_id = (SELECT decision_id FROM provider_hotel
      WHERE provider = ${provider} AND environment = ${environment} AND supplier_id = ${supplierId})`;
  return row;
}

/** Newest first. */
export async function listDecisions(
  db: Database,
  { provider, environment }: ProviderScope,
  supplierId: string,
  limit: number,
): Promise<StoredDecision[]> {
  return db<StoredDecision[]>`
    SELECT ${columns(db)} FROM mapping_decision
    WHERE provider = ${provider} AND environment = ${environment} AND supplier_id = ${supplierId}
    ORDER BY decision_id DESC LIMIT ${limit}`;
}

/** Hotels of the provider that are mapped to one of these catalogue hotels. */
export async function listMapped(
  db: Database,
  { provider, environment }: ProviderScope,
  hotelIds: readonly string[],
): Promise<{ hotelId: string; supplierId: string; isGone: boolean }[]> {
  return db`
    SELECT hotel_id AS "hotelId", supplier_id AS "supplierId", gone_at IS NOT NULL AS "isGone"
    FROM provider_hotel JOIN supplier_hotel USING (provider, environment, supplier_id)
    WHERE environment = ${environment} AND provider = ${provider} AND outcome = 'SAME'
      AND hotel_id = ANY (${hotelIds}::text[])
    ORDER BY hotel_id, supplier_id LIMIT 100000`;
}

export async function readEpoch(db: Database): Promise<number> {
  const [row] = await db<{ epoch: number }[]>`SELECT epoch FROM mapping_epoch`;
  return row?.epoch ?? 0;
}

function columns(db: Database): Statement {
  return db`decision_id::text AS "decisionId", supplier_id AS "supplierId", outcome, hotel_id AS "hotelId", score, doubt,
    alarm, evidence, vetoes, model_version AS "modelVersion", is_manual AS "isManual", decided_by AS "decidedBy",
    decided_at AS "decidedAt", previous_id::text AS "previousId", undoes::text AS undoes`;
}
