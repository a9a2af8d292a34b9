import { expect, test } from 'vitest';
import { lineOfText, linesOfText } from './text.ts';

const codesOf = (schema: ReturnType<typeof lineOfText>, text: string) =>
  schema.safeParse(text).error?.issues.map(issue => ('params' in issue ? issue.params?.code : issue.code));

test('a single line of text has no line breaks, and several lines have no other control characters', () => {
  expect(codesOf(lineOfText(20), 'a\nb')).toEqual(['CONTROL_CHARACTER']);
  expect(linesOfText(20).parse('a\nb')).toBe('a\nb');
  expect(codesOf(linesOfText(20), 'a\rb')).toEqual(['CONTROL_CHARACTER']);
  expect(codesOf(linesOfText(20), ' \n ')).toEqual(['BLANK']);
});

test('Windows line breaks are accepted as simple ones, before the length is checked', () => {
  expect(linesOfText(3).parse('a\r\nb')).toBe('a\nb');
});

test('an address has at most 8 lines', () => {
  const lines = (count: number) => Array.from({ length: count }, () => 'a').join('\n');
  expect(linesOfText(100).parse(lines(8))).toBe(lines(8));
  expect(codesOf(linesOfText(100), lines(9))).toEqual(['TOO_BIG']);
});
