/** The flat members of the reference as a tree: each holds those whose path goes on from its own. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';

export type Member = Output<'reference/show'>['operation']['request'][number];

export interface MemberNode extends Member {
  /** The last part of the path. */
  name: string;
  inner: MemberNode[];
}

export function memberTree(members: readonly Member[]): MemberNode[] {
  const top: MemberNode[] = [];
  const byPath = new Map<string, MemberNode>();
  for (const member of members) {
    const dot = member.path.lastIndexOf('.');
    const siblings = dot === -1 ? top : (byPath.get(member.path.slice(0, dot))?.inner ?? top);
    // One of several forms may hold a member of the same name; it is told once.
    if (siblings.some(({ path }) => path === member.path)) continue;
    const node = { ...member, name: member.path.slice(dot + 1), inner: [] };
    byPath.set(member.path, node);
    siblings.push(node);
  }
  return top;
}
