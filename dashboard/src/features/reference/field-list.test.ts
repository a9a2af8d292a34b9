import { expect, it } from 'vitest';
import { type ApiField, fieldTree } from './field-list.tsx';

const field = (path: string): ApiField => ({
  path,
  type: 'string',
  required: false,
  limits: null,
  words: [],
  description: null,
});

it('the field list nests every field below its parent and preserves the order', () => {
  const tree = fieldTree(['a', 'a.x', 'a.x.deep', 'a.y', 'b'].map(field));
  expect(tree.map(({ name, inner }) => [name, inner.map(each => each.name)])).toEqual([
    ['a', ['x', 'y']],
    ['b', []],
  ]);
  expect(tree[0]?.inner[0]?.inner[0]?.path).toBe('a.x.deep');
});

it('the field list shows a field once even if it appears in several variants', () => {
  expect(fieldTree(['a', 'a.x', 'a.x'].map(field))[0]?.inner).toHaveLength(1);
});
