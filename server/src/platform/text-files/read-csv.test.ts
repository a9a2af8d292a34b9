import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRows } from './read-csv.ts';
import type { LineBatch } from './split-lines.ts';
import { TextFileError } from './text-file-error.ts';

/** The text in the form in which the file reader delivers it, `size` lines at a time. */
function* batchesOf(text: string, size = 1_000): Generator<LineBatch> {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (let i = 0; i < lines.length; i += size) yield { first: i + 1, lines: lines.slice(i, i + size) };
}

async function rowsOf(text: string, size?: number) {
  const rows = [];
  for await (const row of csvRows('f.csv', batchesOf(text, size))) rows.push(row);
  return rows;
}

const cellsOf = async (text: string, size?: number) =>
  (await rowsOf(text, size)).map(({ line, cells }) => [line, ...cells]);

describe('separators', () => {
  it.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])(
    'a CSV file that uses %s as separators is read, and the other two separators are treated as text',
    async (_, sign) => {
      const others = [',', ';', '\t'].filter(other => other !== sign).join('');
      const text = `a${sign}b${sign}c\n1${sign}x${others}y${sign}3\n"4"${sign}"p${sign}q"${sign}\n`;
      expect(await cellsOf(text)).toEqual([
        [1, 'a', 'b', 'c'],
        [2, '1', `x${others}y`, '3'],
        [3, '4', `p${sign}q`, ''],
      ]);
    },
  );

  it('CSV rows are the same with LF, with CRLF and without a final line break', async () => {
    const rows = [
      [1, 'a', 'b'],
      [2, '1', '2'],
      [4, '3', 'x "y"'],
    ];
    const text = 'a,b\n1,2\n\n3,"x ""y"""\n';
    expect(await cellsOf(text)).toEqual(rows);
    expect(await cellsOf(text.replaceAll('\n', '\r\n'))).toEqual(rows);
    expect(await cellsOf(text.trimEnd())).toEqual(rows);
  });

  it('the CSV reader skips blank lines and rows of empty cells, which spreadsheets produce', async () => {
    expect(await cellsOf('a,b\n  \n,\n1,2\n , \n')).toEqual([
      [1, 'a', 'b'],
      [4, '1', '2'],
    ]);
  });
});

describe('line numbers', () => {
  it('CSV line numbers count every line of a multi-line cell, with LF and with CRLF', async () => {
    const text = 'a,b\n1,"x\n\ny"\n2,z\n';
    expect((await rowsOf(text)).map(({ line }) => line)).toEqual([1, 2, 5]);
    const crlf = await rowsOf(text.replaceAll('\n', '\r\n'));
    expect(crlf.map(({ line }) => line)).toEqual([1, 2, 5]);
    expect(crlf[1]?.cells[1]).toBe('x\r\n\r\ny');
  });

  it('CSV line numbers count lines that the file reader skipped', async () => {
    const batches: LineBatch[] = [
      { first: 1, lines: ['a,b', '1,2'] },
      { first: 4, lines: ['3,4'] },
      { first: 9, lines: ['5,6'] },
    ];
    const rows = [];
    for await (const row of csvRows('f.csv', batches)) rows.push(row.line);
    expect(rows).toEqual([1, 2, 4, 9]);
  });
});

describe('quotes', () => {
  it('the CSV reader reports a row with text after a closing quote and reads the following rows', async () => {
    expect(await rowsOf('a,b\n1,"x" y\n2,z\n')).toMatchObject([
      { line: 1 },
      { line: 2, cells: [], fault: expect.stringContaining('closing quote') },
      { line: 3, cells: ['2', 'z'], fault: undefined },
    ]);
  });

  it('the CSV reader accepts a quote inside an unquoted cell', async () => {
    expect(await cellsOf('a,b\n1,5" wide\n2,7"\n3,"8"" x"\n')).toEqual([
      [1, 'a', 'b'],
      [2, '1', '5" wide'],
      [3, '2', '7"'],
      [4, '3', '8" x'],
    ]);
  });

  it('the CSV reader fails at the row whose quote is never closed', async () => {
    const error = await rowsOf('a,b\n1,x\n2,"y\n3,z\n', 1).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TextFileError);
    expect(error).toMatchObject({ line: 3, fault: 'a quote that opens in this row is not closed.' });
  });

  it('the CSV reader fails early when an unclosed quote would swallow the rest of a large file', async () => {
    let delivered = 0;
    function* endless(): Generator<LineBatch> {
      yield { first: 1, lines: ['a,b', '1,"x'] };
      for (let i = 0; i < 10_000; i++) {
        delivered += 1;
        yield { first: 3 + i, lines: ['y'.repeat(100_000)] };
      }
    }
    const reading = (async () => {
      for await (const _ of csvRows('f.csv', endless(), { maxRowBytes: 1_000_000 }));
    })();
    await expect(reading).rejects.toThrow('f.csv:2: a quote that opens in this row is not closed.');
    expect(delivered).toBeLessThan(30);
  });

  it('the CSV reader reports a file whose lines end with only a carriage return', async () => {
    await expect(rowsOf('a,b\r1,2\r')).rejects.toThrow('lines end with a carriage return');
  });
});

it('the CSV reader returns cells exactly as they were written, with any text, separator, line endings and batch size', async () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r\n', ' ', 'ñ', '東', "'"),
    maxLength: 8,
  });
  const width = 3;
  const row = fc.array(cell, { minLength: width, maxLength: width });
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 8 }),
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n'),
      fc.integer({ min: 1, max: 5 }),
      async (rows, sign, end, size) => {
        const given = rows.filter(cells => cells.some(text => text.trim() !== ''));
        const quoted = given.map(cells => cells.map(text => `"${text.replaceAll('"', '""')}"`).join(sign));
        const text = [['a', 'b', 'c'].join(sign), ...quoted].join(end) + end;
        const read = await rowsOf(text, size);
        expect(read.slice(1).map(({ cells }) => cells)).toEqual(given);
        expect(read.every(({ fault }) => fault === undefined)).toBe(true);
        let line = 2;
        for (const [i, cells] of given.entries()) {
          expect(read[i + 1]?.line).toBe(line);
          line += cells.join('').split('\n').length;
        }
      },
    ),
    { numRuns: 300 },
  );
});
