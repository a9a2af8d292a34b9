import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { rule as crossFieldRule } from '../shared/rule.ts';
import { choice, count, flag } from '../shared/values.ts';
import {
  MAX_RULES,
  newRule,
  pricingRule,
  ruleFields,
  ruleId,
  ruleVersion,
  validityAgrees,
} from './pricing-rule.ts';

/** A problem with a rule that is allowed but probably unintended. */
export const ruleWarning = () =>
  z.strictObject({
    path: z.string().describe('JSON Pointer to the field of the rule.'),
    code: choice(['UNKNOWN_VALUE', 'NEVER_APPLIES', 'OVER', 'NO_EFFECT']),
    message: z.string(),
  });

const warnings = () =>
  z
    .array(ruleWarning())
    .describe('Problems that are allowed but probably unintended, for example an unknown hotel.');

const RULE_EXAMPLE = {
  ruleId: 'prc_8Fq2Lw0ZkT5mXy7Rb3Nc',
  version: 1,
  status: 'ACTIVE',
  name: 'Gold, Spain',
  priority: 100,
  validFrom: null,
  validTo: null,
  conditions: { partnerGroups: ['gold'], places: ['plc_ES'], leadDays: { from: 30 } },
  action: { type: 'MARKUP', percent: '8', minimumPerRoomNight: { amount: '2.00', currency: 'EUR' } },
  createdAt: '2027-01-12T09:30:00Z',
  updatedAt: '2027-01-12T09:30:00Z',
  updatedBy: 'ana@example.com',
} satisfies z.input<ReturnType<typeof pricingRule>>;

const NEW_RULE_EXAMPLE = {
  name: RULE_EXAMPLE.name,
  priority: RULE_EXAMPLE.priority,
  conditions: RULE_EXAMPLE.conditions,
  action: RULE_EXAMPLE.action,
} satisfies z.input<ReturnType<typeof newRule>>;

export const createRule = defineOperatorOperation({
  name: 'pricing/rules/create',
  permission: 'pricing:edit',
  summary: 'Create a pricing rule',
  description: `Creates a rule that sets or rounds the net or selling price of an offer, or hides the offer. The rule applies to searches and quotes on every node within a second. Rules that contradict themselves, or that could sell below cost without \`allowLoss\`, are rejected. An installation has at most ${MAX_RULES} active rules.`,
  input: newRule(),
  output: z.strictObject({ rule: pricingRule(), warnings: warnings() }),
  errors: ['INVALID_STATE'],
  examples: { request: NEW_RULE_EXAMPLE, answer: { rule: RULE_EXAMPLE, warnings: [] } },
});

export const updateRule = defineOperatorOperation({
  name: 'pricing/rules/update',
  permission: 'pricing:edit',
  summary: 'Change a pricing rule',
  description:
    'Creates a new version of the rule. Fields that are omitted stay unchanged; `conditions` and `action` are replaced as a whole. Quotes and bookings keep the version that priced them. Returns `INVALID_STATE` if `version` is given and is not the current version, or if the rule is archived.',
  input: z
    .strictObject({
      ruleId: ruleId(),
      version: ruleVersion()
        .optional()
        .describe('The version on which the change is based. Default: any version.'),
      ...optionalFields(),
    })
    .check(validityAgrees()),
  output: z.strictObject({ rule: pricingRule(), warnings: warnings() }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { ruleId: RULE_EXAMPLE.ruleId, version: 1, priority: 200 },
    answer: {
      rule: { ...RULE_EXAMPLE, version: 2, priority: 200, updatedAt: '2027-01-14T11:05:00Z' },
      warnings: [],
    },
  },
});

function optionalFields() {
  const { name, priority, validFrom, validTo, conditions, action } = ruleFields();
  return {
    name: name.optional(),
    priority: priority.optional(),
    validFrom: validFrom.optional(),
    validTo: validTo.optional(),
    conditions: conditions.optional(),
    action: action.optional(),
  };
}

export const listRules = defineOperatorOperation({
  name: 'pricing/rules/list',
  permission: 'pricing:view',
  summary: 'List pricing rules',
  description: 'Returns the current version of each rule, in the order in which they apply.',
  input: z.strictObject({
    status: choice(['ACTIVE', 'ARCHIVED']).optional().describe('Default: ACTIVE.'),
    page: pageInput(500, 100),
  }),
  output: z.strictObject({ rules: z.array(pricingRule()), page: pageOutput() }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: {},
    answer: { rules: [RULE_EXAMPLE], page: { nextCursor: null, hasMore: false } },
  },
});

export const archiveRule = defineOperatorOperation({
  name: 'pricing/rules/archive',
  permission: 'pricing:edit',
  summary: 'Archive a pricing rule',
  description:
    'Stops applying the rule. Its versions are kept, because quotes and bookings refer to them. Archiving an archived rule has no effect.',
  input: z.strictObject({ ruleId: ruleId() }),
  output: z.strictObject({ rule: pricingRule() }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { ruleId: RULE_EXAMPLE.ruleId },
    answer: { rule: { ...RULE_EXAMPLE, version: 3, status: 'ARCHIVED' } },
  },
});

export const reorderRules = defineOperatorOperation({
  name: 'pricing/rules/reorder',
  permission: 'pricing:edit',
  summary: 'Reorder the pricing rules',
  description:
    'Sets the priorities of all active rules, so that they apply in the given order. The list must contain every active rule once. Rules whose priority changes get a new version.',
  input: z
    .strictObject({
      ruleIds: z.array(ruleId()).min(1).max(MAX_RULES).describe('The first rule has precedence.'),
    })
    .check(
      crossFieldRule<{ ruleIds: readonly string[] }>(['ruleIds'], function* ({ ruleIds }) {
        const seen = new Set<string>();
        for (const [i, id] of ruleIds.entries()) {
          if (seen.has(id))
            yield { path: ['ruleIds', i], code: 'DUPLICATE', message: 'Each rule may appear only once.' };
          seen.add(id);
        }
      }),
    ),
  output: z.strictObject({ rules: z.array(pricingRule()), changed: count(0, MAX_RULES) }),
  examples: {
    request: { ruleIds: [RULE_EXAMPLE.ruleId] },
    answer: { rules: [{ ...RULE_EXAMPLE, version: 2, priority: 10 }], changed: 1 },
  },
});

/**
 * In characters. A request body may have up to 1 MiB, and JSON adds a character to escape each quotation mark.
 */
export const MAX_RULES_TEXT = 800_000;

const line = (rule: object) => `${JSON.stringify(rule)}\n`;

export const importRules = defineOperatorOperation({
  name: 'pricing/rules/import',
  permission: 'pricing:edit',
  summary: 'Import a file of pricing rules',
  description: `Imports rules from JSON Lines, one rule per line, in the format of \`pricing/rules/export\`. A line with the \`ruleId\` of an existing rule changes that rule if it differs; a line without one creates a rule. With \`archiveOthers\`, active rules that the file does not contain are archived. If any line is invalid, nothing is written, and the first 200 problems are reported, each with its line number in \`line\`. The text may have up to ${MAX_RULES_TEXT} characters.`,
  input: z.strictObject({
    text: z.string().min(1).max(MAX_RULES_TEXT).describe('Content of the file.'),
    archiveOthers: flag().optional().describe('Whether to archive the rules that the file does not contain.'),
    dryRun: flag()
      .optional()
      .describe('If true, the file is validated and the result returned, but nothing is written.'),
  }),
  output: z.strictObject({
    written: flag(),
    created: count(0, MAX_RULES),
    changed: count(0, MAX_RULES),
    unchanged: count(0, MAX_RULES),
    archived: count(0, MAX_RULES),
    warnings: z.array(ruleWarning().extend({ line: count(1, 1_000_000_000) })),
  }),
  errors: ['INVALID_STATE'],
  examples: {
    request: { text: line(NEW_RULE_EXAMPLE) },
    answer: { written: true, created: 1, changed: 0, unchanged: 0, archived: 0, warnings: [] },
  },
});

export const exportRules = defineOperatorOperation({
  name: 'pricing/rules/export',
  permission: 'pricing:view',
  summary: 'Export the pricing rules',
  description:
    'Returns the active rules as JSON Lines that `pricing/rules/import` can read. Importing them unchanged has no effect.',
  input: z.strictObject({}),
  output: z.strictObject({ text: z.string(), rules: count(0, MAX_RULES) }),
  examples: {
    request: {},
    answer: {
      text: line({ ruleId: RULE_EXAMPLE.ruleId, ...NEW_RULE_EXAMPLE, validFrom: null, validTo: null }),
      rules: 1,
    },
  },
});
