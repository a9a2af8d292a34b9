import type { AuditAction } from '@serai/contract/account/audit-actions.ts';
import { MAX_RULES, type NewRule, validityAgrees } from '@serai/contract/pricing/pricing-rule.ts';
import {
  archiveRule,
  createRule,
  listRules as listOperation,
  reorderRules,
  updateRule,
} from '@serai/contract/pricing/rules.ts';
import { z } from 'zod';
import { ApiError } from '../../platform/api-error.ts';
import { makeCursor, pageOf, readCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { newId } from '../../platform/ids/ids.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../platform/operations/operator/operator-handler.ts';
import { validationError } from '../../platform/operations/validate.ts';
import {
  countActiveRules,
  findRule,
  insertRule,
  insertVersion,
  listRules,
  lockRules,
  type RuleContent,
  readActiveRules,
  type StoredRule,
} from '../rule-store.ts';
import { warningsOf } from './check-rule.ts';
import type { PricingParts } from './pricing-parts.ts';
import { changedFields, RULE_FIELDS, ruleView } from './rule-view.ts';

const DEFAULT_LIMIT = 100;
/** The distance between priorities after ordering, so that a rule can be placed between two others. */
const PRIORITY_STEP = 10;

export function rulesCreate(parts: PricingParts): OperatorHandler {
  return operate(createRule, async (context, wanted) => {
    checkHotels(context, [wanted]);
    const { rule, others } = await inTransaction(context.db, async tx => {
      await lockRules(tx);
      await checkRoom(tx, 1);
      const others = await readActiveRules(tx);
      return { rule: await createOne(tx, parts, context, wanted, createRule.name), others };
    });
    return changed(parts, context.db, rule, others);
  });
}

/** Writes a new rule and its audit entry. */
export async function createOne(
  tx: Database,
  { recordAudit }: Pick<PricingParts, 'recordAudit'>,
  context: OperatorContext,
  wanted: NewRule,
  action: AuditAction,
): Promise<StoredRule> {
  const rule = await insertRule(tx, newId('prc'), wanted, context.actor);
  const after = Object.fromEntries(RULE_FIELDS.map(name => [name, rule[name]]));
  await recordAudit(tx, auditOf(context, { action, target: rule.ruleId, before: null, after }));
  return rule;
}

/** Writes a new version and its audit entry. Returns the rule unchanged if nothing differs. */
export async function changeOne(
  tx: Database,
  { recordAudit }: Pick<PricingParts, 'recordAudit'>,
  context: OperatorContext,
  before: StoredRule,
  wanted: RuleContent,
  action: AuditAction,
): Promise<StoredRule> {
  const fields = changedFields(before, wanted);
  if (fields.length === 0 && before.status === wanted.status) return before;
  const rule = await insertVersion(tx, before, wanted, context.actor);
  const names = before.status === wanted.status ? fields : [...fields, 'status' as const];
  const state = (of: RuleContent & { version: number }) => ({
    version: of.version,
    ...Object.fromEntries(names.map(name => [name, of[name]])),
  });
  const entry = { action, target: rule.ruleId, before: state(before), after: state(rule) };
  await recordAudit(tx, auditOf(context, entry));
  return rule;
}

/**
 * Makes the change effective on this node immediately, and returns warnings about probably unintended settings.
 */
async function changed(
  { rules, known }: PricingParts,
  db: Database,
  rule: StoredRule,
  others: readonly StoredRule[],
) {
  await rules.follow();
  const rest = others.filter(({ ruleId }) => ruleId !== rule.ruleId);
  const warnings = await warningsOf(db, known, rule, rest, rule.updatedAt.getTime());
  return { rule: ruleView(rule), warnings };
}

export function rulesUpdate(parts: PricingParts): OperatorHandler {
  return operate(updateRule, async (context, { ruleId, version, ...sent }) => {
    const { rule, others } = await inTransaction(context.db, async tx => {
      await lockRules(tx);
      const before = await getRule(tx, ruleId);
      checkVersion(before, version);
      const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
      const wanted: RuleContent = { ...before, ...given };
      checkHotels(context, [before, wanted]);
      checkValidity(wanted);
      const others = await readActiveRules(tx);
      return { rule: await changeOne(tx, parts, context, before, wanted, updateRule.name), others };
    });
    return changed(parts, context.db, rule, others);
  });
}

async function getRule(tx: Database, ruleId: string): Promise<StoredRule> {
  const rule = await findRule(tx, ruleId);
  if (rule !== undefined) return rule;
  throw new ApiError('NOT_FOUND', 'This pricing rule does not exist. pricing/rules/list shows the rules.');
}

function checkVersion({ status, version }: StoredRule, seen: number | undefined): void {
  if (status === 'ARCHIVED') {
    throw new ApiError('INVALID_STATE', 'The rule is archived. Create a new rule instead.');
  }
  if (seen === undefined || seen === version) return;
  const message = `The rule is at version ${version}, not ${seen}. Read it again before you change it.`;
  throw new ApiError('INVALID_STATE', message);
}

/** A changed field may contradict an unchanged field. */
function checkValidity({ validFrom, validTo, conditions }: RuleContent): void {
  const dates = z.looseObject({}).check(validityAgrees());
  const checked = dates.safeParse({ validFrom, validTo, conditions });
  if (checked.success) return;
  throw validationError(
    checked.error.issues.map(({ path, message }) => ({
      path: `/${path.join('/')}`,
      code: 'NEVER_MATCHES',
      message,
    })),
  );
}

/** A revenue manager who is restricted to certain hotels may change only rules for those hotels. */
export function checkHotels(
  { hotels }: OperatorContext,
  rules: readonly Pick<RuleContent, 'conditions'>[],
): void {
  if (!hotels) return;
  const mayChange = rules.every(({ conditions }) =>
    conditions.hotels?.every(hotelId => hotels.includes(hotelId)),
  );
  if (mayChange) return;
  throw new ApiError(
    'FORBIDDEN',
    'You are allowed to change only rules that name your hotels in `conditions.hotels`.',
  );
}

export async function checkRoom(tx: Database, more: number): Promise<void> {
  const active = await countActiveRules(tx);
  if (active + more <= MAX_RULES) return;
  throw new ApiError('INVALID_STATE', `There can be at most ${MAX_RULES} active rules. Archive some first.`);
}

export function rulesList({ cursorKey }: PricingParts): OperatorHandler {
  return operate(listOperation, async ({ db }, { status = 'ACTIVE', page }) => {
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const boundTo = [listOperation.name, status];
    const [priority, age] = cursor === undefined ? [] : readCursor(cursorKey, boundTo, cursor).map(Number);
    const after = priority === undefined || age === undefined ? undefined : { priority, age };
    const found = await listRules(db, { status, after, limit: limit + 1 });
    const paged = pageOf(found, limit, rule =>
      makeCursor(cursorKey, boundTo, [String(rule.priority), String(rule.age)]),
    );
    return { rules: paged.shown.map(ruleView), page: paged.page };
  });
}

export function rulesArchive(parts: PricingParts): OperatorHandler {
  return operate(archiveRule, async (context, { ruleId }) => {
    const rule = await inTransaction(context.db, async tx => {
      await lockRules(tx);
      const before = await getRule(tx, ruleId);
      checkHotels(context, [before]);
      return changeOne(tx, parts, context, before, { ...before, status: 'ARCHIVED' }, archiveRule.name);
    });
    await parts.rules.follow();
    return { rule: ruleView(rule) };
  });
}

export function rulesReorder(parts: PricingParts): OperatorHandler {
  return operate(reorderRules, async (context, { ruleIds }) => {
    const result = await inTransaction(context.db, async tx => {
      await lockRules(tx);
      const active = new Map((await readActiveRules(tx)).map(rule => [rule.ruleId, rule]));
      checkOrder(ruleIds, active);
      checkHotels(context, [...active.values()]);
      const rules: StoredRule[] = [];
      for (const [i, ruleId] of ruleIds.entries()) {
        const before = active.get(ruleId) as StoredRule;
        const wanted = { ...before, priority: (ruleIds.length - i) * PRIORITY_STEP };
        rules.push(await changeOne(tx, parts, context, before, wanted, reorderRules.name));
      }
      const changedRules = rules.filter(({ ruleId, version }) => active.get(ruleId)?.version !== version);
      return { rules: rules.map(ruleView), changed: changedRules.length };
    });
    await parts.rules.follow();
    return result;
  });
}

function checkOrder(ruleIds: readonly string[], active: ReadonlyMap<string, StoredRule>): void {
  const failures = ruleIds.flatMap((ruleId, i) =>
    active.has(ruleId)
      ? []
      : [{ path: `/ruleIds/${i}`, code: 'UNKNOWN_RULE', message: 'There is no active rule with this ID.' }],
  );
  const missing = [...active.keys()].filter(ruleId => !ruleIds.includes(ruleId));
  if (missing.length > 0) {
    const message = `Every active rule must be listed. Missing: ${missing.slice(0, 10).join(', ')}.`;
    failures.push({ path: '/ruleIds', code: 'MISSING_RULE', message });
  }
  if (failures.length > 0) throw validationError(failures);
}
