import { expect, it } from 'vitest';
import { csvText } from './download.ts';

it('a text that looks like a formula stays a text', () => {
  expect(csvText(['name'], [['=1+1'], ['@x'], ['-2'], [-2]])).toBe("name\r\n'=1+1\r\n'@x\r\n'-2\r\n-2\r\n");
});

it('commas, quotes and line ends are kept inside a cell', () => {
  expect(csvText(['a', 'b'], [['x,"y"\nz', null]])).toBe('a,b\r\n"x,""y""\nz",\r\n');
});
