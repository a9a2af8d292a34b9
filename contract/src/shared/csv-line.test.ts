import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvLine, fromCsvCell } from './csv-line.ts';

it.each(['=1+1', '+34 933', '-2', '@x', '\t=1', '\r=1', ' =1', '\u00a0@x', '\uff1d1', '\uff0d1', '\u200b=1'])(
  'CSV output neutralises the text %j, so that a spreadsheet does not run it as a formula',
  text => {
    expect(csvLine([text])).toMatch(/^"?'/);
  },
);

it('CSV output leaves numbers and harmless texts unchanged', () => {
  expect(csvLine([-5, { decimal: '-5.00' }, 'a=1', 'Ana - Ruiz', "'s-Hertogenbosch", true, null])).toBe(
    "-5,-5.00,a=1,Ana - Ruiz,'s-Hertogenbosch,true,\r\n",
  );
  expect(csvLine([{ decimal: '-1+cmd()' }])).toBe("'-1+cmd()\r\n");
});

it('CSV output quotes cells that contain separators, quotes or line breaks', () => {
  expect(csvLine(['x,"y"\nz', 'a;b', ' c'])).toBe('"x,""y""\nz","a;b"," c"\r\n');
});

it('reading CSV output back restores every text, including texts that start with apostrophes', () => {
  const text = fc.string({
    unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', ' ', 'a', '1', '\uff1d'),
  });
  fc.assert(
    fc.property(text, given => {
      const line = csvLine([given]).slice(0, -2);
      const cell = line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line;
      expect(/^[=+\-@\t\r]/.test(cell)).toBe(false);
      expect(fromCsvCell(cell)).toBe(given);
    }),
  );
});
