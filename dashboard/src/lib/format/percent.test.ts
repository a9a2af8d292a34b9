import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formatPercent, percentText } from './format.ts';

it.each([
  [0, '0%'],
  [0.08, '8%'],
  [0.4267, '42.7%'],
  [1, '100%'],
  [1.5, '150%'],
  [0.0004, '<0.1%'],
  [0.9996, '>99.9%'],
])('the share %s is shown as %s', (share, text) => expect(formatPercent(share)).toBe(text));

it('a percentage of a pricing rule keeps its digits', () => {
  expect(percentText('12.5')).toBe('12.5%');
  expect(percentText('-2')).toBe('-2%');
});

it('no text of the dashboard has a space before the percent sign', () => {
  const source = join(import.meta.dirname, '../..');
  const files = globSync('**/*.{ts,tsx}', { cwd: source });
  expect(files.length).toBeGreaterThan(200);
  const written = files.filter(file =>
    /(?:\d|\$\{[^}]*\}) %(?! \d)/.test(readFileSync(join(source, file), 'utf8')),
  );
  expect(written).toEqual([]);
});
