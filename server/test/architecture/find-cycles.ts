/**
 * Finds groups of files that import each other, directly or indirectly (Tarjan's strongly connected components).
 */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const cycles: string[][] = [];

  function visit(file: string): number {
    const number = order.size;
    let low = number;
    order.set(file, number);
    stack.push(file);
    onStack.add(file);
    const targets = graph.get(file) ?? [];
    for (const target of targets) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (onStack.has(target)) low = Math.min(low, lowest.get(target) ?? order.get(target) ?? low);
      lowest.set(file, low);
    }
    if (low === number) {
      const group = stack.splice(stack.indexOf(file));
      for (const member of group) onStack.delete(member);
      if (group.length > 1 || targets.includes(file)) cycles.push(group.sort());
    }
    return low;
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles;
}
