/** Pure. Blocks of nights that follow each other as one. */
import type { Prices, RateCells } from '../stay/cells.ts';

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
  const prices = (pick: (cells: RateCells) => Prices | undefined): Prices => ({
    minor: concatNumbers(parts.map(part => pick(part)?.minor ?? new Float64Array(days).fill(Number.NaN))),
    level: concatNumbers(parts.map(part => pick(part)?.level ?? new Uint8Array(days))),
  });
  const numbers = <T extends Numbers>(pick: (cells: RateCells) => T) => concatNumbers(parts.map(pick));
  const mostAdults = Math.max(...parts.map(({ byAdults }) => byAdults.length));
  return {
    amount: prices(part => part.amount),
    byAdults: Array.from({ length: mostAdults }, (_, i) => prices(part => part.byAdults[i])),
    extraAdult: prices(part => part.extraAdult),
    children: (parts[0]?.children ?? []).map((_, i) => prices(part => part.children[i])),
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
