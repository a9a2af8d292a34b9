/** Lists of numbers laid end to end, with where each one starts. */
import { countsToStarts } from './growing.ts';

/** Things 0 to `count` by their group, in order within each. */
export function grouped(count: number, groups: number, groupOf: (thing: number) => number) {
  const starts = new Uint32Array(groups + 1);
  for (let i = 0; i < count; i++) {
    const group = groupOf(i);
    starts[group + 1] = (starts[group + 1] as number) + 1;
  }
  countsToStarts(starts);
  const next = starts.slice();
  const members = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const group = groupOf(i);
    const at = next[group] as number;
    members[at] = i;
    next[group] = at + 1;
  }
  return { starts, members };
}

export function lists(all: readonly (readonly number[])[]): { starts: Uint32Array; values: Int32Array } {
  const starts = new Uint32Array(all.length + 1);
  for (const [i, list] of all.entries()) starts[i + 1] = (starts[i] as number) + list.length;
  const values = new Int32Array(starts[all.length] as number);
  for (const [i, list] of all.entries()) values.set(list, starts[i]);
  return { starts, values };
}
