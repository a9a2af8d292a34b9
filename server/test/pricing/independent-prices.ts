/**
 * A second calculation of prices, written only from docs/guides/operator/set-your-margins.md. It shares no code with
 * the service and works with exact fractions.
 */

class Fraction {
  readonly over: bigint;
  readonly under: bigint;

  constructor(over: bigint, under = 1n) {
    this.over = over;
    this.under = under;
  }

  static parse(text: string): Fraction {
    const [, sign, whole = '0', part = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(text) ?? [];
    const value = BigInt(whole + part);
    return new Fraction(sign === '-' ? -value : value, 10n ** BigInt(part.length));
  }

  plus(other: Fraction): Fraction {
    return new Fraction(this.over * other.under + other.over * this.under, this.under * other.under);
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.over * other.over, this.under * other.under);
  }

  floor(): bigint {
    const whole = this.over / this.under;
    return this.over % this.under !== 0n && this.over < 0n ? whole - 1n : whole;
  }

  /** Rounds half up. */
  round(): bigint {
    return this.plus(new Fraction(1n, 2n)).floor();
  }
}

const one = new Fraction(1n);
const percent = (text: string) => Fraction.parse(text).times(new Fraction(1n, 100n));
const DECIMALS: Record<string, number> = { JPY: 0, KWD: 3, EUR: 2, USD: 2 };
const unitsPer = (currency: string) => 10n ** BigInt(DECIMALS[currency] as number);
const sum = (parts: readonly bigint[]) => parts.reduce((all, part) => all + part, 0n);
const higher = (a: bigint, b: bigint) => (a > b ? a : b);

interface Amount {
  amount: string;
  currency: string;
}

// biome-ignore lint/suspicious/noExplicitAny: the rules come from a generator
type Action = any;

export interface PlainRule {
  priority: number;
  age: number;
  conditions: {
    boards?: string[];
    refundability?: string[];
    nights?: { from?: number; to?: number };
    stars?: { from?: number; to?: number };
    providers?: string[];
  };
  action: Action;
}

export interface PlainOffer {
  board: string;
  refundability: string;
  provider: string;
  stars: number | null;
  nights: number;
  currency: string;
  /** Units of the response currency per unit of the provider's currency. */
  rate: string | null;
  supplierCurrency: string;
  rooms: { nightly: number[]; charges: number[] }[];
  sellingMinor: number | null;
  rates: Record<string, string>;
}

export interface PlainPrice {
  rooms: { net: bigint; nightly: bigint[]; charges: bigint[] }[];
  net: bigint;
  cost: bigint;
  selling: bigint;
}

/** Returns undefined if the offer is hidden. */
export function independentPrice(offer: PlainOffer, rules: readonly PlainRule[]): PlainPrice | undefined {
  const matching = rules
    .filter(rule => matches(rule, offer))
    .sort((a, b) => b.priority - a.priority || a.age - b.age);
  const first = (isWanted: (action: Action) => boolean): Action =>
    matching.find(({ action }) => isWanted(action))?.action;
  if (first(action => action.type === 'HIDE')) return undefined;
  const margin = first(action => action.type === 'MARKUP' || action.type === 'COMMISSION');
  const roundNet = first(action => action.type === 'ROUND' && action.target === 'NET');
  const retail = first(action => action.type === 'RETAIL');
  const roundSelling = first(action => action.type === 'ROUND' && action.target === 'SELLING');

  const rate = offer.rate === null ? null : Fraction.parse(offer.rate);
  const convert = (minor: number | bigint): bigint =>
    rate === null
      ? BigInt(minor)
      : new Fraction(BigInt(minor) * unitsPer(offer.currency), unitsPer(offer.supplierCurrency))
          .times(rate)
          .round();
  const costs = offer.rooms.map(room => ({
    nightly: room.nightly.map(convert),
    charges: room.charges.map(convert),
  }));
  const costOf = costs.map(room => sum([...room.nightly, ...room.charges]));
  const nets = costOf.map(cost => netOf(cost, margin, roundNet, offer));
  const supplierTotal = offer.rooms.reduce(
    (all, room) => all + room.nightly.concat(room.charges).reduce((x, y) => x + y, 0),
    0,
  );
  const cost = sum(costOf);
  const demanded =
    offer.sellingMinor === null ? undefined : cost + convert(offer.sellingMinor - supplierTotal);
  const hasRule = margin || roundNet || retail || roundSelling;
  const selling = hasRule
    ? sellingOf(costOf, nets, { margin, retail, roundSelling }, demanded, offer.currency)
    : (demanded ?? cost);
  const rooms = costs.map(({ nightly, charges }, i) => {
    const parts = [...nightly, ...charges];
    const net = nets[i] as bigint;
    const added = net - (costOf[i] as bigint);
    const shares = largestRemainder(added < 0n ? -added : added, parts, nightly.length);
    const priced = parts.map((part, j) =>
      added < 0n ? part - (shares[j] as bigint) : part + (shares[j] as bigint),
    );
    return { net, nightly: priced.slice(0, nightly.length), charges: priced.slice(nightly.length) };
  });
  return { rooms, net: sum(nets), cost, selling };
}

function matches({ conditions }: PlainRule, offer: PlainOffer): boolean {
  const { boards, refundability, nights, stars, providers } = conditions;
  const within = (range: { from?: number; to?: number } | undefined, value: number | null) => {
    if (!range) return true;
    if (value === null) return false;
    return !(range.from !== undefined && value < range.from) && !(range.to !== undefined && value > range.to);
  };
  if (boards && !boards.includes(offer.board)) return false;
  if (refundability && !refundability.includes(offer.refundability)) return false;
  if (providers && !providers.includes(offer.provider)) return false;
  return within(nights, offer.nights) && within(stars, offer.stars);
}

function netOf(cost: bigint, action: Action, rounding: Action, offer: PlainOffer): bigint {
  let net = cost;
  if (action?.type === 'MARKUP') {
    const inAll = (amount: Amount | undefined) => amount && stayAmount(amount, offer);
    let markup = new Fraction(cost).times(one.plus(percent(action.percent ?? '0'))).round() - cost;
    markup += inAll(action.amountPerRoomNight) ?? 0n;
    const [most, least] = [inAll(action.maximumPerRoomNight), inAll(action.minimumPerRoomNight)];
    if (most !== undefined && markup > most) markup = most;
    if (least !== undefined && markup < least) markup = least;
    if (!action.allowLoss) markup = higher(markup, 0n);
    net = higher(cost + markup, 0n);
  }
  if (action?.type === 'COMMISSION') {
    const selling = new Fraction(cost).times(one.plus(percent(action.sellingPercent))).round();
    net = new Fraction(selling).times(one.plus(percent(`-${action.percent}`))).round();
    if (!action.allowLoss) net = higher(net, cost);
  }
  return rounding ? roundTo(net, rounding, action?.allowLoss ? 0n : cost, offer.currency) : net;
}

function stayAmount({ amount, currency }: Amount, offer: PlainOffer): bigint {
  const total = Fraction.parse(amount).times(new Fraction(BigInt(offer.nights)));
  const rate = currency === offer.currency ? one : Fraction.parse(offer.rates[currency] as string);
  const minor = total.times(rate).times(new Fraction(unitsPer(offer.currency)));
  return minor.over < 0n ? -new Fraction(-minor.over, minor.under).round() : minor.round();
}

function sellingOf(
  costs: readonly bigint[],
  nets: readonly bigint[],
  { margin, retail, roundSelling }: { margin: Action; retail: Action; roundSelling: Action },
  demanded: bigint | undefined,
  currency: string,
): bigint {
  let rooms = nets.map((net, i) => {
    if (margin?.type === 'COMMISSION') {
      return higher(
        net,
        new Fraction(costs[i] as bigint).times(one.plus(percent(margin.sellingPercent))).round(),
      );
    }
    return retail ? new Fraction(net).times(one.plus(percent(retail.percent))).round() : net;
  });
  const missing = demanded === undefined ? 0n : demanded - sum(rooms);
  if (missing > 0n) {
    const shares = largestRemainder(missing, rooms, rooms.length);
    rooms = rooms.map((room, i) => room + (shares[i] as bigint));
  }
  if (roundSelling) rooms = rooms.map((room, i) => roundTo(room, roundSelling, nets[i] as bigint, currency));
  return demanded === undefined ? sum(rooms) : higher(sum(rooms), demanded);
}

function roundTo(minor: bigint, { to, mode }: Action, least: bigint, currency: string): bigint {
  const unit = Fraction.parse(to).times(new Fraction(unitsPer(currency)));
  // If the unit is below the smallest amount, every amount is a multiple of it.
  if (unit.over < unit.under) return minor;
  const size = unit.over / unit.under;
  const below = (minor / size) * size;
  if (below === minor) return minor;
  const isNearer = mode === 'NEAREST' && (minor - below) * 2n < size;
  return isNearer && below >= least ? below : below + size;
}

function largestRemainder(total: bigint, parts: readonly bigint[], nights: number): bigint[] {
  const all = sum(parts);
  const weights = all > 0n ? parts : parts.map((_, i) => (i < nights ? 1n : 0n));
  const whole = sum(weights);
  const shares = weights.map((weight, i) => ({
    i,
    share: (total * weight) / whole,
    rest: (total * weight) % whole,
  }));
  let left = total - sum(shares.map(({ share }) => share));
  for (const each of shares.toSorted((a, b) => (a.rest === b.rest ? a.i - b.i : a.rest > b.rest ? -1 : 1))) {
    if (left === 0n) break;
    each.share += 1n;
    left -= 1n;
  }
  return shares.map(({ share }) => share);
}

/** Returns what a partner pays if the provider charges this penalty. */
export function independentPenalty(penalty: bigint, cost: bigint, net: bigint): bigint {
  if (cost === 0n) return 0n;
  const share = new Fraction(penalty * net, cost).round();
  return share > net ? net : share;
}
