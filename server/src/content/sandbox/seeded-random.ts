/** A seeded pseudo-random generator (mulberry32). The same seed gives the same numbers on every machine. Pure. */
import { createHash } from 'node:crypto';

export interface SeededRandom {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer. Both bounds are included. */
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Chooses a value. Its probability is proportional to its weight. */
  weighted<T>(items: readonly (readonly [T, number])[]): T;
  shuffled<T>(items: readonly T[]): T[];
}

export function seededRandom(seed: string): SeededRandom {
  const start = createHash('sha256').update(seed).digest();
  let state = start.readUInt32LE(0);

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));

  function shuffled<T>(items: readonly T[]): T[] {
    const list = [...items];
    for (let i = list.length - 1; i > 0; i--) {
      const j = between(0, i);
      [list[i], list[j]] = [list[j] as T, list[i] as T];
    }
    return list;
  }

  return {
    next,
    between,
    shuffled,
    chance: probability => next() < probability,
    pick: items => items[between(0, items.length - 1)] as (typeof items)[number],
    weighted(items) {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      return (items.at(-1) as (typeof items)[number])[0];
    },
  };
}
