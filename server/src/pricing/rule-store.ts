/**
 * Pricing rules and their versions. A change writes a new version. Old versions are kept, and only lose their
 * `is_current` flag.
 */
import type { PricingRule } from '@serai/contract/pricing/pricing-rule.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Statement } from '../platform/database/statement.ts';
import type { Rule } from './rule.ts';

export interface StoredRule extends Rule {
  status: PricingRule['status'];
  createdAt: Date;
  updatedAt: Date;
  updatedBy: string;
}

export type RuleContent = Pick<
  StoredRule,
  'name' | 'priority' | 'validFrom' | 'validTo' | 'conditions' | 'action' | 'status'
>;

export async function readEpoch(db: Database): Promise<number> {
  const [row] = await db<{ epoch: number }[]>`SELECT epoch FROM pricing_epoch`;
  return row?.epoch ?? 0;
}

/**
 * Returns the rules in the order in which they apply. The default `limit` is far above the number of rules that can be
 * active.
 */
export async function readActiveRules(db: Database, limit = 100_000): Promise<StoredRule[]> {
  return db<StoredRule[]>`
    SELECT ${columns(db)} FROM pricing_rule WHERE is_current AND status = 'ACTIVE'
    ORDER BY priority DESC, age LIMIT ${limit}`;
}

export interface MergedHotel {
  hotelId: string;
  /** The hotel that replaces it. */
  into: string;
}

/** Active rules that name a merged hotel but not the hotel that replaces it, so that they would no longer apply. */
export async function listRulesOfMerged(
  db: Database,
  merges: readonly MergedHotel[],
): Promise<(MergedHotel & Pick<StoredRule, 'ruleId' | 'name'>)[]> {
  return db`
    SELECT merged.hotel_id AS "hotelId", into_id AS into, rule_id AS "ruleId", name
    FROM pricing_rule
    CROSS JOIN LATERAL jsonb_array_elements_text(conditions::jsonb -> 'hotels') AS named (hotel_id)
    JOIN unnest(${merges.map(({ hotelId }) => hotelId)}::text[], ${merges.map(({ into }) => into)}::text[])
      AS merged (hotel_id, into_id) USING (hotel_id)
    WHERE is_current AND status = 'ACTIVE' AND NOT conditions::jsonb -> 'hotels' ? into_id
    ORDER BY priority DESC, age LIMIT 100000`;
}

/** The versions that were active at a given time, in the order in which they applied. */
export async function readRulesAt(db: Database, at: Date, limit = 100_000): Promise<StoredRule[]> {
  return db<StoredRule[]>`
    SELECT ${columns(db)} FROM (
      SELECT DISTINCT ON (rule_id) * FROM pricing_rule
      WHERE updated_at <= ${at} ORDER BY rule_id, version DESC
    ) AS pricing_rule
    WHERE status = 'ACTIVE'
    ORDER BY priority DESC, age LIMIT ${limit}`;
}

/** Makes other changes to rules wait until this transaction has ended. */
export async function lockRules(tx: Database): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(${RULES_LOCK})`;
}

/** The number of an advisory lock, chosen arbitrarily. */
const RULES_LOCK = 7_353_251;

export async function findRule(db: Database, ruleId: string): Promise<StoredRule | undefined> {
  const [row] = await db<StoredRule[]>`
    SELECT ${columns(db)} FROM pricing_rule WHERE rule_id = ${ruleId} AND is_current`;
  return row;
}

/** Returns all requested versions, in any order. */
export async function findVersions(
  db: Database,
  named: readonly { ruleId: string; version: number }[],
): Promise<StoredRule[]> {
  return db<StoredRule[]>`
    SELECT ${columns(db)} FROM pricing_rule
    WHERE (rule_id, version) IN (
      SELECT * FROM unnest(${named.map(({ ruleId }) => ruleId)}::text[], ${named.map(({ version }) => version)}::integer[]))`;
}

export interface RuleFilter {
  status: PricingRule['status'] | undefined;
  /** The sort key of the last rule of the previous page. */
  after: { priority: number; age: number } | undefined;
  limit: number;
}

export async function listRules(db: Database, { status, after, limit }: RuleFilter): Promise<StoredRule[]> {
  return db<StoredRule[]>`
    SELECT ${columns(db)} FROM pricing_rule
    WHERE is_current
      ${status === undefined ? db`` : db`AND status = ${status}`}
      ${after === undefined ? db`` : db`AND (-priority, age) > (${-after.priority}::integer, ${after.age}::bigint)`}
    ORDER BY -priority, age LIMIT ${limit}`;
}

export async function countActiveRules(db: Database): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM pricing_rule WHERE is_current AND status = 'ACTIVE'`;
  return row?.count ?? 0;
}

export async function insertRule(
  tx: Database,
  ruleId: string,
  { name, priority, validFrom, validTo, conditions, action }: Omit<RuleContent, 'status'>,
  updatedBy: string,
): Promise<StoredRule> {
  const [row] = await tx<StoredRule[]>`
    INSERT INTO pricing_rule (rule_id, version, is_current, status, name, priority, valid_from, valid_to, conditions,
      action, age, created_at, updated_at, updated_by)
    SELECT ${ruleId}, 1, true, 'ACTIVE', ${name}, ${priority}, ${validFrom}, ${validTo}, ${tx.json(conditions)}::json,
      ${tx.json(action)}::json, nextval('pricing_rule_age'), at, at, ${updatedBy}
    FROM (SELECT date_trunc('milliseconds', serai_now()) AS at) AS now
    RETURNING ${columns(tx)}`;
  if (row === undefined) throw new Error('the rule was not inserted');
  return row;
}

/** Writes the next version of a rule that was read in the same transaction. */
export async function insertVersion(
  tx: Database,
  { ruleId, version, age, createdAt }: StoredRule,
  { name, priority, validFrom, validTo, conditions, action, status }: RuleContent,
  updatedBy: string,
): Promise<StoredRule> {
  await tx`UPDATE pricing_rule SET is_current = false WHERE rule_id = ${ruleId} AND is_current`;
  const [row] = await tx<StoredRule[]>`
    INSERT INTO pricing_rule (rule_id, version, is_current, status, name, priority, valid_from, valid_to, conditions,
      action, age, created_at, updated_at, updated_by)
    VALUES (${ruleId}, ${version + 1}, true, ${status}, ${name}, ${priority}, ${validFrom}, ${validTo},
      ${tx.json(conditions)}::json, ${tx.json(action)}::json, ${age}::bigint, ${createdAt},
      date_trunc('milliseconds', serai_now()), ${updatedBy})
    RETURNING ${columns(tx)}`;
  if (row === undefined) throw new Error('the version was not inserted');
  return row;
}

function columns(db: Database): Statement {
  return db`rule_id AS "ruleId", version, status, name, priority, valid_from AS "validFrom", valid_to AS "validTo",
    conditions, action, age, created_at AS "createdAt", updated_at AS "updatedAt", updated_by AS "updatedBy"`;
}
