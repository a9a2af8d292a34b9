import { z } from 'zod';
import { type Failure, rule } from '../shared/rule.ts';
import { lineOfText } from '../shared/text.ts';
import { calendarDate, choice, count, instant, instantInput } from '../shared/values.ts';
import { ruleAction } from './rule-action.ts';
import { type RuleConditions, ruleConditions } from './rule-conditions.ts';

/** Maximum number of active rules in an installation. */
export const MAX_RULES = 5_000;
const MAX_PRIORITY = 1_000_000;

export const ruleId = () => z.string().describe('Pricing rule ID (`prc_…`).');
export const ruleVersion = () =>
  count(1, 1_000_000_000).describe('Number of the version. Each change creates a new version.');

/** A date means the whole day in UTC. */
const validity = (what: string) =>
  z
    .union([calendarDate(), instantInput()], { error: 'Use a date, or a timestamp in UTC that ends in Z.' })
    .nullable()
    .describe(`${what} A date means the whole day in UTC. Null for no limit.`);

export const ruleFields = () => ({
  name: lineOfText(100).describe('Name of the rule.'),
  priority: count(-MAX_PRIORITY, MAX_PRIORITY).describe(
    'Rules with a higher priority come first, then the older rule. Default: 0.',
  ),
  validFrom: validity('First time of a search or quote to which the rule applies (inclusive).'),
  validTo: validity('Last time of a search or quote to which the rule applies (inclusive).'),
  conditions: ruleConditions().describe('All given conditions must match. Default: everything matches.'),
  action: ruleAction(),
});

export const pricingRule = () =>
  z.strictObject({
    ruleId: ruleId(),
    version: ruleVersion(),
    status: choice(['ACTIVE', 'ARCHIVED']),
    ...ruleFields(),
    createdAt: instant(),
    updatedAt: instant(),
    updatedBy: z.string().describe('Who created this version.'),
  });

export type PricingRule = z.output<ReturnType<typeof pricingRule>>;

const newRuleShape = () => {
  const { name, priority, validFrom, validTo, conditions, action } = ruleFields();
  return {
    name,
    priority: priority.default(0),
    validFrom: validFrom.default(null),
    validTo: validTo.default(null),
    conditions: conditions.default({}),
    action,
  };
};

export const newRule = () => z.strictObject(newRuleShape()).check(validityAgrees());

/** A line without an id creates a rule. */
export const ruleLine = () =>
  z.strictObject({ ruleId: ruleId().optional(), ...newRuleShape() }).check(validityAgrees());

export type NewRule = z.output<ReturnType<typeof newRule>>;

/** Rejects a rule whose own dates contradict each other. */
export const validityAgrees = () =>
  rule<Dated>(['validFrom', 'validTo', 'conditions.bookedAt'], dated => checkValidity(dated));

interface Dated {
  validFrom?: string | null | undefined;
  validTo?: string | null | undefined;
  conditions?: Pick<RuleConditions, 'bookedAt'> | undefined;
}

function* checkValidity({ validFrom, validTo, conditions }: Dated): Iterable<Failure> {
  const [from, to] = [validFromMs(validFrom ?? null), validToMs(validTo ?? null)];
  if (from > to) {
    yield { path: ['validTo'], code: 'NEVER_MATCHES', message: '`validTo` must not be before `validFrom`.' };
    return;
  }
  const { bookedAt } = conditions ?? {};
  if (bookedAt === undefined) return;
  const isApart = validFromMs(bookedAt.from ?? null) > to || validToMs(bookedAt.to ?? null) < from;
  if (!isApart) return;
  const message = 'No date in `bookedAt` lies between `validFrom` and `validTo`.';
  yield { path: ['conditions', 'bookedAt'], code: 'NEVER_MATCHES', message };
}

const DAY_MS = 86_400_000;
const DATE_LENGTH = 10;

/** The first millisecond at which a rule applies. */
export function validFromMs(text: string | null): number {
  return text === null ? Number.NEGATIVE_INFINITY : Date.parse(text);
}

/** The last millisecond at which a rule applies. */
export function validToMs(text: string | null): number {
  if (text === null) return Number.POSITIVE_INFINITY;
  return text.length === DATE_LENGTH ? Date.parse(text) + DAY_MS - 1 : Date.parse(text);
}
