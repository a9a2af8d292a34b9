import { expect, test } from 'vitest';
import { findCycles } from './find-cycles.ts';

function graph(edges: Record<string, string[]>): Map<string, string[]> {
  return new Map(Object.entries(edges));
}

test('findCycles finds no cycle in a tree or a diamond', () => {
  expect(findCycles(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
});

test('findCycles finds cycles of two files, cycles of many files, and a file that imports itself', () => {
  expect(findCycles(graph({ a: ['b'], b: ['a'] }))).toEqual([['a', 'b']]);
  expect(findCycles(graph({ a: ['b'], b: ['c'], c: ['d'], d: ['b'] }))).toEqual([['b', 'c', 'd']]);
  expect(findCycles(graph({ a: ['a'] }))).toEqual([['a']]);
});

test('findCycles reports cycles without a common file separately, and merges cycles that share a file', () => {
  expect(findCycles(graph({ a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] }))).toEqual([
    ['c', 'd'],
    ['a', 'b'],
  ]);
  expect(findCycles(graph({ a: ['b', 'c'], b: ['a'], c: ['d'], d: ['a'] }))).toEqual([['a', 'b', 'c', 'd']]);
});
