import type { ErrorDetail } from '@serai/contract/errors.ts';
import { ruleLine } from '@serai/contract/pricing/pricing-rule.ts';
import { exportRules, importRules } from '@serai/contract/pricing/rules.ts';
import type { z } from 'zod';
import { ApiError } from '../../platform/api-error.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../platform/operations/operator/operator-handler.ts';
import { validate } from '../../platform/operations/validate.ts';
import { lockRules, readActiveRules, type StoredRule } from '../rule-store.ts';
import { warningsOf } from './check-rule.ts';
import type { PricingParts } from './pricing-parts.ts';
import { RULE_FIELDS } from './rule-view.ts';
import { changeOne, checkHotels, checkRoom, createOne } from './rules.ts';

const MAX_PROBLEMS = 200;

type RuleLine = z.output<ReturnType<typeof ruleLine>>;

interface NumberedLine {
  line: number;
  rule: RuleLine;
}

export function rulesExport(_: PricingParts): OperatorHandler {
  return operate(exportRules, async ({ db }) => {
    const rules = await readActiveRules(db);
    const lines = rules.map(rule => {
      const fields = Object.fromEntries(RULE_FIELDS.map(name => [name, rule[name]]));
      return `${JSON.stringify({ ruleId: rule.ruleId, ...fields })}\n`;
    });
    return { text: lines.join(''), rules: rules.length };
  });
}

export function rulesImport(parts: PricingParts): OperatorHandler {
  return operate(importRules, async (context, { text, archiveOthers = false, dryRun = false }) => {
    const lines = readLines(text);
    checkHotels(
      context,
      lines.map(({ rule }) => rule),
    );
    const written = inTransaction(context.db, async tx => {
      await lockRules(tx);
      const active = await readActiveRules(tx);
      checkIds(lines, active);
      const counts = await writeLines(tx, parts, context, { lines, active, archiveOthers });
      // A dry run executes the same statements, so that it reports the same results.
      if (dryRun) throw new Undo(counts);
      return counts;
    });
    const counts = await written.catch(undone);
    await parts.rules.follow();
    return { written: !dryRun, ...counts };
  });
}

type Counts = Awaited<ReturnType<typeof writeLines>>;

/** Thrown to roll back the transaction of a dry run. */
class Undo extends Error {
  readonly counts: Counts;

  constructor(counts: Counts) {
    super('nothing is written in a dry run');
    this.counts = counts;
  }
}

function undone(error: unknown): Counts {
  if (error instanceof Undo) return error.counts;
  throw error;
}

/** Throws an error that lists every invalid line. */
function readLines(text: string): NumberedLine[] {
  const schema = ruleLine();
  const lines: NumberedLine[] = [];
  const problems: ErrorDetail[] = [];
  for (const [i, content] of text.split(/\r?\n/).entries()) {
    if (content.trim() === '') continue;
    const line = i + 1;
    try {
      lines.push({ line, rule: validate(schema, JSON.parse(content)) });
    } catch (error) {
      problems.push(...problemsOf(line, error));
    }
  }
  if (problems.length > 0) throw badLines(problems);
  return lines;
}

function problemsOf(line: number, error: unknown): ErrorDetail[] {
  if (error instanceof SyntaxError) return [problem(line, 'This line is not valid JSON.')];
  if (!(error instanceof ApiError)) throw error;
  return (error.extras.details ?? []).map(({ path, message }) =>
    problem(line, path === '' ? message : `${path}: ${message}`),
  );
}

function checkIds(lines: readonly NumberedLine[], active: readonly StoredRule[]): void {
  const known = new Set(active.map(({ ruleId }) => ruleId));
  const seen = new Set<string>();
  const problems = lines.flatMap(({ line, rule: { ruleId } }) => {
    if (ruleId === undefined) return [];
    const isAgain = seen.has(ruleId);
    seen.add(ruleId);
    if (isAgain) return problem(line, 'Another line has the same ruleId.');
    if (known.has(ruleId)) return [];
    return problem(line, 'There is no active rule with this ruleId. Remove it to create a new rule.');
  });
  if (problems.length > 0) throw badLines(problems);
}

interface Writing {
  lines: readonly NumberedLine[];
  active: readonly StoredRule[];
  archiveOthers: boolean;
}

async function writeLines(
  tx: Database,
  parts: PricingParts,
  context: OperatorContext,
  { lines, active, archiveOthers }: Writing,
) {
  const byId = new Map(active.map(rule => [rule.ruleId, rule]));
  const named = new Set(lines.map(({ rule }) => rule.ruleId));
  const others = archiveOthers ? active.filter(({ ruleId }) => !named.has(ruleId)) : [];
  const changed = active.filter(({ ruleId }) => named.has(ruleId));
  checkHotels(context, [...changed, ...others]);
  const added = lines.filter(({ rule }) => rule.ruleId === undefined).length;
  await checkRoom(tx, added - others.length);
  const counts = { created: 0, changed: 0, unchanged: 0, archived: 0 };
  const written: StoredRule[] = [];
  for (const {
    rule: { ruleId, ...wanted },
  } of lines) {
    const before = ruleId === undefined ? undefined : byId.get(ruleId);
    const rule =
      before === undefined
        ? await createOne(tx, parts, context, wanted, importRules.name)
        : await changeOne(tx, parts, context, before, { ...wanted, status: 'ACTIVE' }, importRules.name);
    written.push(rule);
    if (before === undefined) counts.created += 1;
    else if (rule.version === before.version) counts.unchanged += 1;
    else counts.changed += 1;
  }
  for (const before of others) {
    await changeOne(tx, parts, context, before, { ...before, status: 'ARCHIVED' }, importRules.name);
    counts.archived += 1;
  }
  const warnings = [];
  const now = await readActiveRules(tx);
  for (const [i, rule] of written.entries()) {
    const rest = now.filter(({ ruleId }) => ruleId !== rule.ruleId);
    const found = await warningsOf(tx, parts.known, rule, rest, rule.updatedAt.getTime());
    warnings.push(...found.map(warning => ({ line: (lines[i] as NumberedLine).line, ...warning })));
  }
  return { ...counts, warnings };
}

function problem(line: number, message: string): ErrorDetail {
  return { path: '/text', code: 'BAD_LINE', line, message };
}

function badLines(problems: readonly ErrorDetail[]): ApiError {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  const cut = problems.length > MAX_PROBLEMS ? ` Only the first ${MAX_PROBLEMS} are listed.` : '';
  const details = problems.slice(0, MAX_PROBLEMS);
  return new ApiError('VALIDATION_ERROR', `Nothing was imported: the file has ${count}.${cut}`, { details });
}
