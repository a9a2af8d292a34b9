import { expect, test } from 'vitest';
import { findCycles } from './find-cycles.ts';

function graph(edges: Record<string, string[]>): Map<string, string[]> {
  return new Map(Object.entries(edges));
}

test('a tree and a diamond have none', () => {
  expect(findCycles(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
});

test('two files, a long way round and a file that imports itself are found', () => {
  expect(findCycles(graph({ a: ['b'], b: ['a'] }))).toEqual([['a', 'b']]);
  expect(findCycles(graph({ a: ['b'], b: ['c'], c: ['d'], d: ['b'] }))).toEqual([['b', 'c', 'd']]);
  expect(findCycles(graph({ a: ['a'] }))).toEqual([['a']]);
});

test('separate cycles stay separate, and joined ones are one', () => {
  expect(findCycles(graph({ a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] }))).toEqual([
    ['c', 'd'],
    ['a', 'b'],
  ]);
  expect(findCycles(graph({ a: ['b', 'c'], b: ['a'], c: ['d'], d: ['a'] }))).toEqual([['a', 'b', 'c', 'd']]);
});
