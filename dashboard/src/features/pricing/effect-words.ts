/** The effect of a rule on one stay, in words. Pure. */
import type { NameOf } from '../../components/pricing/rule-words.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { decimalsOf, fromMinor, toMinor } from '../../lib/format/decimal.ts';
import { formatNumber, formatSignedMoney, formatUtcDay } from '../../lib/format/format.ts';
import { reasonsOf } from './explain-words.ts';
import type { RuleInput } from './rule-draft.ts';

export type PreviewedStay = Output<'pricing/preview'>['examples'][number];
export type PreviewedPrice = PreviewedStay['before'];
type PreviewedStep = PreviewedPrice['steps'][number];

/** What decided an amount: a rule by its name, or a reason without a rule. */
export interface Decision {
  words: string;
  /** Whether it is the rule that is being edited. */
  isEdited: boolean;
}

const NET_STEPS: readonly PreviewedStep['step'][] = ['NET', 'ROUND_NET'];
const SELLING_STEPS: readonly PreviewedStep['step'][] = ['RETAIL', 'MANDATORY_SELLING', 'ROUND_SELLING'];

export function netDecisions(price: Pick<PreviewedPrice, 'steps'>): Decision[] {
  const decided = decisionsOf(price, NET_STEPS);
  return decided.length > 0 ? decided : [{ words: 'No rule, equals cost', isEdited: false }];
}

export function sellingDecisions(price: Pick<PreviewedPrice, 'steps' | 'net' | 'selling'>): Decision[] {
  const decided = decisionsOf(price, SELLING_STEPS);
  if (decided.length > 0) return decided;
  const isNet = price.selling.amount === price.net.amount;
  return [{ words: isNet ? 'No rule, equals net' : 'Set by the provider', isEdited: false }];
}

function decisionsOf({ steps }: Pick<PreviewedPrice, 'steps'>, names: typeof NET_STEPS): Decision[] {
  const decided = steps.filter(({ step }) => names.includes(step));
  const words = decided.map(({ step, name, previewed }) => ({
    words: step === 'MANDATORY_SELLING' ? 'Minimum selling price set by the provider' : (name ?? 'No rule'),
    isEdited: previewed,
  }));
  return words.filter((each, index) => words.findIndex(other => other.words === each.words) === index);
}

/** Why the rule that is being edited does not set the price of this stay. Undefined if it does. */
export function unusedReason(stay: PreviewedStay, rule: RuleInput, nameOf: NameOf): string | undefined {
  if (stay.result === 'APPLIED') return undefined;
  const { result, mismatches } = stay;
  const { conditions = {} } = rule;
  const reasons = reasonsOf({ result, mismatches }, { conditions }, nameOf);
  return `This rule does not apply. ${reasons.join(' ')}`;
}

/** For example `2 nights from 12 Mar 2027, FLEX`. */
export function stayWords({ checkIn, nights, ratePlan }: PreviewedStay): string {
  const stay = `${nights === 1 ? '1 night' : `${nights} nights`} from ${formatUtcDay(checkIn)}`;
  return ratePlan === null ? stay : `${stay}, ${ratePlan}`;
}

export function isChanged({ before, after }: PreviewedStay): boolean {
  if (before.hidden || after.hidden) return before.hidden !== after.hidden;
  return before.net.amount !== after.net.amount || before.selling.amount !== after.selling.amount;
}

type Counts = Pick<Output<'pricing/preview'>, 'quotes' | 'matched' | 'changed'>;

/** How many recent quotes the rule matches, and how many prices it changes. There is at least one quote. */
export function matchWords({ quotes, matched, changed }: Counts): string {
  const [of, those] = [formatNumber(quotes), 'recent quotes for this selection'];
  if (matched === 0)
    return `The rule matches ${quotes === 1 ? `no ${those}` : `none of the ${of} ${those}`}.`;
  const all = quotes === 2 ? 'both' : `all ${of}`;
  const some = matched === quotes ? all : `${formatNumber(matched)} of the ${of}`;
  const which = quotes === 1 ? 'the only recent quote for this selection' : `${some} ${those}`;
  return `The rule matches ${which} and ${changeWords(matched, changed)}.`;
}

type Effect = Pick<Output<'pricing/preview'>, 'quotes' | 'changed'> & {
  currencies: readonly Pick<
    Output<'pricing/preview'>['currencies'][number],
    'currency' | 'marginBefore' | 'marginAfter'
  >[];
};

/** In a few words, for example `2 quotes change, margin +41.36 EUR`. */
export function effectSummary({ quotes, changed, currencies }: Effect): string {
  if (quotes === 0) return 'No recent quotes';
  if (changed === 0) return 'No recent quote changes';
  const margins = currencies.flatMap(({ currency, marginBefore, marginAfter }) => {
    const digits = decimalsOf(marginAfter.amount);
    const more = toMinor(marginAfter.amount, digits) - toMinor(marginBefore.amount, digits);
    return more === 0n ? [] : formatSignedMoney({ amount: fromMinor(more, digits), currency });
  });
  const changes = changed === 1 ? '1 quote changes' : `${formatNumber(changed)} quotes change`;
  return margins.length === 0 ? changes : `${changes}, margin ${margins.join(', ')}`;
}

function changeWords(matched: number, changed: number): string {
  if (changed === 0) return 'changes no price';
  if (changed < matched) return `changes the price of ${formatNumber(changed)}`;
  return matched === 1 ? 'changes its price' : 'changes their prices';
}
