/** A tree of maxima in an array: the leaves are its second half, the parent of i is i >> 1. */
export function maximumTree(values: Uint16Array): Uint16Array {
  const count = values.length;
  const tree = new Uint16Array(2 * count);
  tree.set(values, count);
  for (let i = count - 1; i > 0; i--) tree[i] = Math.max(tree[2 * i] as number, tree[2 * i + 1] as number);
  return tree;
}
