/**
 * The steps from the cost of a room to its net and selling price, in the currency of the response. Pure. Amounts are
 * minor units, and each step rounds once, half up.
 */
import type { RuleAction } from '@serai/contract/pricing/rule-action.ts';
import { minorUnits } from '@serai/contract/shared/money.ts';
import { convertMinor } from '../../platform/money/convert-minor.ts';
import { fromMoney } from '../../platform/money/minor-units.ts';
import { timesFraction } from './exact-amounts.ts';

/** What all rooms of an offer have in common. */
export interface RoomScene {
  currency: string;
  nights: number;
  /** Units of the currency of the offer per unit of `from`, or undefined if there is no rate. */
  rateFrom(from: string): string | undefined;
}

/** The actions that apply to an offer, at most one of each kind. */
export interface AppliedActions {
  net?: Extract<RuleAction, { type: 'MARKUP' | 'COMMISSION' }> | undefined;
  roundNet?: Rounding | undefined;
  retail?: Extract<RuleAction, { type: 'RETAIL' }> | undefined;
  roundSelling?: Rounding | undefined;
}

type Rounding = Extract<RuleAction, { type: 'ROUND' }>;

export interface RoomSteps {
  /** The net price of a room with this cost. Never falls when the cost rises. */
  net(costMinor: number): number;
  /** The selling price before it is rounded. Never below net. */
  selling(costMinor: number, netMinor: number): number;
  /** Rounds the selling price. Never below net. */
  roundSelling(sellingMinor: number, netMinor: number): number;
}

/** An amount of a rule has a currency without an exchange rate to that of the offer. */
export class NoRateError extends RangeError {
  override readonly name = 'NoRateError';

  constructor(from: string, to: string) {
    super(`There is no exchange rate from ${from} to ${to}, which a pricing rule needs.`);
  }
}

/** Throws NoRateError if an amount cannot be converted. */
export function roomSteps(actions: AppliedActions, scene: RoomScene): RoomSteps {
  const { net, roundNet, retail, roundSelling } = actions;
  const mayLose = net !== undefined && net.allowLoss === true;
  const priced =
    net === undefined ? (cost: number) => cost : net.type === 'MARKUP' ? markup(net, scene) : commission(net);
  const netRounding = roundNet && rounding(roundNet, scene.currency);
  const sellingRounding = roundSelling && rounding(roundSelling, scene.currency);
  const advised = net?.type === 'COMMISSION' ? plusPercent(net.sellingPercent) : undefined;
  const retailed = retail && plusPercent(retail.percent);
  return {
    net(cost) {
      const exact = priced(cost);
      return netRounding === undefined ? exact : netRounding(exact, mayLose ? 0 : cost);
    },
    selling(cost, netMinor) {
      if (advised !== undefined) return Math.max(advised(cost), netMinor);
      return retailed === undefined ? netMinor : retailed(netMinor);
    },
    roundSelling(sellingMinor, netMinor) {
      return sellingRounding === undefined ? sellingMinor : sellingRounding(sellingMinor, netMinor);
    },
  };
}

type Amount = (minor: number) => number;

function markup(
  {
    percent = '0',
    amountPerRoomNight,
    minimumPerRoomNight,
    maximumPerRoomNight,
    allowLoss,
  }: Extract<RuleAction, { type: 'MARKUP' }>,
  scene: RoomScene,
): Amount {
  const inTotal = (money: typeof amountPerRoomNight) => money && forStay(money, scene);
  const plus = inTotal(amountPerRoomNight) ?? 0;
  const minimum = inTotal(minimumPerRoomNight);
  const maximum = inTotal(maximumPerRoomNight);
  const raised = plusPercent(percent);
  return cost => {
    let added = raised(cost) - cost + plus;
    if (maximum !== undefined && added > maximum) added = maximum;
    if (minimum !== undefined && added < minimum) added = minimum;
    if (added < 0 && allowLoss !== true) added = 0;
    return Math.max(0, cost + added);
  };
}

function commission({
  percent,
  sellingPercent,
  allowLoss,
}: Extract<RuleAction, { type: 'COMMISSION' }>): Amount {
  const advised = plusPercent(sellingPercent);
  const kept = plusPercent(`-${percent}`);
  return cost => {
    const net = kept(advised(cost));
    return net < cost && allowLoss !== true ? cost : net;
  };
}

/** Converts an amount per night for the whole stay, rounded half up. */
function forStay({ amount, currency }: { amount: string; currency: string }, scene: RoomScene): number {
  const minor = fromMoney({ amount, currency }) * scene.nights;
  if (currency === scene.currency) return minor;
  const rate = scene.rateFrom(currency);
  if (rate === undefined) throw new NoRateError(currency, scene.currency);
  const converted = convertMinor(Math.abs(minor), { from: currency, to: scene.currency, rate });
  return minor < 0 ? -converted : converted;
}

/** Percentages have at most four decimals, so that a fraction of a million expresses them exactly. */
const PERCENT_UNITS = 10_000;
const WHOLE = 100 * PERCENT_UNITS;

/** Adds a percentage of at least -100. */
function plusPercent(percent: string): Amount {
  const numerator = WHOLE + percentUnits(percent);
  return minor => timesFraction(minor, numerator, WHOLE);
}

function percentUnits(percent: string): number {
  const isNegative = percent.startsWith('-');
  const [whole = '0', fraction = ''] = (isNegative ? percent.slice(1) : percent).split('.');
  const units = Number(whole) * PERCENT_UNITS + Number(fraction.padEnd(4, '0'));
  return isNegative ? -units : units;
}

/** Rounds to a multiple of a unit. Rounds up if the nearest multiple is below `least`. */
function rounding({ to, mode }: Rounding, currency: string): (minor: number, least: number) => number {
  const [whole = '0', fraction = ''] = to.split('.');
  const decimals = minorUnits(currency);
  // Every amount is a multiple of a unit that is a fraction of the smallest amount, such as 0.05 yen.
  const unit = Number(whole + fraction.padEnd(decimals, '0').slice(0, decimals));
  if (unit <= 1) return minor => minor;
  return (minor, least) => {
    const rest = minor % unit;
    if (rest === 0) return minor;
    const below = minor - rest;
    return mode === 'NEAREST' && rest * 2 < unit && below >= least ? below : below + unit;
  };
}
