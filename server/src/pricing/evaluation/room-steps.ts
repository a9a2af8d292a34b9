/**
 * The steps from the cost of a room to its net and selling price, in the currency of the response. Pure. Amounts are in
 * minor units, and fractions of a minor unit are rounded half up.
 */
import type { RuleAction } from '@serai/contract/pricing/rule-action.ts';
import { minorUnits } from '@serai/contract/shared/amounts.ts';
import { convertMinor } from '../../platform/money/convert-minor.ts';
import { fromMoney } from '../../platform/money/minor-units.ts';
import { timesFraction } from './exact-amounts.ts';

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

/** There is no exchange rate from the currency of an amount in a rule to the currency of the offer. */
export class NoRateError extends RangeError {
  override readonly name = 'NoRateError';

  constructor(from: string, to: string) {
    super(`There is no exchange rate from ${from} to ${to}, which a pricing rule needs.`);
  }
}

/** Throws NoRateError if an amount cannot be converted. */
export function roomSteps(actions: AppliedActions, scene: RoomScene): RoomSteps {
  return new RoomSteps(actions, scene);
}

/** Optimised for speed, because a search calls its methods for thousands of offers. */
export class RoomSteps {
  readonly #type: 'MARKUP' | 'COMMISSION' | undefined;
  readonly #mayLose: boolean;
  /**
   * In millionths of the cost. For a markup: net before amounts are added. For a commission: the selling price.
   */
  readonly #millionths: number;
  /** Only for a commission: net in millionths of the selling price. */
  readonly #keptMillionths: number;
  readonly #plus: number;
  readonly #minimum: number;
  readonly #maximum: number;
  readonly #retailMillionths: number;
  readonly #roundNet: Unit | undefined;
  readonly #roundSelling: Unit | undefined;

  constructor({ net, roundNet, retail, roundSelling }: AppliedActions, scene: RoomScene) {
    const markup = net?.type === 'MARKUP' ? net : undefined;
    const commission = net?.type === 'COMMISSION' ? net : undefined;
    const inTotal = (money: Amount | undefined) => money && forStay(money, scene);
    this.#type = net?.type;
    this.#mayLose = net?.allowLoss === true;
    this.#millionths = WHOLE + percentUnits(commission?.sellingPercent ?? markup?.percent ?? '0');
    this.#keptMillionths = WHOLE - percentUnits(commission?.percent ?? '0');
    this.#plus = inTotal(markup?.amountPerRoomNight) ?? 0;
    this.#minimum = inTotal(markup?.minimumPerRoomNight) ?? Number.NEGATIVE_INFINITY;
    this.#maximum = inTotal(markup?.maximumPerRoomNight) ?? Number.POSITIVE_INFINITY;
    this.#retailMillionths = WHOLE + percentUnits(retail?.percent ?? '0');
    this.#roundNet = roundNet && unitOf(roundNet, scene.currency);
    this.#roundSelling = roundSelling && unitOf(roundSelling, scene.currency);
  }

  /** The net price of a room with this cost. Never falls when the cost rises. */
  net(cost: number): number {
    let net = cost;
    if (this.#type === 'MARKUP') net = this.#markedUp(cost);
    else if (this.#type === 'COMMISSION') {
      net = timesFraction(timesFraction(cost, this.#millionths, WHOLE), this.#keptMillionths, WHOLE);
      if (net < cost && !this.#mayLose) net = cost;
    }
    return this.#roundNet === undefined ? net : rounded(net, this.#roundNet, this.#mayLose ? 0 : cost);
  }

  #markedUp(cost: number): number {
    let added = timesFraction(cost, this.#millionths, WHOLE) - cost + this.#plus;
    if (added > this.#maximum) added = this.#maximum;
    if (added < this.#minimum) added = this.#minimum;
    if (added < 0 && !this.#mayLose) added = 0;
    return Math.max(0, cost + added);
  }

  /** The selling price before it is rounded. Never below net. */
  selling(cost: number, net: number): number {
    if (this.#type === 'COMMISSION') return Math.max(timesFraction(cost, this.#millionths, WHOLE), net);
    return timesFraction(net, this.#retailMillionths, WHOLE);
  }

  /** Rounds the selling price. Never below net. */
  roundSelling(selling: number, net: number): number {
    return this.#roundSelling === undefined ? selling : rounded(selling, this.#roundSelling, net);
  }
}

type Amount = { amount: string; currency: string };

/** Multiplies an amount per night by the nights and converts it, rounded half up. */
function forStay({ amount, currency }: Amount, scene: RoomScene): number {
  const minor = fromMoney({ amount, currency }) * scene.nights;
  if (currency === scene.currency) return minor;
  const rate = scene.rateFrom(currency);
  if (rate === undefined) throw new NoRateError(currency, scene.currency);
  const converted = convertMinor(Math.abs(minor), { from: currency, to: scene.currency, rate });
  return minor < 0 ? -converted : converted;
}

/** Percentages have at most four decimals, so millionths represent them exactly. */
const PERCENT_UNITS = 10_000;
const WHOLE = 100 * PERCENT_UNITS;

function percentUnits(percent: string): number {
  const isNegative = percent.startsWith('-');
  const [whole = '0', fraction = ''] = (isNegative ? percent.slice(1) : percent).split('.');
  const units = Number(whole) * PERCENT_UNITS + Number(fraction.padEnd(4, '0'));
  return isNegative ? -units : units;
}

/** How to round. `minor` is the unit to round to, in minor units. */
interface Unit {
  minor: number;
  isNearest: boolean;
}

/**
 * Returns undefined for a unit that is not larger than a minor unit, such as 0.05 yen, because it changes no
 * amount.
 */
function unitOf({ to, mode }: Rounding, currency: string): Unit | undefined {
  const [whole = '0', fraction = ''] = to.split('.');
  const decimals = minorUnits(currency);
  const minor = Number(whole + fraction.padEnd(decimals, '0').slice(0, decimals));
  return minor <= 1 ? undefined : { minor, isNearest: mode === 'NEAREST' };
}

/** Rounds up to a multiple of a unit or, if `isNearest`, to the nearest multiple unless that is below `least`. */
function rounded(amount: number, { minor: unit, isNearest }: Unit, least: number): number {
  const rest = amount % unit;
  if (rest === 0) return amount;
  const below = amount - rest;
  return isNearest && rest * 2 < unit && below >= least ? below : below + unit;
}
