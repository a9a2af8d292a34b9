import { expect, it } from 'vitest';
import { type ApiField, fieldTree, inChoices } from './field-list.tsx';

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

it('fields of which a request contains exactly one form a group that says so once', () => {
  const rule = 'Give exactly one of `a` or `c`.';
  const described = (path: string, description: string) => ({ ...field(path), description });
  const tree = fieldTree([described('a', `First. ${rule}`), field('b'), described('c', `Second. ${rule}`)]);
  expect(inChoices(tree).map(({ nodes }) => nodes.map(each => [each.name, each.description]))).toEqual([
    [
      ['a', 'First.'],
      ['c', 'Second.'],
    ],
    [['b', null]],
  ]);
  expect(inChoices(tree).map(({ choice }) => choice)).toEqual([rule, undefined]);
});
