/**
 * Derives prices from a parent plan. Fractions are exact, with one denominator per plan, so that a price is
 * rounded only once, at the end. The server sells with these prices, and the dashboard shows them before they are
 * saved. Pure.
 */
import { toMinorUnits } from '../shared/amounts.ts';

/** The fields of a plan from which prices are derived. */
interface DerivedPlan {
  code: string;
  derivedFrom?: { plan: string; percent?: string | undefined; amount?: string | undefined } | undefined;
}

/** Returns the plan, its parent, and so on. */
export function planLineage<Plan extends DerivedPlan>(plan: Plan, plans: readonly Plan[]): Plan[] {
  const parent = plans.find(({ code }) => code === plan.derivedFrom?.plan);
  return parent === undefined ? [plan] : [plan, ...planLineage(parent, plans)];
}

/** The steps from each plan of a lineage to its first plan. */
export function lineageSteps(line: readonly DerivedPlan[], currency: string): Step[] {
  return derivationSteps(
    line.slice(0, -1).map(({ derivedFrom }) => ({
      percent: derivedFrom?.percent,
      amountMinor:
        derivedFrom?.amount === undefined
          ? undefined
          : Number(toMinorUnits({ amount: derivedFrom.amount, currency })),
    })),
  );
}

interface Derivation {
  /** A percentage for all prices as a decimal string, or an amount in minor units. Both may be negative. */
  percent?: string | undefined;
  amountMinor?: number | undefined;
}

/**
 * An amount x becomes (x × `factor` + `plus`) / `denominator`. The price of an extra person becomes x × `extraFactor`
 * / `denominator`.
 */
export interface Step {
  factor: number;
  plus: number;
  extraFactor: number;
  denominator: number;
  exact: { factor: bigint; plus: bigint; extraFactor: bigint; denominator: bigint };
}

interface Fraction {
  factor: bigint;
  plus: bigint;
  extraFactor: bigint;
  denominator: bigint;
}

const IDENTITY: Fraction = { factor: 1n, plus: 0n, extraFactor: 1n, denominator: 1n };

/** Returns the steps for 0, 1, 2 … levels. `derivations` starts with the plan's own derivation, then its parent's, and so on. */
function derivationSteps(derivations: readonly Derivation[]): Step[] {
  const fractions = [IDENTITY];
  for (const derivation of derivations) fractions.push(after(fractions.at(-1) ?? IDENTITY, derivation));
  const denominator = fractions.reduce((common, one) => leastCommonMultiple(common, one.denominator), 1n);
  return fractions.map(one => {
    const times = denominator / one.denominator;
    const exact = {
      factor: one.factor * times,
      plus: one.plus * times,
      extraFactor: one.extraFactor * times,
      denominator,
    };
    return {
      factor: Number(exact.factor),
      plus: Number(exact.plus),
      extraFactor: Number(exact.extraFactor),
      denominator: Number(denominator),
      exact,
    };
  });
}

/** The price of `count` persons or rooms before it is derived. */
interface PriceTerm {
  minor: number;
  step: Step;
  isExtra?: boolean;
  count?: number;
}

export function derivedMinor(minor: number, step: Step, { isExtra = false } = {}): number {
  return derivedTotal([{ minor, step, isExtra }]);
}

/** The sum of derived prices of one plan, rounded half up only once and never below zero, as for a stay of one night. */
export function derivedTotal(terms: readonly PriceTerm[]): number {
  let top = 0n;
  for (const { minor, step, isExtra = false, count = 1 } of terms) {
    const { factor, plus, extraFactor } = step.exact;
    top += BigInt(count) * (isExtra ? BigInt(minor) * extraFactor : BigInt(minor) * factor + plus);
  }
  const denominator = terms[0]?.step.exact.denominator ?? 1n;
  return top <= 0n ? 0 : Number((top * 2n + denominator) / (denominator * 2n));
}

/** Applies the parent's derivation first, then `outer`. */
function after(outer: Fraction, { percent, amountMinor = 0 }: Derivation): Fraction {
  if (percent === undefined) return { ...outer, plus: outer.plus + outer.factor * BigInt(amountMinor) };
  const [whole = '0', places = ''] = percent.split('.');
  const scale = 10n ** BigInt(places.length);
  const top = 100n * scale + BigInt(`${whole}${places}`);
  const bottom = 100n * scale;
  const common = greatestCommonDivisor(top, bottom);
  const [up, down] = common === 0n ? [top, bottom] : [top / common, bottom / common];
  return {
    factor: outer.factor * up,
    plus: outer.plus * down,
    extraFactor: outer.extraFactor * up,
    denominator: outer.denominator * down,
  };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  return (a / greatestCommonDivisor(a, b)) * b;
}
