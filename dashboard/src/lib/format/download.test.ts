import { expect, it } from 'vitest';
import { csvText } from './download.ts';

it('a CSV download escapes text that a spreadsheet would read as a formula', () => {
  expect(csvText(['name'], [['=1+1'], ['@x'], ['-2'], [-2]])).toBe("name\r\n'=1+1\r\n'@x\r\n'-2\r\n-2\r\n");
});

it('a CSV download detects formulas after white space and with full-width signs', () => {
  for (const text of [
    ' =1+1',
    '\n=1+1',
    '\u00a0@x',
    '\uff1d1+1',
    '\uff0b1',
    '\uff0d1',
    '\uff20x',
    '\u200b=1',
  ]) {
    expect(csvText(['name'], [[text]])).toMatch(/^name\r\n"?'/);
  }
  expect(csvText(['name'], [['a=1'], ['Ana - Ruiz']])).toBe('name\r\na=1\r\nAna - Ruiz\r\n');
});

it('a CSV download quotes cells that contain commas, quotes or line breaks', () => {
  expect(csvText(['a', 'b'], [['x,"y"\nz', null]])).toBe('a,b\r\n"x,""y""\nz",\r\n');
});
