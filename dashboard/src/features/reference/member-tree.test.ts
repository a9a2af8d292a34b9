import { expect, it } from 'vitest';
import { type Member, memberTree } from './member-tree.ts';

const member = (path: string): Member => ({
  path,
  type: 'string',
  required: false,
  limits: null,
  words: [],
  description: null,
});

it('puts every member under the one that holds it, in order', () => {
  const tree = memberTree(['a', 'a.x', 'a.x.deep', 'a.y', 'b'].map(member));
  expect(tree.map(({ name, inner }) => [name, inner.map(each => each.name)])).toEqual([
    ['a', ['x', 'y']],
    ['b', []],
  ]);
  expect(tree[0]?.inner[0]?.inner[0]?.path).toBe('a.x.deep');
});

it('tells a member once that stands in several forms', () => {
  expect(memberTree(['a', 'a.x', 'a.x'].map(member))[0]?.inner).toHaveLength(1);
});
