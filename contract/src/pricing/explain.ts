import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { bookingId, hotelId, offerId, quoteId } from '../shared/ids.ts';
import { money } from '../shared/money.ts';
import { exactlyOneOf } from '../shared/rule.ts';
import { calendarDate, choice, count, currencyCode, exchangeRate, flag, instant } from '../shared/values.ts';
import { newRule, ruleId, ruleVersion } from './pricing-rule.ts';
import { ruleWarning } from './rules.ts';

export const PRICE_STEPS = [
  'COST',
  'CONVERSION',
  'NET',
  'ROUND_NET',
  'RETAIL',
  'MANDATORY_SELLING',
  'ROUND_SELLING',
] as const;

const step = z.strictObject({
  step: choice(PRICE_STEPS),
  ruleId: ruleId().nullable().describe('The rule that was applied. Null if the step uses no rule.'),
  version: ruleVersion().nullable(),
  name: z.string().nullable().describe('Name of the rule.'),
  rooms: z
    .array(money())
    .describe(
      'The result for each room. If the provider sells in another currency, the list of the COST step contains only the total.',
    ),
  total: money(),
});

const consideration = {
  result: choice(['APPLIED', 'NOT_MATCHING', 'LOWER_PRIORITY', 'NOT_NEEDED']).describe(
    'LOWER_PRIORITY: it matches, but another rule of the same step came first. NOT_NEEDED: a RETAIL rule that has no effect because a commission applies.',
  ),
  mismatches: z
    .array(
      z.strictObject({
        condition: z.string().describe('Name of the condition, or `validity`.'),
        actual: z.string().describe("The offer's value for this condition."),
      }),
    )
    .describe('Every condition that does not match.'),
};

const consideredRule = z.strictObject({
  ruleId: ruleId(),
  version: ruleVersion(),
  name: z.string(),
  priority: count(-1_000_000, 1_000_000),
  action: z.string().describe('Type of the action.'),
  ...consideration,
});

const price = {
  net: money(),
  selling: money(),
  margin: money().describe('Net minus cost, in the currency of the price.'),
  marginPercent: z.string().nullable().describe('Margin as a percentage of net. Null if net is 0.'),
};

export const explainPrice = defineOperatorOperation({
  name: 'pricing/explain',
  permission: 'pricing:view',
  summary: 'Explain a price',
  description:
    'Lists the steps from cost to price, and why each other rule was not applied. For a quote or booking, it uses the cost, rules and exchange rates that were frozen in it. For an offer, it requests the current cost from the provider and applies the current rules.',
  input: z
    .strictObject({
      bookingId: bookingId().optional(),
      quoteId: quoteId().optional(),
      offerId: offerId().optional(),
    })
    .check(exactlyOneOf('bookingId', 'quoteId', 'offerId')),
  output: z.strictObject({
    partnerId: z.string(),
    provider: z.string(),
    hotelId: hotelId(),
    checkIn: calendarDate(),
    nights: count(1, 1_000),
    ratePlan: z.string().nullable(),
    pricedAt: instant().describe('When the offer was priced.'),
    hidden: flag().describe('Whether a rule prevents the offer from being sold to the partner.'),
    exchange: z
      .strictObject({ from: currencyCode(), to: currencyCode(), rate: exchangeRate() })
      .nullable()
      .describe(
        "The rate includes the operator's exchange margin. Null if the provider sells in the currency of the price.",
      ),
    steps: z.array(step),
    ...price,
    rules: z.array(consideredRule),
  }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { quoteId: 'quo_4f7a2b9c1d8e3f60a5b2' },
    answer: {
      partnerId: 'prt_01J9ZC4T3E',
      provider: 'own',
      hotelId: 'htl_casa_luna',
      checkIn: '2027-03-12',
      nights: 2,
      ratePlan: 'FLEX',
      pricedAt: '2027-01-12T09:30:00Z',
      hidden: false,
      exchange: null,
      steps: [
        {
          step: 'COST',
          ruleId: null,
          version: null,
          name: null,
          rooms: [{ amount: '200.00', currency: 'EUR' }],
          total: { amount: '200.00', currency: 'EUR' },
        },
        {
          step: 'NET',
          ruleId: 'prc_8Fq2Lw0ZkT5mXy7Rb3Nc',
          version: 1,
          name: 'Gold, Spain',
          rooms: [{ amount: '216.00', currency: 'EUR' }],
          total: { amount: '216.00', currency: 'EUR' },
        },
      ],
      net: { amount: '216.00', currency: 'EUR' },
      selling: { amount: '216.00', currency: 'EUR' },
      margin: { amount: '16.00', currency: 'EUR' },
      marginPercent: '7.41',
      rules: [
        {
          ruleId: 'prc_8Fq2Lw0ZkT5mXy7Rb3Nc',
          version: 1,
          name: 'Gold, Spain',
          priority: 100,
          action: 'MARKUP',
          result: 'APPLIED',
          mismatches: [],
        },
        {
          ruleId: 'prc_2Vb6Hn9QsW1cEu4Jd8Ka',
          version: 4,
          name: 'Groups',
          priority: 50,
          action: 'MARKUP',
          result: 'NOT_MATCHING',
          mismatches: [{ condition: 'nights', actual: '2' }],
        },
      ],
    },
  },
});

/** Maximum number of quotes that a preview replays. */
export const PREVIEW_QUOTES = 1_000;
/** Number of quotes among which a preview looks for those of an environment, partner or hotel. */
export const PREVIEW_SEARCHED = 10_000;
/** Maximum number of quotes that a preview describes one by one. */
export const MAX_EXAMPLES = 20;

const margins = {
  cost: money(),
  netBefore: money(),
  netAfter: money(),
  sellingBefore: money(),
  sellingAfter: money(),
  marginBefore: money(),
  marginAfter: money(),
};

const previewedPrice = () =>
  z.strictObject({
    hidden: flag().describe('Whether a rule prevents the stay from being sold to the partner.'),
    ...price,
    steps: z.array(
      step.extend({
        previewed: flag().describe(
          'Whether the given rule was applied in this step. If it is a new rule, `ruleId` and `version` are null.',
        ),
      }),
    ),
  });

const previewedStay = z.strictObject({
  quoteId: quoteId(),
  partnerId: z.string(),
  hotelId: hotelId(),
  checkIn: calendarDate(),
  nights: count(1, 1_000),
  ratePlan: z.string().nullable(),
  cost: money().describe('In the currency of the price.'),
  before: previewedPrice().describe('The price with the current rules.'),
  after: previewedPrice().describe('The price with the given rule.'),
  ...consideration,
});

const PREVIEWED_COST = {
  step: 'COST' as const,
  ruleId: null,
  version: null,
  name: null,
  rooms: [{ amount: '200.00', currency: 'EUR' }],
  total: { amount: '200.00', currency: 'EUR' },
  previewed: false,
};

export const previewRule = defineOperatorOperation({
  name: 'pricing/preview',
  permission: 'pricing:view',
  summary: 'Preview a pricing rule',
  description: `Replays the last ${PREVIEW_QUOTES} quotes with the current rules, and again with the given rule added. Nothing is stored. With \`ruleId\`, the given rule replaces the existing rule instead. With \`environment\`, \`partnerId\` or \`hotelId\`, only their quotes among the last ${PREVIEW_SEARCHED} are replayed.`,
  input: z.strictObject({
    rule: newRule(),
    ruleId: ruleId().optional().describe('The rule that would be replaced.'),
    environment: environment().optional().describe('Only quotes of this environment. Default: both.'),
    partnerId: z.string().max(100).optional().describe('Only quotes for this partner.'),
    hotelId: hotelId().optional().describe('Only quotes for this hotel.'),
  }),
  output: z.strictObject({
    quotes: count(0, PREVIEW_QUOTES).describe('Number of quotes that were replayed.'),
    matched: count(0, PREVIEW_QUOTES).describe('Quotes that the rule matches.'),
    changed: count(0, PREVIEW_QUOTES).describe('Quotes whose net or selling price changes.'),
    hidden: count(0, PREVIEW_QUOTES).describe('Quotes that would no longer be sold.'),
    skipped: count(0, PREVIEW_QUOTES).describe('Quotes for which an amount in a rule cannot be converted.'),
    currencies: z
      .array(z.strictObject({ currency: currencyCode(), quotes: count(0, PREVIEW_QUOTES), ...margins }))
      .describe('Totals by currency, for the quotes that would be sold both before and after the change.'),
    examples: z
      .array(previewedStay)
      .max(MAX_EXAMPLES)
      .describe(
        `Up to ${MAX_EXAMPLES} quotes: first those that would change, then the others, each newest first. \`result\` and \`mismatches\` refer to the given rule.`,
      ),
    warnings: z.array(ruleWarning()),
  }),
  errors: ['NOT_FOUND'],
  examples: {
    request: {
      rule: { name: 'Standard', action: { type: 'MARKUP', percent: '10' } },
    },
    answer: {
      quotes: 1,
      matched: 1,
      changed: 1,
      hidden: 0,
      skipped: 0,
      currencies: [
        {
          currency: 'EUR',
          quotes: 1,
          cost: { amount: '200.00', currency: 'EUR' },
          netBefore: { amount: '200.00', currency: 'EUR' },
          netAfter: { amount: '220.00', currency: 'EUR' },
          sellingBefore: { amount: '200.00', currency: 'EUR' },
          sellingAfter: { amount: '220.00', currency: 'EUR' },
          marginBefore: { amount: '0.00', currency: 'EUR' },
          marginAfter: { amount: '20.00', currency: 'EUR' },
        },
      ],
      examples: [
        {
          quoteId: 'quo_4f7a2b9c1d8e3f60a5b2',
          partnerId: 'prt_01J9ZC4T3E',
          hotelId: 'htl_casa_luna',
          checkIn: '2027-03-12',
          nights: 2,
          ratePlan: 'FLEX',
          cost: { amount: '200.00', currency: 'EUR' },
          before: {
            hidden: false,
            net: { amount: '200.00', currency: 'EUR' },
            selling: { amount: '200.00', currency: 'EUR' },
            margin: { amount: '0.00', currency: 'EUR' },
            marginPercent: '0.00',
            steps: [PREVIEWED_COST],
          },
          after: {
            hidden: false,
            net: { amount: '220.00', currency: 'EUR' },
            selling: { amount: '220.00', currency: 'EUR' },
            margin: { amount: '20.00', currency: 'EUR' },
            marginPercent: '9.09',
            steps: [
              PREVIEWED_COST,
              {
                step: 'NET',
                ruleId: null,
                version: null,
                name: 'Standard',
                rooms: [{ amount: '220.00', currency: 'EUR' }],
                total: { amount: '220.00', currency: 'EUR' },
                previewed: true,
              },
            ],
          },
          result: 'APPLIED',
          mismatches: [],
        },
      ],
      warnings: [],
    },
  },
});
