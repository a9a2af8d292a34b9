/** The explanation of a price in words. Pure. */

import {
  actionWords,
  CONDITION_LABELS,
  type ConditionName,
  type Conditions,
  type NameOf,
  type Rule,
  valueName,
  wantedWords,
} from '../../components/pricing/rule-words.ts';
import type { Input, Output } from '../../lib/calls/operator-client.ts';

export type Explanation = Output<'pricing/explain'>;
export type Step = Explanation['steps'][number];
export type Considered = Explanation['rules'][number];

/** Determines from the prefix of an id whether it belongs to a booking, quote or offer. */
export function explainInput(id: string): Input<'pricing/explain'> | undefined {
  if (id.startsWith('bkg_')) return { bookingId: id } as Input<'pricing/explain'>;
  if (id.startsWith('quo_')) return { quoteId: id } as Input<'pricing/explain'>;
  if (id.startsWith('off_')) return { offerId: id } as Input<'pricing/explain'>;
  return undefined;
}

export const STEP_TITLES: Record<Step['step'], string> = {
  COST: 'Cost',
  CONVERSION: 'Converted cost',
  NET: 'Net',
  ROUND_NET: 'Net, rounded',
  RETAIL: 'Selling price',
  MANDATORY_SELLING: 'Mandatory selling price',
  ROUND_SELLING: 'Selling price, rounded',
};

export function stepReason(step: Step, { provider, exchange }: Explanation, rule: Rule | undefined): string {
  switch (step.step) {
    case 'COST':
      return `What you owe the provider ${provider}.`;
    case 'CONVERSION':
      return exchange === null
        ? 'Converted to the currency of the price.'
        : `1 ${exchange.from} = ${exchange.rate} ${exchange.to}, including your exchange margin.`;
    case 'MANDATORY_SELLING':
      return 'The provider does not allow a lower selling price.';
    default:
      if (step.name === null) return 'No rule applies.';
      return rule === undefined
        ? `Rule “${step.name}”.`
        : `Rule “${step.name}”: ${actionWords(rule.action)}.`;
  }
}

export const RESULT_LABELS: Record<Considered['result'], string> = {
  APPLIED: 'Applied',
  NOT_MATCHING: 'Does not match',
  LOWER_PRIORITY: 'Matches, not used',
  NOT_NEEDED: 'Not needed',
};

/** One sentence for each reason why a rule was not applied. */
export function reasonsOf(
  considered: Pick<Considered, 'result' | 'mismatches'>,
  rule: { conditions: Conditions } | undefined,
  nameOf: NameOf,
): string[] {
  switch (considered.result) {
    case 'APPLIED':
      return [];
    case 'LOWER_PRIORITY':
      return ['It matches, but another rule of the same step takes precedence.'];
    case 'NOT_NEEDED':
      return ['The commission already sets the selling price.'];
    case 'NOT_MATCHING':
      return considered.mismatches.map(mismatch => mismatchWords(mismatch, rule, nameOf));
  }
}

function mismatchWords(
  { condition, actual }: Considered['mismatches'][number],
  rule: { conditions: Conditions } | undefined,
  nameOf: NameOf,
): string {
  const label = CONDITION_LABELS[condition as ConditionName] ?? condition;
  const values = actual.split(', ').map(value => valueName(condition, value, nameOf));
  const wanted = rule && wantedWords(rule.conditions, condition as ConditionName, nameOf);
  // `actual` contains the ids of the hotel's city, region and country, which mean nothing to the reader.
  if (condition === 'places') return `${label}: the hotel is not in ${wanted ?? 'any of the places'}.`;
  const fact = actual === 'none' ? 'there is no value' : `the value is ${values.join(', ')}`;
  return wanted === undefined ? `${label}: ${fact}.` : `${label}: the rule requires ${wanted}, but ${fact}.`;
}
