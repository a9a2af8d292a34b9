/** Pure. The cheapest room type for each position while every type has rooms enough: shortest augmenting paths, exact. */

/** `costs[position][type]`, Infinity where it cannot be. Undefined where there is no way; otherwise a type for each position. */
export function cheapestMix(
  costs: readonly (readonly number[])[],
  rooms: readonly number[],
): number[] | undefined {
  const chosen: number[] = [];
  const used = rooms.map(() => 0);
  for (let position = 0; position < costs.length; position++) {
    const path = shortestPath(costs, rooms, used, chosen, position);
    if (path === undefined) return undefined;
    // Each position on the path moves on to the next type; only the last type gets one more.
    for (const { who, type } of path) chosen[who] = type;
    const last = path.at(-1)?.type ?? 0;
    used[last] = (used[last] ?? 0) + 1;
  }
  return chosen;
}

interface Move {
  who: number;
  type: number;
}

function shortestPath(
  costs: readonly (readonly number[])[],
  rooms: readonly number[],
  used: readonly number[],
  chosen: readonly number[],
  position: number,
): Move[] | undefined {
  const cost = (who: number, type: number) => costs[who]?.[type] ?? Number.POSITIVE_INFINITY;
  const distance = rooms.map((_, type) => cost(position, type));
  const reached: (Move & { from: number })[] = rooms.map((_, type) => ({ who: position, type, from: -1 }));
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    for (const [who, from] of chosen.entries()) {
      const base = (distance[from] ?? Number.POSITIVE_INFINITY) - cost(who, from);
      if (base === Number.POSITIVE_INFINITY) continue;
      for (const type of rooms.keys()) {
        const length = base + cost(who, type);
        if (length >= (distance[type] ?? 0)) continue;
        distance[type] = length;
        reached[type] = { who, type, from };
        isShorter = true;
      }
    }
  }
  let best = -1;
  for (const [type, free] of rooms.entries()) {
    if ((used[type] ?? 0) >= free || distance[type] === Number.POSITIVE_INFINITY) continue;
    if (best === -1 || (distance[type] ?? 0) < (distance[best] ?? 0)) best = type;
  }
  if (best === -1) return undefined;
  const path: Move[] = [];
  for (let at = best; at !== -1; at = reached[at]?.from ?? -1) {
    const { who, type } = reached[at] as Move;
    path.unshift({ who, type });
  }
  return path;
}
