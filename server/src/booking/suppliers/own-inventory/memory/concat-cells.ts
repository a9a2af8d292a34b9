/** Pure. Blocks of nights that follow each other as one. */
import { type NightRules, NO_LIMIT, type Prices, type RateCells } from '../stay/cells.ts';

type Numbers = Uint8Array | Uint16Array | Int32Array | Float64Array;

export function concatNumbers<T extends Numbers>(parts: readonly T[]): T {
  const [first] = parts as readonly [T];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const all = new (first.constructor as new (size: number) => T)(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function concatCells(parts: readonly RateCells[], days: number): RateCells {
  const prices = (pick: (cells: RateCells) => Prices | undefined) => concatPrices(parts.map(pick), days);
  const mostAdults = Math.max(...parts.map(({ byAdults }) => byAdults.length));
  return {
    amount: prices(part => part.amount) ?? noPrices(days * parts.length),
    byAdults: Array.from(
      { length: mostAdults },
      (_, i) => prices(part => part.byAdults[i]) ?? noPrices(days * parts.length),
    ),
    extraAdult: prices(part => part.extraAdult),
    children: (parts[0]?.children ?? []).map((_, i) => prices(part => part.children[i])),
    rules: concatRules(
      parts.map(({ rules }) => rules),
      days,
    ),
  };
}

export function noPrices(days: number): Prices {
  return { minor: new Float64Array(days).fill(Number.NaN), level: undefined };
}

function concatPrices(parts: readonly (Prices | undefined)[], days: number): Prices | undefined {
  if (parts.every(part => part === undefined)) return undefined;
  const hasLevels = parts.some(part => part?.level !== undefined);
  return {
    minor: concatNumbers(parts.map(part => part?.minor ?? noPrices(days).minor)),
    level: hasLevels ? concatNumbers(parts.map(part => part?.level ?? new Uint8Array(days))) : undefined,
  };
}

function concatRules(parts: readonly (NightRules | undefined)[], days: number): NightRules | undefined {
  if (parts.every(part => part === undefined)) return undefined;
  const all = parts.map(part => part ?? noRules(days));
  const numbers = <T extends Numbers>(pick: (rules: NightRules) => T) => concatNumbers(all.map(pick));
  return {
    stopSell: numbers(part => part.stopSell),
    closedToArrival: numbers(part => part.closedToArrival),
    closedToDeparture: numbers(part => part.closedToDeparture),
    minStayArrival: numbers(part => part.minStayArrival),
    minStayThrough: numbers(part => part.minStayThrough),
    maxStay: numbers(part => part.maxStay),
    minAdvance: numbers(part => part.minAdvance),
    maxAdvance: numbers(part => part.maxAdvance),
  };
}

function noRules(days: number): NightRules {
  return {
    stopSell: new Uint8Array(days),
    closedToArrival: new Uint8Array(days),
    closedToDeparture: new Uint8Array(days),
    minStayArrival: new Uint16Array(days),
    minStayThrough: new Uint16Array(days),
    maxStay: new Uint16Array(days),
    minAdvance: new Uint16Array(days),
    maxAdvance: new Uint16Array(days).fill(NO_LIMIT),
  };
}
