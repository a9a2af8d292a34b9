/** The rules that keep the pages alike. A value that a page needs beside them belongs into `tokens.css`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');

interface Declaration {
  file: string;
  name: string;
  value: string;
}

/** Printed statements have sizes of their own, in points. Fonts state the weights that their files contain. */
const NOT_ON_SCREEN = ['statement.css', 'fonts.css'];

const DECLARATIONS: readonly Declaration[] = readdirSync(import.meta.dirname)
  .filter(file => file.endsWith('.css') && !NOT_ON_SCREEN.includes(file))
  .flatMap(file =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/^\s*([\w-]+):\s*([^;{]+);/gm)].map(
      ([, name = '', value = '']) => ({ file, name, value }),
    ),
  );

/** The declarations of these properties whose value is not allowed. */
function others(property: RegExp, allowed: RegExp): string[] {
  return DECLARATIONS.filter(({ name, value }) => property.test(name) && !allowed.test(value)).map(
    ({ file, name, value }) => `${file}: ${name}: ${value}`,
  );
}

test('texts have one of nine sizes', () => {
  // Cells of the calendar shrink to the width of a night.
  const size = /^(0\.(6875|75|8125|875|9375)|1(\.125|\.25|\.5)?)rem$|^0\.875em$|^inherit$|^clamp\(/;
  expect(others(/^font-size$/, size)).toEqual([]);
});

test('texts are regular, medium or bold', () => {
  expect(others(/^font-weight$/, /^(400|500|600|inherit)$/)).toEqual([]);
});

test('corners and shadows are those of the tokens', () => {
  const corner = /^((var\(--[\w-]*radius\)|0|50%|99px|inherit)\s*)+$/;
  expect(others(/^border(-\w+)*-radius$/, corner)).toEqual([]);
  // Inset shadows draw lines, and one covers what scrolls behind it.
  expect(
    others(/^box-shadow$/, /^(none|inset .*|var\(--[\w-]*shadow\)|0 0 0 [\d.]+rem var\(--surface\))$/),
  ).toEqual([]);
});

test('a focused control has a ring of the accent colour', () => {
  expect(others(/^outline$/, /^(none|2px solid var\(--accent\))$/)).toEqual([]);
});

test('a banner has the icon of its tone everywhere', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(file =>
    file.endsWith('.tsx'),
  );
  const without = files.filter(file => {
    const text = readFileSync(join(SOURCE, file), 'utf8');
    return /className="(banner|notice)\b(?!-)/.test(text) && !text.includes('<BannerIcon');
  });
  expect(without).toEqual([]);
});

test('the ages of what is owed differ in their pattern, not only in their colour', () => {
  const patterns = DECLARATIONS.filter(({ file, name }) => file === 'ageing.css' && name === '--pattern');
  expect(new Set(patterns.map(({ value }) => value)).size).toBe(4);
});
