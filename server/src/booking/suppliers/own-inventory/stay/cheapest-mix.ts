/**
 * Assigns a room type to each occupancy of the request at the lowest total cost, within the free rooms of each type.
 * Exact: uses shortest augmenting paths. Pure.
 */

/**
 * `costs[position][type]` is Infinity if the type does not fit. Returns one type per occupancy, or undefined if there
 * is no assignment.
 */
export function cheapestMix(
  costs: readonly (readonly number[])[],
  rooms: readonly number[],
): number[] | undefined {
  const chosen: number[] = [];
  const used = rooms.map(() => 0);
  for (let position = 0; position < costs.length; position++) {
    const path = shortestPath(costs, rooms, used, chosen, position);
    if (path === undefined) return undefined;
    // Each occupancy on the path moves to its next type, so only the last type gains a room.
    for (const { position: moved, type } of path) chosen[moved] = type;
    const last = path.at(-1)?.type ?? 0;
    used[last] = (used[last] ?? 0) + 1;
  }
  return chosen;
}

interface Move {
  position: number;
  type: number;
}

function shortestPath(
  costs: readonly (readonly number[])[],
  rooms: readonly number[],
  used: readonly number[],
  chosen: readonly number[],
  position: number,
): Move[] | undefined {
  const cost = (at: number, type: number) => costs[at]?.[type] ?? Number.POSITIVE_INFINITY;
  const distance = rooms.map((_, type) => cost(position, type));
  const reached: (Move & { from: number })[] = rooms.map((_, type) => ({ position, type, from: -1 }));
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    for (const [moved, from] of chosen.entries()) {
      const base = (distance[from] ?? Number.POSITIVE_INFINITY) - cost(moved, from);
      if (base === Number.POSITIVE_INFINITY) continue;
      for (const type of rooms.keys()) {
        const length = base + cost(moved, type);
        if (length >= (distance[type] ?? 0)) continue;
        distance[type] = length;
        reached[type] = { position: moved, type, from };
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
    const { position: moved, type } = reached[at] as Move;
    path.unshift({ position: moved, type });
  }
  return path;
}
