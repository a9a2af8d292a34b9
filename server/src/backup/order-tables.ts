/** Pure. Each table behind those it refers to, so that no row comes before what it needs. */
export interface Referring {
  name: string;
  refersTo: readonly string[];
}

export function orderTables<T extends Referring>(tables: readonly T[]): T[] {
  const ordered: T[] = [];
  const placed = new Set<string>();
  let left = [...tables];
  const names = new Set(tables.map(({ name }) => name));
  while (left.length > 0) {
    const ready = left.filter(({ refersTo }) => refersTo.every(name => placed.has(name) || !names.has(name)));
    if (ready.length === 0) {
      throw new Error(
        `these tables refer to each other in a circle: ${left.map(({ name }) => name).join(', ')}`,
      );
    }
    for (const table of ready) placed.add(table.name);
    ordered.push(...ready);
    left = left.filter(({ name }) => !placed.has(name));
  }
  return ordered;
}
