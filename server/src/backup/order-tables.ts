/** Orders tables so that each comes after those it refers to. Pure. */
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
      throw new Error(`these tables have circular references: ${left.map(({ name }) => name).join(', ')}`);
    }
    for (const table of ready) placed.add(table.name);
    ordered.push(...ready);
    left = left.filter(({ name }) => !placed.has(name));
  }
  return ordered;
}
