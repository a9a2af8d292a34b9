/** Lists of numbers laid end to end, with where each one starts. */
import { countsToStarts } from './growing.ts';

/** Things 0 to `count` by their group, in order within each. */
export function grouped(count: number, groups: number, groupOf: (thing: number) => number) {
  return groupedPairs(groups, visit => {
    for (let i = 0; i < count; i++) visit(groupOf(i), i);
  });
}

/** Goes over all pairs twice, in the same order: to count them, then to place them. */
export function groupedPairs(
  groups: number,
  forEachPair: (visit: (group: number, member: number) => void) => void,
): { starts: Uint32Array<ArrayBuffer>; members: Uint32Array<ArrayBuffer> } {
  const starts = new Uint32Array(groups + 1);
  forEachPair(group => {
    starts[group + 1] = (starts[group + 1] as number) + 1;
  });
  countsToStarts(starts);
  const next = starts.slice();
  const members = new Uint32Array(starts[groups] as number);
  forEachPair((group, member) => {
    const at = next[group] as number;
    members[at] = member;
    next[group] = at + 1;
  });
  return { starts, members };
}
