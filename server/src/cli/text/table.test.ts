import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { COLOUR_STYLE, PLAIN_STYLE } from './style.ts';
import { facts, table } from './table.ts';

describe('tables', () => {
  it('table columns are aligned by terminal cells, and ideographs and emoji count as two cells', () => {
    const text = table(
      ['A', 'B'],
      [
        ['x', '1'],
        ['東京', '2'],
        ['café', '3'],
        ['👩‍👩‍👧', '4'],
      ],
      PLAIN_STYLE,
    );
    expect(text).toBe('A     B\nx     1\n東京  2\ncafé  3\n👩‍👩‍👧    4\n');
  });

  it('tables with colours are aligned like tables without colours', () => {
    const cells = [
      [{ text: 'ok', style: COLOUR_STYLE.good }, '1'],
      ['longer', '2'],
    ];
    const plain = stripVTControlCharacters(table(['A', 'B'], cells, COLOUR_STYLE));
    expect(plain).toBe('A       B\nok      1\nlonger  2\n');
  });

  it('tables contain no trailing spaces and no control characters', () => {
    const text = facts(
      [
        ['a', ''],
        ['b', 'x\u001b[2J\r\ny\u202E'],
      ],
      PLAIN_STYLE,
    );
    expect(text).toBe('a\nb  x�[2J��y�\n');
  });
});
